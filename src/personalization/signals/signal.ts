import type { Clause } from "../../catalog/matching/filter-query.js";
import type { RankingWeights } from "../../storefront/taste-configuration.js";
import type { Candidate } from "../candidate.js";
import type { TasteSnapshot } from "../taste/snapshot.js";

/** What is ranked for a shopper: `text` where words were typed, which say themselves what is wanted. */
export type RankingKind = "listing" | "text";

/**
 * One reason for which a shopper may want a product. Order, explanation and evaluation come from `score` alone: a product is
 * worth `weight` times `score` more. To add one, write its file and name it in `signals.ts`.
 */
export interface Signal {
  /** As explanations call it. */
  readonly name: string;
  /** The points for a score of 1. 0: the signal has no part in such a ranking. */
  weight(weights: RankingWeights, of: RankingKind): number;
  /** From 0 to 1. */
  score(candidate: Candidate, taste: TasteSnapshot): number;
  /**
   * Clauses by which the engine brings, from a listing too large to be ranked whole, what this shopper may want; each with its part
   * of the score. The order in which they bring it is never shown. A signal without them counts among what was brought.
   */
  reach?(taste: TasteSnapshot): readonly Reach[];
  /** The taste in parts, each of which explanations tell by itself: the scores of the parts add up to the score of the whole. */
  parts?(taste: TasteSnapshot): readonly Part[];
}

export interface Reach {
  /** With a boost of its own; what it finds is scored up to 1. */
  readonly clause: (boost: number) => Clause;
  /** From 0 to 1: what it gives at most. */
  readonly share: number;
}

interface Part {
  readonly name: string;
  readonly taste: TasteSnapshot;
}

/** A clause that gives the same to all that it finds. */
export const constantReach = (filter: Clause, share: number): Reach => ({
  share,
  clause: (boost) => ({ constant_score: { filter, boost } }),
});
