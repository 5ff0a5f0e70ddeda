import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { STATUS } from "./ingestion-record.js";

interface ByStatus {
  readonly by_status: { readonly buckets: readonly { readonly key: number; readonly doc_count: number }[] };
}

/** How many jobs of all clients have each status, by its name in lower case; 0 where there is none. */
export async function countJobs(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const { aggregations } = await searchDocuments<never, ByStatus>(engine, `${engine.prefix}ingestions`, {
    size: 0,
    aggs: { by_status: { terms: { field: "status", size: Object.keys(STATUS).length } } },
  });
  const counts = new Map(aggregations?.by_status.buckets.map(({ key, doc_count }) => [key, doc_count]));
  return new Map(Object.entries(STATUS).map(([name, status]) => [name.toLowerCase(), counts.get(status) ?? 0]));
}
