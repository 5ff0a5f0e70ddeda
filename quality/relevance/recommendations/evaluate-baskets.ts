import { until } from "../../../test/support/until.js";
import { withService } from "../evaluated-service.js";
import { steeredClock } from "../adjustable-clock.js";
import { readMetrics } from "../../shared/service.js";
import { openStorefront, type Storefront } from "../storefront.js";
import type { Dataset } from "../taste/dataset.js";
import { eventLine } from "../taste/event-line.js";
import { JUDGED, profilesToCompare, type JudgedProfile } from "./basket-profiles.js";
import { categoriesIn, previewRequests, splitBaskets, type BasketQuestion } from "./basket-questions.js";

export interface BasketEvaluationOptions {
  readonly engineUrl: string;
  /** Share of all baskets that are evaluated. The service learns from the remaining baskets. */
  readonly heldOut: number;
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Result of one prediction. `hits` contains for each compared recommender whether it recommended an expected product.
 */
export interface BasketObservation {
  readonly shopper: string;
  readonly profile: JudgedProfile["profile"];
  readonly hits: Readonly<Record<BasketContender, boolean>>;
}

export const BASKET_CONTENDERS = ["profile", "popularity", "at_large", "content"] as const;
export type BasketContender = (typeof BASKET_CONTENDERS)[number];

export interface BasketEvaluation {
  /** Number of baskets from which the recommenders learned. */
  readonly training: number;
  readonly questions: number;
  readonly observations: readonly BasketObservation[];
}

/**
 * Identifier of a device without events, so that the recommendations depend only on the basket and not on a taste
 * profile.
 */
const UNKNOWN_SHOPPER = "a-device-without-history";
const BASKETS_AT_ONCE = 500;
const HOUR_MS = 3_600_000;
const READ_WITHIN_MS = 120_000;

/**
 * Sends the training baskets to a service through the public API and evaluates recommendations for all other baskets in
 * chronological order. For `complete_the_look`, the only seed product is one basket product, and the expected products
 * have other categories.
 * @throws the abort reason of `signal`, after all data has been deleted
 */
export async function evaluateBaskets(dataset: Dataset, options: BasketEvaluationOptions): Promise<BasketEvaluation> {
  const { engineUrl, heldOut, onProgress, signal } = options;
  const { training, questions } = splitBaskets(dataset.baskets, heldOut);
  const [first] = training;
  if (first === undefined || questions.length === 0) throw new Error(`${dataset.name} has too few baskets`);
  const clock = steeredClock(first.at - HOUR_MS);
  const configuration = { ...dataset.configuration, profiles: profilesToCompare() };
  const observations = await withService({ engineUrl, clock, configuration }, async (access, service) => {
    const storefront = openStorefront(access, () => service.learn());
    await storefront.ingest(dataset.feed);
    for (let start = 0; start < training.length; start += BASKETS_AT_ONCE) {
      signal.throwIfAborted();
      const some = training.slice(start, start + BASKETS_AT_ONCE);
      clock.advanceTo(some.at(-1)?.at ?? first.at);
      await storefront.send(some.map(eventLine));
    }
    const isRead = async () => (await eventsRead(service.operations_url)) >= training.length;
    await until("the service has read the sessions of all baskets", isRead, READ_WITHIN_MS);
    const views = previewRequests(questions, categoriesIn(dataset.feed));
    const requested = JUDGED.flatMap((judged) =>
      (judged.profile === "complete_the_look" ? views : questions).map((question) => ({ judged, question })),
    ).sort((a, b) => a.question.at - b.question.at);
    const all: BasketObservation[] = [];
    for (const [position, { judged, question }] of requested.entries()) {
      signal.throwIfAborted();
      clock.advanceTo(question.at);
      const { profile, limit, ...others } = judged;
      const request = (one: string) => has(storefront, question, one, limit);
      const [own, popularity, at_large, content] = await Promise.all([
        request(profile),
        request(others.popularity),
        request(others.at_large),
        request(others.content),
      ]);
      all.push({ shopper: question.shopper, profile, hits: { profile: own, popularity, at_large, content } });
      onProgress(position + 1, requested.length);
    }
    return all;
  });
  return { training: training.length, questions: questions.length, observations };
}

async function has(storefront: Storefront, { seeds, wanted }: BasketQuestion, profile: string, limit: number) {
  const shown = await storefront.recommendations(UNKNOWN_SHOPPER, { profile, seeds, limit });
  return shown.some((id) => wanted.includes(id));
}

/** Returns the number of stored events that the service has read into its session index. */
export async function eventsRead(operationsUrl: string): Promise<number> {
  return (await readMetrics(operationsUrl))("vitrine_session_events_read_total") || 0;
}
