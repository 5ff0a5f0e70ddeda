import { type Engine, type EngineCall, engineError, EngineUnavailableError, isIndexGone, rootOf } from "./engine.js";
import type { SearchResponse } from "./search-documents.js";
import { withSharedDeadline } from "./deadline.js";

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

interface MultiSearchResponse<T> {
  readonly responses: readonly (SearchResponse<T> | Failed)[];
}

/**
 * Runs several searches at once in one call, each by itself: one that fails, or takes longer than `budgetMs` (`slow`: what
 * it had found by then), does not touch the others. A shard that is away costs its part of the results.
 * @param index an index or alias, the same for all
 * @param more query parameters of each search
 * @throws EngineError, EngineUnavailableError when the call as a whole is not answered; the latter also when the engine is too
 * busy or away for each of them; the former when there is no such index
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
  /** @returns what becomes of the search once the batch is sent; rejects with what `searchMany` throws */
  add<T>(body: object): Promise<SearchOutcome<T>>;
  /** To be called once, when everything has been added. Sends nothing where nothing was. */
  send(): void;
}

/**
 * Others may wait for what is in it: the call goes on when the one who sent it leaves.
 * @param index the name of the index or alias that is searched @param budgetMs milliseconds that each search may take
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
