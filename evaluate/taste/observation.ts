import { ndcg, reciprocalRank, type Ranking } from "../metrics.js";
import type { Step } from "./questions.js";

export const CONTENDERS = ["personalized", "unpersonalized", "popularity"] as const;
export type Contender = (typeof CONTENDERS)[number];

/** Which products of a basket count as found: those new to the shopper (the claim), those met before, or both. */
export const PARTS = ["new", "repeats", "all"] as const;
export type Part = (typeof PARTS)[number];

export const METRICS = ["MRR", "NDCG@10", "NDCG@24"] as const;
export type Metric = (typeof METRICS)[number];

export type Scores = Readonly<Record<Metric, number>>;

/** How well each contender had what a shopper chose next. */
export interface Observation {
  readonly shopper: string;
  readonly part: Part;
  readonly scores: Readonly<Record<Contender, Scores>>;
}

/** One observation for each part that the basket has products of. */
export function observe(step: Step, rankings: Readonly<Record<Contender, Ranking>>): Observation[] {
  const wantedIn = { new: step.fresh, repeats: step.repeated, all: new Set([...step.fresh, ...step.repeated]) };
  return PARTS.filter((part) => wantedIn[part].size > 0).map((part) => ({
    shopper: step.basket.shopper,
    part,
    scores: {
      personalized: scoresOf(rankings.personalized, wantedIn[part]),
      unpersonalized: scoresOf(rankings.unpersonalized, wantedIn[part]),
      popularity: scoresOf(rankings.popularity, wantedIn[part]),
    },
  }));
}

const scoresOf = (ranking: Ranking, wanted: ReadonlySet<string>): Scores => ({
  MRR: reciprocalRank(ranking, wanted),
  "NDCG@10": ndcg(ranking, wanted, 10),
  "NDCG@24": ndcg(ranking, wanted, 24),
});
