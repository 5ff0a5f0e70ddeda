import type { Engine } from "../../engine/engine.js";
import { getDocuments } from "../../engine/documents.js";
import { refresh } from "../../engine/indices.js";
import { search } from "../../engine/search.js";
import { writeTogether, type Write } from "../../engine/write-together.js";
import type { PointInTimePool } from "./pool.js";
import { cursorsIndex, lifetimeId, type Lifetime } from "./store.js";

export interface SweepDeps {
  readonly engine: Engine;
  readonly pool: PointInTimePool;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const BATCH = 1_000;
/** What is not reached now is reached next time. */
const MAX_BATCHES = 20;
/** A point-in-time that has just been opened is not yet named by the chain that it was opened for. */
const NEW_MS = 30_000;

/**
 * Removes the pages of chains that nobody can read on in, and the points-in-time that no chain needs. Looks only at what
 * says that it has expired. Any number of processes may do so at once.
 */
export async function sweep(deps: SweepDeps): Promise<void> {
  const index = cursorsIndex(deps.engine);
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    await refresh(deps.engine, index);
    if (!(await sweepBatch(deps, index))) break;
  }
  await releasePointsInTime(deps, index);
}

/** @returns whether there may be more */
async function sweepBatch({ engine, now }: SweepDeps, index: string): Promise<boolean> {
  const { hits } = await search<Pick<Lifetime, "chain">>(engine, index, {
    size: BATCH,
    track_total_hits: false,
    _source: ["chain"],
    query: { range: { expires_at: { lte: now() } } },
    sort: [{ expires_at: "asc" }],
  });
  const chains = [...new Set(hits.hits.map(({ _source }) => _source.chain))];
  const found = await getDocuments<Lifetime>(engine, index, chains.map(lifetimeId));
  const lifetimes = new Map(chains.map((chain, position) => [chain, found[position]?.source.expires_at ?? 0]));
  const writes = hits.hits.map(({ _id, _source: { chain } }) => sweepWrite(_id, lifetimes.get(chain) ?? 0, now()));
  await writeTogether(engine, index, writes);
  return hits.hits.length === BATCH;
}

/** A page whose chain lives on is looked at again only when the chain may have ended. */
function sweepWrite(id: string, expires_at: number, now: number): Write {
  return expires_at > now ? { action: "update", id, source: { expires_at } } : { action: "delete", id };
}

async function releasePointsInTime({ engine, pool, now }: SweepDeps, index: string): Promise<void> {
  const entries = (await pool.entries()).filter(({ opened_at }) => opened_at < now() - NEW_MS);
  if (entries.length === 0) return;
  const { aggregations } = await search<never, { used: { buckets: { key: string }[] } }>(engine, index, {
    size: 0,
    track_total_hits: false,
    query: { range: { expires_at: { gt: now() } } },
    aggs: { used: { terms: { field: "point_in_time", size: BATCH } } },
  });
  const used = new Set(aggregations?.used.buckets.map(({ key }) => key));
  await pool.close(entries.filter(({ key }) => !used.has(key)));
}

export interface Sweeper {
  close(): Promise<void>;
}

/** Sweeps every so often until it is closed. */
export function startSweeper(
  deps: SweepDeps & { readonly everyMs: number; readonly onError: (error: unknown) => void },
): Sweeper {
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep(deps)
      .catch(deps.onError)
      .finally(() => (sweeping = undefined));
  }, deps.everyMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
