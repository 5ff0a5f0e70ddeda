import { type Engine, type EngineCall, engineError, EngineUnavailableError, isIndexGone, rootOf } from "./engine.js";
import type { SearchResponse } from "./search-documents.js";
import { withSharedDeadline } from "./deadline.js";

/** The outcome of one search in a batch. The `reason` of a failure is a message of the engine and may only be logged. */
export type SearchOutcome<T> =
  | { readonly outcome: "answered" | "slow"; readonly response: SearchResponse<T> }
  | { readonly outcome: "failed"; readonly reason: string };

/** Kind of search outcome. The results of `slow` and `failed` searches are incomplete. */
export type SearchOutcomeKind = SearchOutcome<never>["outcome"];

interface Failed {
  readonly status: number;
  readonly error: Parameters<typeof rootOf>[0];
}

interface MultiSearchResponse<T> {
  readonly responses: readonly (SearchResponse<T> | Failed)[];
}

/**
 * Runs several searches in one call. Each search fails independently. A search that exceeds `budgetMs` returns partial
 * results as `slow`. If a shard is unavailable, only its part of the results is missing.
 * @param index index or alias, the same for all searches
 * @param more query parameters of each search
 * @throws {EngineError} if the call fails or the index does not exist; EngineUnavailableError if the engine is
 * unreachable, or if every search fails because the engine is overloaded or unreachable
 */
export async function searchMany<T>(
  engine: Engine,
  index: string,
  bodies: readonly object[],
  budgetMs: number,
  more: EngineCall["querystring"] = {},
): Promise<SearchOutcome<T>[]> {
  if (bodies.length === 0) return [];
  const header = JSON.stringify(more);
  const { responses } = await engine.call<MultiSearchResponse<T>>("msearch", {
    method: "POST",
    path: `/${encodeURIComponent(index)}/_msearch`,
    bulkBody: bodies.map((body) => `${header}\n${JSON.stringify({ ...body, timeout: `${budgetMs}ms` })}\n`).join(""),
  });
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

export interface SearchBatch {
  /**
   * Adds a search to the batch.
   * @returns the outcome after the batch is sent; rejects with the errors of `searchMany`
   */
  add<T>(body: object): Promise<SearchOutcome<T>>;
  /** Sends the batch; call it once, after all searches are added. An empty batch makes no call. */
  send(): void;
}

/**
 * Creates a batch of searches. Several requests may share the results, so the batch continues after the client of the sending request
 * disconnects.
 * @param index name of the index or alias to search
 * @param budgetMs time limit of each search in milliseconds
 */
export function createSearchBatch(engine: Engine, index: string, budgetMs: number): SearchBatch {
  const bodies: object[] = [];
  let begin!: (call: Promise<SearchOutcome<never>[]>) => void;
  const outcomes = new Promise<SearchOutcome<never>[]>((resolve) => {
    begin = resolve;
  });

  return {
    async add(body) {
      const position = bodies.push(body) - 1;
      return (await outcomes)[position] as SearchOutcome<never>;
    },
    send() {
      if (bodies.length > 0) begin(withSharedDeadline(() => searchMany<never>(engine, index, bodies, budgetMs)));
    },
  };
}
