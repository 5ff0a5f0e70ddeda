import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { STATUS } from "./ingestion-record.js";

interface ByStatus {
  readonly cancelled: { readonly doc_count: number };
  readonly by_status: { readonly buckets: readonly { readonly key: number; readonly doc_count: number }[] };
}

/** How many jobs of all clients have each status, by its name in lower case; those that were cancelled did not fail. */
export async function countJobs(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const { aggregations } = await searchDocuments<never, ByStatus>(engine, `${engine.prefix}ingestions`, {
    size: 0,
    aggs: {
      by_status: { terms: { field: "status", size: Object.keys(STATUS).length } },
      cancelled: {
        filter: { bool: { filter: [{ term: { status: STATUS.FAILED } }, { exists: { field: "cancelled_at" } }] } },
      },
    },
  });
  const cancelled = aggregations?.cancelled.doc_count ?? 0;
  const counts = new Map(aggregations?.by_status.buckets.map(({ key, doc_count }) => [key, doc_count]));
  counts.set(STATUS.FAILED, (counts.get(STATUS.FAILED) ?? 0) - cancelled);
  const byName = Object.entries(STATUS).map(([name, status]) => [name.toLowerCase(), counts.get(status) ?? 0] as const);
  return new Map([...byName, ["cancelled", cancelled]]);
}
