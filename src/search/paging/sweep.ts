import type { Context } from "../../context.js";
import type { Engine } from "../../engine/engine.js";
import { getDocuments } from "../../engine/documents.js";
import { refresh } from "../../engine/indices.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { bulk, type BulkWrite, expectTaken } from "../../engine/bulk.js";
import { cursorsIndex, lifetimeId, type Lifetime } from "./store.js";

const BATCH = 1_000;
/** Maximum number of deletion batches per run. The next run deletes the remaining expired pages. */
const MAX_BATCHES = 20;
/**
 * Delay in ms before expired cursor chains are removed. A page requested just before expiry may be written after the expiry time, possibly
 * by a process whose clock is slow.
 */
export const GRACE_MS = 30_000;

/** Deletes the pages of expired cursor chains. Several processes may delete expired pages at the same time. */
export async function sweep({ engine, now }: Context): Promise<void> {
  const index = cursorsIndex(engine);
  const before = now() - GRACE_MS;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    await refresh(engine, index);
    if (!(await sweepBatch(engine, index, before))) break;
  }
}

/** Deletes a batch of expired pages. @returns `true` if more expired pages may exist */
async function sweepBatch(engine: Engine, index: string, before: number): Promise<boolean> {
  const { hits } = await searchDocuments<Pick<Lifetime, "chain">>(engine, index, {
    size: BATCH,
    // Without `track_total_hits`, OpenSearch 3.8 stops after the first documents of the range, including deleted ones.
    track_total_hits: true,
    _source: ["chain"],
    query: { range: { expires_at: { lte: before } } },
    sort: [{ expires_at: "asc" }],
  });
  const chains = [...new Set(hits.hits.map(({ _source }) => _source.chain))];
  const found = await getDocuments<Lifetime>(engine, index, chains.map(lifetimeId));
  const lifetimes = new Map(chains.map((chain, position) => [chain, found[position]?.source.expires_at ?? 0]));
  const writes = hits.hits.flatMap(({ _id, _source: { chain } }) =>
    sweepWrite(_id, chain, lifetimes.get(chain) ?? 0, before),
  );
  expectTaken(await bulk(engine, writes, { index }), "the deletion of expired result pages");
  return hits.hits.length === BATCH;
}

/** Deletes an expired page. If the cursor chain was extended, postpones the page's expiry to the expiry of the chain. */
function sweepWrite(id: string, chain: string, expires_at: number, before: number): BulkWrite[] {
  if (expires_at <= before) return [{ action: "delete", id }];
  // Does not write the lifetime document, because a write could revert a later extension of the lifetime.
  return id === lifetimeId(chain) ? [] : [{ action: "update", id, source: { expires_at } }];
}

/** Updates the metrics for the number and size of stored cursor documents from the engine's index statistics. */
export async function measureCursors({ engine, metrics: { cursors } }: Context): Promise<void> {
  const { _all } = await engine.call<{
    _all: { primaries: { docs: { count: number }; store: { size_in_bytes: number } } };
  }>("index_stats", {
    method: "GET",
    path: `/${encodeURIComponent(cursorsIndex(engine))}/_stats/docs,store`,
    querystring: { filter_path: "_all.primaries" },
  });
  cursors.stored.set(_all.primaries.docs.count);
  cursors.storedBytes.set(_all.primaries.store.size_in_bytes);
}
