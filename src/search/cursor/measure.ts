import type { Engine } from "../../engine/engine.js";
import type { CursorMetrics } from "../../observability/metrics.js";
import type { PointInTimePool } from "./pool.js";
import { cursorsIndex } from "./store.js";

/** Brings the gauges up to date that only the engine can tell. */
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
