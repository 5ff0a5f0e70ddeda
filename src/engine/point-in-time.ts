import { type Engine, EngineError, EngineUnavailableError, unlessAbsent } from "./engine.js";
import { type Hit, searchDocuments, type SearchResponse } from "./search-documents.js";
import { refresh } from "./indices.js";

/** Seconds after which an unused point in time expires. */
const KEPT_SECONDS = 120;

interface ScanOptions {
  /** Query that selects the documents to read. Default: all documents. */
  readonly query?: object;
  /** Whether to omit `_source`, which can have any size, from hits. */
  readonly idsOnly?: boolean;
  /** Doc values to read instead of the stored document. Hits then have `fields`, but neither `_id` nor `_source`. */
  readonly fields?: readonly string[];
}

/**
 * Reads every matching document of an index as of the start of the scan, `pageSize` documents at a time.
 * @throws {EngineUnavailableError} if a request fails, or if a node that stores a part of the scanned data shuts down;
 * a new scan may succeed
 */
export async function* scan<T>(
  engine: Engine,
  index: string,
  pageSize: number,
  { query = { match_all: {} }, idsOnly = false, fields }: ScanOptions = {},
): AsyncGenerator<Hit<T>[], void, undefined> {
  const { pit_id } = await engine.call<{ pit_id: string }>("open_point_in_time", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_search/point_in_time`,
    querystring: { keep_alive: `${KEPT_SECONDS}s`, allow_partial_pit_creation: false },
  });
  try {
    let after: unknown[] | undefined;
    for (;;) {
      const searching = engine.call<SearchResponse<T>>("scan", {
        method: "POST",
        path: "/_search",
        querystring: { allow_partial_search_results: false },
        body: {
          size: pageSize,
          query,
          pit: { id: pit_id, keep_alive: `${KEPT_SECONDS}s` },
          ...(idsOnly ? { _source: false } : {}),
          ...(fields === undefined ? {} : { _source: false, stored_fields: "_none_", docvalue_fields: fields }),
          sort: [{ _shard_doc: "asc" }],
          track_total_hits: false,
          ...(after === undefined ? {} : { search_after: after }),
        },
      });
      const { hits } = await searching.catch((error: unknown) => {
        throw isGone(error)
          ? new EngineUnavailableError(
              `a scan of the index ${index} failed, because its point in time no longer exists`,
              { cause: error },
            )
          : error;
      });
      if (hits.hits.length === 0) return;
      yield hits.hits;
      after = hits.hits.at(-1)?.sort;
    }
  } finally {
    // A point in time that cannot be closed expires by itself.
    const closing = { method: "DELETE", path: "/_search/point_in_time", body: { pit_id: [pit_id] } } as const;
    await engine.call("close_point_in_time", closing).catch(() => undefined);
  }
}

/** Whether a point in time was lost, because a node that stored a part of its data has restarted or left the cluster. */
const isGone = (error: unknown): boolean =>
  error instanceof EngineError &&
  (error.type === "search_context_missing_exception" ||
    (error.type === "illegal_state_exception" && error.reason.startsWith("no node found")));

interface ShardStats {
  readonly seq_no: { readonly global_checkpoint: number };
  readonly routing: { readonly primary: boolean };
}

/**
 * Reads documents of a single-shard index in write order, after a sequence number (−1 reads from the start). Reads only
 * up to the global checkpoint: these writes survive the loss of the primary shard, and later writes get higher numbers.
 * @returns the next documents, at most `limit`, and the sequence number to continue from
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
  // Sequence numbers between the last document and the checkpoint belong to deletions.
  return { hits: hits.hits, upTo: hits.hits.length < limit ? checkpoint : (last?._seq_no ?? checkpoint) };
}

/** Returns the global checkpoint of an index (see `readInSequence`); −1 for an empty or missing index. */
async function globalCheckpoint(engine: Engine, index: string): Promise<number> {
  const response = await unlessAbsent(
    engine.call<{ readonly indices?: Record<string, { readonly shards: Record<string, readonly ShardStats[]> }> }>(
      "index_stats",
      {
        method: "GET",
        path: `/${encodeURIComponent(index)}/_stats/docs`,
        querystring: {
          level: "shards",
          filter_path: "indices.*.shards.*.seq_no.global_checkpoint,indices.*.shards.*.routing.primary",
        },
      },
    ),
  );
  const copies = Object.values(response?.indices ?? {}).flatMap(({ shards }) => Object.values(shards).flat());
  return copies.find(({ routing }) => routing.primary)?.seq_no.global_checkpoint ?? -1;
}
