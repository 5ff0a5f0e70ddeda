import type { Engine } from "../../engine/engine.js";
import { getDocuments } from "../../engine/documents.js";
import { refresh } from "../../engine/indices.js";
import { searchDocuments } from "../../engine/search-documents.js";
import type { CursorMetrics } from "../../observability/metrics.js";
import { type BulkWrite, writeTogether } from "../../engine/bulk.js";
import type { PointInTimePool } from "./pool.js";
import { cursorsIndex, lifetimeId, type Lifetime } from "./store.js";

export interface SweepDeps {
  readonly engine: Engine;
  readonly pool: PointInTimePool;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const BATCH = 1_000;
/** The most batches of one sweep; the next one continues. */
const MAX_BATCHES = 20;
/**
 * Expired chains are left for this long: the page requested in a chain's last moment may still be being written,
 * perhaps by a process whose clock is behind. Likewise a point-in-time that was just opened is not yet named by a page.
 */
export const GRACE_MS = 30_000;

/**
 * Removes the pages of chains that have ended, and the points-in-time that no page names. Looks only at what says that
 * it has expired, or that it names one. Any number of processes may do so at once.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const index = cursorsIndex(deps.engine);
  const before = deps.now() - GRACE_MS;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    await refresh(deps.engine, index);
    if (!(await sweepBatch(deps.engine, index, before))) break;
  }
  await releasePointsInTime(deps, index, before);
}

/** @returns whether there may be more */
async function sweepBatch(engine: Engine, index: string, before: number): Promise<boolean> {
  const { hits } = await searchDocuments<Pick<Lifetime, "chain">>(engine, index, {
    size: BATCH,
    // Else the engine (3.8) stops at the first documents of the range, also at those that have been deleted.
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
  await writeTogether(engine, index, writes);
  return hits.hits.length === BATCH;
}

/** A page whose chain lives on is looked at again only when the chain may have ended. */
function sweepWrite(id: string, chain: string, expires_at: number, before: number): BulkWrite[] {
  if (expires_at <= before) return [{ action: "delete", id }];
  // A lifetime that was extended since the search is already stored; writing it again might revert that.
  return id === lifetimeId(chain) ? [] : [{ action: "update", id, source: { expires_at } }];
}

/** Comes after what is over has been removed: every page that is left can be read on from. */
async function releasePointsInTime({ engine, pool }: SweepDeps, index: string, before: number): Promise<void> {
  const entries = (await pool.entries()).filter(({ opened_at }) => opened_at < before);
  if (entries.length === 0) return;
  await refresh(engine, index);
  const { aggregations } = await searchDocuments<never, { named: { buckets: { key: string }[] } }>(engine, index, {
    size: 0,
    track_total_hits: false,
    query: { terms: { "position.key": entries.map(({ key }) => key) } },
    aggs: { named: { terms: { field: "position.key", size: entries.length } } },
  });
  const named = new Set(aggregations?.named.buckets.map(({ key }) => key));
  await pool.close(entries.filter(({ key }) => !named.has(key)));
}

/** Updates the gauges whose values only the engine has. */
export async function measureCursors(
  { engine, pool }: { readonly engine: Engine; readonly pool: PointInTimePool },
  metrics: CursorMetrics,
): Promise<void> {
  const [entries, { _all }] = await Promise.all([
    pool.entries(),
    engine.call<{ _all: { primaries: { docs: { count: number }; store: { size_in_bytes: number } } } }>("index_stats", {
      method: "GET",
      path: `/${encodeURIComponent(cursorsIndex(engine))}/_stats/docs,store`,
      querystring: { filter_path: "_all.primaries" },
    }),
  ]);
  metrics.pointsInTimeOpen.set(entries.length);
  metrics.stored.set(_all.primaries.docs.count);
  metrics.storedBytes.set(_all.primaries.store.size_in_bytes);
}
