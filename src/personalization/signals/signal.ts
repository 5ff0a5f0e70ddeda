import type { RankingWeights } from "../../storefront/taste-configuration.js";
import type { Products } from "../candidate.js";
import type { TasteSnapshot } from "../taste/snapshot.js";

/** What is ranked for a shopper: `text` where words were typed, which say themselves what is wanted. */
export type RankingKind = "listing" | "text";

/**
 * One reason for which a shopper may want a product. Order, explanation and evaluation come from `scores` alone: a product is
 * worth `weight` times its score more. To add one, write its file and name it in `signals.ts`.
 */
export interface Signal {
  /** As explanations call it. */
  readonly name: string;
  /** The points for a score of 1. 0: the signal has no part in such a ranking. */
  weight(weights: RankingWeights, of: RankingKind): number;
  /** Of each product from 0 to 1. */
  scores(products: Products, taste: TasteSnapshot): Float64Array;
  /** The taste in parts, each of which explanations tell by itself: the scores of the parts add up to the score of the whole. */
  parts?(taste: TasteSnapshot): readonly Part[];
}

interface Part {
  readonly name: string;
  readonly taste: TasteSnapshot;
}
