import { affinityClauses, type Clause } from "../personalization/affinity.js";
import { listingPrior } from "../personalization/listing-prior.js";
import { mustRerank } from "../personalization/rerank/rerank.js";
import type { FrozenTaste } from "../personalization/personalizer.js";
import type { RankingWeights } from "../storefront/taste-configuration.js";

/** What makes an order a shopper's own, frozen with a chain of pages. */
export interface Personal {
  readonly taste: FrozenTaste | null;
  readonly weights: RankingWeights;
  /** Of releases and of interest in products (`popularity.half_life_days`). */
  readonly half_life_days: number;
  readonly diversify_categories: boolean;
}

/** Null where nothing is to be ranked by: then the order is exactly the one that everybody else gets. */
export function personalOrder(personal: Personal): Personal | null {
  const { taste: snapshot, diversify_categories } = personal;
  return mustRerank({ snapshot, diversify_categories }) ? personal : null;
}

/** Whether taste has a part in the engine's score. */
export const isScoredByTaste = (personal: Personal | null): boolean => (personal?.taste?.tokens.length ?? 0) > 0;

/** What taste adds to a query: what replaces the listing's own order, and what lifts products above it. */
export interface TasteClauses {
  readonly must: readonly Clause[];
  readonly should: readonly Clause[];
}

const NOTHING: TasteClauses = { must: [], should: [] };
/** The prior and the tokens of a snapshot. */
export const MAX_TASTE_CLAUSES = 32;

/** @param hasText a text query has a score of its own, to which taste is added */
export function tasteClauses(personal: Personal | null, hasText: boolean): TasteClauses {
  if (personal?.taste == null || !isScoredByTaste(personal)) return NOTHING;
  const { taste, half_life_days } = personal;
  return {
    must: hasText ? [] : [listingPrior(taste.at, half_life_days)],
    should: affinityClauses(taste, tastePart(personal, hasText)),
  };
}

/** The most that taste adds to the score of a product. */
export const tastePart = ({ weights }: Personal, hasText: boolean): number =>
  hasText ? weights.text_affinity : weights.affinity;
