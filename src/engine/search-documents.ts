import type { Engine, EngineCall } from "./engine.js";

export interface Hit<T> {
  _index: string;
  _id: string;
  _score: number | null;
  _source: T;
  _seq_no?: number;
  _primary_term?: number;
  sort?: unknown[];
  /** Names of the matched named clauses. `searchNamed` also returns their scores. */
  matched_queries?: Readonly<Record<string, number>> | readonly string[];
  /** Values of the requested `docvalue_fields`. */
  fields?: Readonly<Record<string, readonly unknown[]>>;
  inner_hits?: Readonly<Record<string, { readonly hits: { readonly hits: readonly Hit<T>[] } }>>;
}

export interface SearchResponse<T, A = Record<string, unknown>> {
  took: number;
  timed_out: boolean;
  _shards: { total: number; successful: number; failed: number };
  hits: { total: { value: number; relation: "eq" | "gte" }; hits: Hit<T>[] };
  aggregations?: A;
}

/** Runs one search on an index or alias. A shard failure is an error; results are never partial. */
export function searchDocuments<T, A = Record<string, unknown>>(
  engine: Engine,
  index: string,
  body: object,
  signal?: AbortSignal,
  more?: EngineCall["querystring"],
): Promise<SearchResponse<T, A>> {
  return engine.call<SearchResponse<T, A>>("search", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_search`,
    querystring: { allow_partial_search_results: false, ...more },
    body,
    ...(signal === undefined ? {} : { signal }),
  });
}

const filter_path = "took,timed_out,_shards,hits.total,hits.hits.sort,hits.hits.fields,aggregations,suggest";

/**
 * Runs a search whose hits contain only sort values and fields: for thousands of hits, index names and ids would be most of the response.
 */
export async function searchColumns<A = Record<string, unknown>>(
  engine: Engine,
  index: string,
  body: object,
  more?: EngineCall["querystring"],
): Promise<SearchResponse<never, A>> {
  type ResponseBody = SearchResponse<never, A>;
  // The engine omits empty properties from the response.
  const response: Omit<ResponseBody, "hits"> & { readonly hits?: Partial<ResponseBody["hits"]> } =
    await searchDocuments<never, A>(engine, index, body, undefined, { filter_path, ...more });
  const { total = { value: 0, relation: "eq" }, hits = [] } = response.hits ?? {};
  return { ...response, hits: { total, hits } };
}

/** Runs a search whose hits list the matched named clauses of the query with their scores. */
export const searchNamed = <T>(
  engine: Engine,
  index: string,
  body: object,
  more?: EngineCall["querystring"],
): Promise<SearchResponse<T>> =>
  searchDocuments<T>(engine, index, body, undefined, { include_named_queries_score: true, ...more });

/** Counts the matching documents; without a query, all documents. */
export async function countDocuments(engine: Engine, index: string, query?: object): Promise<number> {
  const response = await engine.call<{ count: number }>("count", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_count`,
    ...(query === undefined ? {} : { body: { query } }),
  });
  return response.count;
}

const COUNTED_TOGETHER = 100;

/**
 * Counts the matching documents of each query. One search evaluates a hundred queries, which is much cheaper than a hundred searches.
 * @param index index or alias, the same for all queries
 * @throws the errors of the engine
 */
export async function countEach(engine: Engine, index: string, queries: readonly object[]): Promise<number[]> {
  const counts: number[] = [];
  for (let from = 0; from < queries.length; from += COUNTED_TOGETHER) {
    const filters = queries.slice(from, from + COUNTED_TOGETHER);
    const { aggregations } = await searchDocuments<never, Counts>(engine, index, {
      size: 0,
      track_total_hits: false,
      aggs: { counts: { filters: { filters } } },
    });
    counts.push(...filters.map((_, at) => aggregations?.counts.buckets[at]?.doc_count ?? 0));
  }
  return counts;
}

interface Counts {
  readonly counts: { readonly buckets: readonly { readonly doc_count: number }[] };
}

/**
 * Returns the documents among `ids` that match a query. The result reflects the last refresh of the index. If few
 * documents match, this is much cheaper than reading all of them.
 * @param ids at most 10,000 distinct ids
 * @param includes names of the source fields to return
 * @param timeout timeout in milliseconds
 * @returns the matching documents by id
 * @throws the errors of the engine; EngineUnavailableError after a timeout
 */
export async function documentsAmong<T>(
  engine: Engine,
  index: string,
  ids: readonly string[],
  query: object,
  { includes, timeout }: { readonly includes: readonly string[]; readonly timeout: number },
): Promise<ReadonlyMap<string, T>> {
  const { hits } = await engine.call<SearchResponse<T>>("documents_among", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_search`,
    querystring: { allow_partial_search_results: false },
    body: {
      size: ids.length,
      track_total_hits: false,
      _source: includes,
      query: { bool: { filter: [{ terms: { _id: ids } }, query] } },
    },
    timeout,
  });
  return new Map(hits.hits.map(({ _id, _source }) => [_id, _source]));
}
