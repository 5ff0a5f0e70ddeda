import type { Engine } from "./engine.js";

/**
 * Deletes documents that match a query as far as searches see them; one that is changed meanwhile stays.
 * @param most at a time; what is left is for the next call
 * @returns how many are gone
 */
export async function deleteMatching(engine: Engine, index: string, query: object, most: number): Promise<number> {
  const answer = await engine.call<{ deleted: number }>("delete_matching", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_delete_by_query`,
    querystring: { conflicts: "proceed" },
    body: { query, max_docs: most },
    timeout: 120_000,
  });
  return answer.deleted;
}
