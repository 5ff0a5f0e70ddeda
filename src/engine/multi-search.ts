import type { Engine } from "./engine.js";
import type { SearchResponse } from "./search.js";

/** What became of one of several searches. `failed` carries the engine's own words, for logs only. */
export type SearchOutcome<T> =
  | { readonly outcome: "answered" | "slow"; readonly response: SearchResponse<T> }
  | { readonly outcome: "failed"; readonly reason: string };

interface MultiSearchAnswer<T> {
  readonly responses: readonly (
    | SearchResponse<T>
    | { readonly status: number; readonly error: { readonly type?: string; readonly reason?: string } }
  )[];
}

/**
 * Runs several searches at once in one call, each by itself: one that fails, or takes longer than `budgetMs` (`slow`: what
 * it had found by then), does not touch the others. A shard that is away costs its part of the results.
 * @param index an index or alias, the same for all
 * @throws EngineError, EngineUnavailableError when the call as a whole is not answered
 */
export async function searchMany<T>(
  engine: Engine,
  index: string,
  bodies: readonly object[],
  budgetMs: number,
): Promise<SearchOutcome<T>[]> {
  if (bodies.length === 0) return [];
  const lines = bodies.map((body) => `{}\n${JSON.stringify({ ...body, timeout: `${budgetMs}ms` })}\n`);
  const { responses } = await engine.call<MultiSearchAnswer<T>>("msearch", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_msearch`,
    bulkBody: lines.join(""),
  });
  return responses.map((response) => {
    if ("error" in response) {
      const { type = "unknown", reason = "" } = response.error;
      return { outcome: "failed", reason: `${response.status} ${type}: ${reason}` };
    }
    return { outcome: response.timed_out ? "slow" : "answered", response };
  });
}
