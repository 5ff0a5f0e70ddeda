import { ndcg, reciprocalRank, type RankedProducts } from "../ranking-metrics.js";
import type { Step } from "./questions.js";

export const CONTENDERS = ["personalized", "unpersonalized", "popularity"] as const;
export type Contender = (typeof CONTENDERS)[number];

/**
 * Products of a basket that count as hits: new to the shopper, seen before ("repeats"), or all. "unseen", the main
 * metric, scores new products in lists without previously seen products, which would otherwise take the first positions
 * by design.
 */
export const PARTS = ["unseen", "new", "repeats", "all"] as const;
export type Part = (typeof PARTS)[number];

export const METRICS = ["MRR", "NDCG@10", "NDCG@24"] as const;
export type Metric = (typeof METRICS)[number];

export type Scores = Readonly<Record<Metric, number>>;

/** Scores of each compared ranking in the prediction of a shopper's next basket. */
export interface Observation {
  readonly shopper: string;
  readonly part: Part;
  readonly scores: Readonly<Record<Contender, Scores>>;
}

/**
 * Returns the product groups (new products, repeated products, all products) of which a basket contains at least one
 * product.
 */
export const partsIn = (step: Step): Part[] => PARTS.filter((part) => wantedIn(step, part).size > 0);

/**
 * Returns the scores of a basket for each given product group. The basket must contain at least one product of every
 * group.
 */
export function observe(
  step: Step,
  rankings: Readonly<Record<Contender, RankedProducts>>,
  parts: readonly Part[],
): Observation[] {
  return parts.map((part) => {
    const wanted = wantedIn(step, part);
    const scores = (ranking: RankedProducts) =>
      scoresOf(part === "unseen" ? ranking.filter((id) => !step.met.has(id)) : ranking, wanted);
    return {
      shopper: step.basket.shopper,
      part,
      scores: {
        personalized: scores(rankings.personalized),
        unpersonalized: scores(rankings.unpersonalized),
        popularity: scores(rankings.popularity),
      },
    };
  });
}

function wantedIn({ fresh, repeated }: Step, part: Part): ReadonlySet<string> {
  switch (part) {
    case "unseen":
    case "new":
      return fresh;
    case "repeats":
      return repeated;
    case "all":
      return new Set([...fresh, ...repeated]);
  }
}

const scoresOf = (ranking: RankedProducts, wanted: ReadonlySet<string>): Scores => ({
  MRR: reciprocalRank(ranking, wanted),
  "NDCG@10": ndcg(ranking, wanted, 10),
  "NDCG@24": ndcg(ranking, wanted, 24),
});
