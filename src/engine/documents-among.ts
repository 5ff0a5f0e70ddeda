import type { Engine } from "./engine.js";
import type { SearchResponse } from "./search-documents.js";

/**
 * Reads those of some documents that match a query, as far as searches see them: where few do, that is much less work for the
 * engine than reading them all.
 * @param ids at most 10,000, each once
 * @param includes fields of the source
 * @param timeout milliseconds to wait for the engine
 * @returns by id @throws errors of the engine as they are; EngineUnavailableError when it takes longer
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
