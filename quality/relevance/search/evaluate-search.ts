import { putConfiguration } from "../configuration.js";
import { type EvaluationOutcome, evaluationOutcomeOf, missedShare, type RankedProducts } from "../ranking-metrics.js";
import { MAX_LIMIT } from "../../../src/search/request-schema.js";
import { steeredClock } from "../adjustable-clock.js";
import { withService } from "../evaluated-service.js";
import { openStorefront, type Storefront } from "../storefront.js";
import { randomPrefix } from "../../../test/support/engine.js";
import { exchange } from "../../shared/http.js";
import type { Judgements } from "../judgements.js";
import { loadNaive, searchNaive } from "./naive.js";
import { questionOf, type SearchQuestion } from "./question.js";
import type { Variation } from "./signals.js";

export interface SearchEvaluationOptions {
  readonly engineUrl: string;
  /** Storefront settings that override the catalogue's settings. Nested settings are not merged. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Whether each query is restricted to its judged products. */
  readonly amongJudged: boolean;
  /**
   * Minimum grade of products that every search should find. Missing products with at least this grade are counted,
   * unless the value is null.
   */
  readonly good: number | null;
  /** Variations of the configuration, which are evaluated on the same catalogue. */
  readonly variations: readonly Variation[];
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

export interface SearchEvaluation {
  readonly service: EvaluationOutcome;
  readonly naive: EvaluationOutcome;
  readonly variations: readonly { readonly name: string; readonly outcome: EvaluationOutcome }[];
  /**
   * Share of all products with at least the grade `good` that are missing from result pages of maximum size, over all
   * queries.
   */
  readonly missed?: { readonly service: number; readonly naive: number };
}

/** Number of concurrent searches, equal to the number of cores of the smallest machine. */
const AT_ONCE = 2;

/**
 * Imports a feed and evaluates searches for the judged queries.
 * @param feed lines of the feed
 * @throws the signal's abort reason if the evaluation is aborted, after all data was deleted
 */
export async function evaluateSearch(
  feed: readonly string[],
  judgements: Judgements,
  options: SearchEvaluationOptions,
): Promise<SearchEvaluation> {
  const { engineUrl, configuration, variations, amongJudged, good, signal } = options;
  const questions = [...judgements].map(([query, grades]) => questionOf(query, grades, amongJudged));
  const wide = good === null ? [] : [...judgements.keys()].map((query) => ({ query, limit: MAX_LIMIT }));
  const total = (questions.length + wide.length) * 2 + questions.length * variations.length;
  let done = 0;
  const rank = (some: readonly SearchQuestion[], response: Contender) =>
    requestAll(some, response, () => {
      signal.throwIfAborted();
      options.onProgress((done += 1), total);
    });
  const request = async (response: Contender): Promise<EvaluationOutcome> =>
    evaluationOutcomeOf(await rank(questions, response), judgements);
  const missed = async (response: Contender) => missedShare(await rank(wide, response), judgements, good ?? 0);
  const naive = await withNaive(engineUrl, feed, async (index) => {
    const response: Contender = (question) => searchNaive(engineUrl, index, question);
    return { outcome: await request(response), missed: await missed(response) };
  });
  return withService({ engineUrl, clock: steeredClock(Date.now()), configuration }, async (access, { learn }) => {
    const storefront: Storefront = openStorefront(access, learn);
    await storefront.ingest(feed);
    // Run product learning, which waits until the products have embeddings. Ingestion does not wait for embeddings.
    await learn();
    const service = await request((question) => storefront.found(question));
    const service_missed = await missed((question) => storefront.found(question));
    const varied: { name: string; outcome: EvaluationOutcome }[] = [];
    for (const variation of variations) {
      await putConfiguration(access, variation.configuration);
      await learn();
      varied.push({ name: variation.name, outcome: await request((question) => storefront.found(question)) });
    }
    const both = { service: service_missed, naive: naive.missed };
    return { service, naive: naive.outcome, variations: varied, ...(good === null ? {} : { missed: both }) };
  });
}

type Contender = (question: SearchQuestion) => Promise<RankedProducts>;

async function requestAll(
  questions: readonly SearchQuestion[],
  response: (question: SearchQuestion) => Promise<RankedProducts>,
  onResponse: () => void,
): Promise<ReadonlyMap<string, RankedProducts>> {
  const rankings = new Map<string, RankedProducts>(questions.map(({ query }) => [query, []]));
  const waiting = questions[Symbol.iterator]();
  const work = async () => {
    for (const question of waiting) {
      rankings.set(question.query, await response(question));
      onResponse();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return rankings;
}

async function withNaive<T>(engineUrl: string, feed: readonly string[], work: (index: string) => Promise<T>) {
  const index = `${randomPrefix()}naive`;
  try {
    await loadNaive(engineUrl, index, feed);
    return await work(index);
  } finally {
    await exchange(new URL(`/${index}?ignore_unavailable=true`, engineUrl), { method: "DELETE" });
  }
}
