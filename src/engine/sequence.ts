import { EngineError, type Engine } from "./engine.js";
import { refresh } from "./indices.js";
import { searchDocuments, type Hit } from "./search-documents.js";

interface ShardStats {
  readonly seq_no: { readonly global_checkpoint: number };
  readonly routing: { readonly primary: boolean };
}

/**
 * Reads the documents of an index of one shard in the order in which the engine took them, after a sequence number (−1:
 * from the first). Up to the shard's global checkpoint every write is done and has its number for good, also when the
 * primary is lost, so nothing can appear later before what has been read.
 * @returns at most `limit` documents, and the number to go on from
 */
export async function readInSequence<T>(
  engine: Engine,
  index: string,
  after: number,
  limit: number,
): Promise<{ readonly hits: readonly Hit<T>[]; readonly upTo: number }> {
  const checkpoint = await globalCheckpoint(engine, index);
  if (checkpoint <= after) return { hits: [], upTo: after };
  await refresh(engine, index);
  const { hits } = await searchDocuments<T>(engine, index, {
    size: limit,
    query: { range: { _seq_no: { gt: after, lte: checkpoint } } },
    sort: [{ _seq_no: "asc" }],
    seq_no_primary_term: true,
    track_total_hits: false,
  });
  const last = hits.hits.at(-1);
  // Numbers between the last document and the checkpoint are those of deletions.
  return { hits: hits.hits, upTo: hits.hits.length < limit ? checkpoint : (last?._seq_no ?? checkpoint) };
}

/** −1 for an index that is empty or not there. */
async function globalCheckpoint(engine: Engine, index: string): Promise<number> {
  try {
    const { indices = {} } = await engine.call<{
      indices?: Record<string, { shards: Record<string, readonly ShardStats[]> }>;
    }>("index_stats", {
      method: "GET",
      path: `/${encodeURIComponent(index)}/_stats/docs`,
      querystring: {
        level: "shards",
        filter_path: "indices.*.shards.*.seq_no.global_checkpoint,indices.*.shards.*.routing.primary",
      },
    });
    const copies = Object.values(indices).flatMap(({ shards }) => Object.values(shards).flat());
    return copies.find(({ routing }) => routing.primary)?.seq_no.global_checkpoint ?? -1;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return -1;
    throw error;
  }
}
