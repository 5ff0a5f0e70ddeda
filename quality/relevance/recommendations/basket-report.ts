import { pairedBootstrap, type ResamplingOptions, type Interval } from "../paired-bootstrap.js";
import { formatTable } from "../../shared/table.js";
import type { Dataset } from "../taste/dataset.js";
import { JUDGED, type JudgedProfile } from "./basket-profiles.js";
import {
  BASKET_CONTENDERS,
  type BasketContender,
  type BasketEvaluation,
  type BasketObservation,
} from "./evaluate-baskets.js";

/** Hit rates of a profile and its baselines. */
export interface BasketSummary {
  readonly profile: JudgedProfile["profile"];
  readonly questions: number;
  /** Share of predictions in which an expected product is among the first recommendations. */
  readonly hitRates: Readonly<Record<BasketContender, number>>;
  /** Hit rate of the profile minus twice the hit rate of the popularity baseline; the target is above 0. */
  readonly aboveTwicePopularity: Interval;
  /** Hit rate of the profile minus twice the hit rate of the popularity baseline for the whole catalogue. */
  readonly aboveTwiceAtLarge: Interval;
  readonly aboveContent: Interval;
}

export function summariseBaskets(
  observations: readonly BasketObservation[],
  bootstrap: ResamplingOptions,
): BasketSummary[] {
  return JUDGED.flatMap(({ profile }) => {
    const own = observations.filter((one) => one.profile === profile);
    if (own.length === 0) return [];
    const rate = (contender: BasketContender) => own.filter(({ hits }) => hits[contender]).length / own.length;
    const above = (other: BasketContender, times: number) =>
      pairedBootstrap(
        own.map(({ shopper, hits }) => ({ shopper, value: Number(hits.profile) - times * Number(hits[other]) })),
        bootstrap,
      );
    return {
      profile,
      questions: own.length,
      hitRates: {
        profile: rate("profile"),
        popularity: rate("popularity"),
        at_large: rate("at_large"),
        content: rate("content"),
      },
      aboveTwicePopularity: above("popularity", 2),
      aboveTwiceAtLarge: above("at_large", 2),
      aboveContent: above("content", 1),
    };
  });
}

export function formatBaskets(
  { name, notes, feed }: Dataset,
  { training, questions, observations }: BasketEvaluation,
  { heldOut, bootstrap }: { heldOut: number; bootstrap: ResamplingOptions },
): string {
  const lines = [
    `${feed.length} feed lines; ${training} training baskets, ${questions} test cases from sessions in the last ${Math.round(heldOut * 100)} %`,
    "similar: all but one product of a basket are seeds, and the remaining product is expected among the first ten",
    "complete_the_look: one product of a basket with several categories is the seed, and a product of another category is expected among the first six",
    "recommendations are requested for a device without history",
    "popularity and content: the same profile with only this recommender; overall: popularity in all categories",
    `intervals: bootstrap of paired differences with ${bootstrap.resamples} resamples of shoppers`,
    ...notes,
  ];
  const header = [
    "share of hits",
    "questions",
    "measured",
    "popularity",
    "at large",
    "content",
    "above 2 × popularity",
    "above 2 × overall",
    "above content",
  ];
  const rows = summariseBaskets(observations, bootstrap).map((summary) => [
    summary.profile,
    String(summary.questions),
    ...BASKET_CONTENDERS.map((contender) => summary.hitRates[contender].toFixed(4)),
    formatInterval(summary.aboveTwicePopularity),
    formatInterval(summary.aboveTwiceAtLarge),
    formatInterval(summary.aboveContent),
  ]);
  return `${name}\n${lines.map((line) => `  ${line}`).join("\n")}\n\n${formatTable([header, ...rows])}`;
}

const formatInterval = ({ mean, low, high }: Interval): string =>
  `${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
