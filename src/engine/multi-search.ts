import { engineError, EngineUnavailableError, isIndexGone, rootOf, type Engine } from "./engine.js";
import type { SearchResponse } from "./search-documents.js";

/** The result of one of several searches. `failed` carries the engine's own words, for logs only. */
export type SearchOutcome<T> =
  | { readonly outcome: "answered" | "slow"; readonly response: SearchResponse<T> }
  | { readonly outcome: "failed"; readonly reason: string };

/** `slow`, `failed`: the results are incomplete. */
export type SearchOutcomeKind = SearchOutcome<never>["outcome"];

interface Failed {
  readonly status: number;
  readonly error: Parameters<typeof rootOf>[0];
}

interface MultiSearchAnswer<T> {
  readonly responses: readonly (SearchResponse<T> | Failed)[];
}

/**
 * Runs several searches at once in one call, each by itself: one that fails, or takes longer than `budgetMs` (`slow`: what
 * it had found by then), does not touch the others. A shard that is away costs its part of the results.
 * @param index an index or alias, the same for all
 * @throws EngineError, EngineUnavailableError when the call as a whole is not answered; the latter also when the engine is too
 * busy or away for each of them; the former when there is no such index
 */
export async function searchMany<T>(
  engine: Engine,
  index: string,
  bodies: readonly object[],
  budgetMs: number,
): Promise<SearchOutcome<T>[]> {
  const given = bodies.map((body) => ({ ...body, timeout: `${budgetMs}ms` }));
  const responses = await multiSearch<T>(engine, index, {}, given);
  const failures = responses.flatMap((response) => ("error" in response ? [failureOf(response)] : []));
  const [failure] = failures;
  const isUnanswered = failures.length === responses.length && (failures.every(isUnavailable) || isIndexGone(failure));
  if (failure !== undefined && isUnanswered) throw failure;
  return responses.map((response) => {
    if ("error" in response) return { outcome: "failed", reason: failureOf(response).message };
    return { outcome: response.timed_out ? "slow" : "answered", response };
  });
}

const isUnavailable = (error: Error) => error instanceof EngineUnavailableError;

function failureOf({ status, error }: Failed) {
  const { type, reason } = rootOf(error);
  return engineError(status, type, reason);
}

/**
 * Runs searches that need each other at once in one call. A shard failure is an error, never half a result.
 * @param index an index or alias, the same for all
 * @throws EngineError, EngineUnavailableError when any of them fails
 */
export async function searchTogether<T>(
  engine: Engine,
  index: string,
  bodies: readonly object[],
): Promise<SearchResponse<T>[]> {
  const responses = await multiSearch<T>(engine, index, { allow_partial_search_results: false }, bodies);
  return responses.map((response) => {
    if ("error" in response) throw failureOf(response);
    return response;
  });
}

/** @param header what holds for each of the searches */
async function multiSearch<T>(
  engine: Engine,
  index: string,
  header: object,
  bodies: readonly object[],
): Promise<MultiSearchAnswer<T>["responses"]> {
  if (bodies.length === 0) return [];
  const lines = bodies.map((body) => `${JSON.stringify(header)}\n${JSON.stringify(body)}\n`);
  const { responses } = await engine.call<MultiSearchAnswer<T>>("msearch", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_msearch`,
    bulkBody: lines.join(""),
  });
  return responses;
}
