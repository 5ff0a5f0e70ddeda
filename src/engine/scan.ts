import { EngineError, EngineUnavailableError, type Engine } from "./engine.js";
import { closePointsInTime, openPointInTime } from "./point-in-time.js";
import type { Hit, SearchResponse } from "./search-documents.js";

const KEPT_SECONDS = 120;

export interface ScanOptions {
  /** All documents unless given. */
  readonly query?: object;
  /** Leaves out `_source`, whose size is unbounded. */
  readonly idsOnly?: boolean;
  /** Doc values to read in place of all that is stored: hits then have `fields`, and neither `_id` nor `_source`. */
  readonly fields?: readonly string[];
}

/**
 * Reads every matching document of an index as it was when the scan began, `pageSize` at a time.
 * @throws EngineUnavailableError also where a node went away with its part of what is read: another scan may succeed
 */
export async function* scan<T>(
  engine: Engine,
  index: string,
  pageSize: number,
  { query = { match_all: {} }, idsOnly = false, fields }: ScanOptions = {},
): AsyncGenerator<Hit<T>[], void, undefined> {
  const { pit_id } = await openPointInTime(engine, index, KEPT_SECONDS);
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
        throw isGone(error) ? new EngineUnavailableError(`a scan of ${index} lost its view`, { cause: error }) : error;
      });
      if (hits.hits.length === 0) return;
      yield hits.hits;
      after = hits.hits.at(-1)?.sort;
    }
  } finally {
    // One that cannot be closed ends by itself.
    await closePointsInTime(engine, [pit_id]).catch(() => undefined);
  }
}

/** A point-in-time is held by the nodes that opened it: one that has started again knows none, and of one that has left there is no address. */
const isGone = (error: unknown): boolean =>
  error instanceof EngineError &&
  (error.type === "search_context_missing_exception" ||
    (error.type === "illegal_state_exception" && error.reason.startsWith("no node found")));
