import { readToken } from "../catalog/taste-tokens.js";
import type { Clause } from "../catalog/matching/filter-query.js";
import { affinityClauses, priceClause } from "../personalization/affinity.js";
import { listingPrior } from "../personalization/listing-prior.js";
import { mustRerank } from "../personalization/rerank/rerank.js";
import type { Room } from "../personalization/rerank/room.js";
import type { FrozenTaste } from "../personalization/personalizer.js";
import { PRODUCT, type TasteSnapshot } from "../personalization/taste/snapshot.js";
import type { RankingWeights } from "../storefront/taste-configuration.js";
import type { Signal } from "./signal.js";

/** The personal part of an order, frozen with a chain of pages. */
export interface Personal {
  readonly taste: FrozenTaste | null;
  readonly weights: RankingWeights;
  /** Of releases and of interest in products (`popularity.half_life_days`). */
  readonly half_life_days: number;
  readonly diversify_categories: boolean;
  /** How far pages follow the taste; absent where there is no limit, and in chains that older versions started. */
  readonly room?: Room;
}

/** Null where there is nothing to personalize by: then the order is exactly the unpersonalized one. */
export function personalOrder(personal: Personal): Personal | null {
  const { taste: snapshot, diversify_categories } = personal;
  return mustRerank({ snapshot, diversify_categories }) ? personal : null;
}

/** Whether taste has a part in the engine's score. */
export const isScoredByTaste = (personal: Personal | null): boolean =>
  personal?.taste != null && personal.taste.tokens.length + (personal.taste.prices?.length ?? 0) > 0;

/**
 * The clauses that taste adds to a query: those that replace the listing's own order, and those that raise products
 * above it.
 */
export interface TasteClauses {
  readonly must: readonly Clause[];
  readonly should: readonly Signal[];
}

const NOTHING: TasteClauses = { must: [], should: [] };
/** The prior, the tokens of a snapshot, of which categories take two, and the prices. */
export const MAX_TASTE_CLAUSES = 64;

/**
 * @param hasText a text query has a score of its own, to which what is liked in products is added; how expensive they are, and
 * what was looked at before, says nothing about what was typed
 */
export function tasteClauses(personal: Personal | null, hasText: boolean): TasteClauses {
  if (personal?.taste == null || !isScoredByTaste(personal)) return NOTHING;
  const { taste, half_life_days } = personal;
  const most = tastePart(personal, hasText);
  const tokens = likedTokens(taste, hasText);
  const clauses = affinityClauses({ tokens }, most);
  const price = hasText ? undefined : priceClause(taste, most);
  return {
    must: hasText ? [] : [listingPrior(taste.at, half_life_days)],
    should: [
      ...clauses.map((clause, at) => ({ name: `taste ${tokens[at]?.[0] ?? ""}`, clause })),
      ...(price === undefined ? [] : [{ name: "taste price", clause: price }]),
    ],
  };
}

/** The tokens of a snapshot that count. */
export const likedTokens = ({ tokens }: Pick<TasteSnapshot, "tokens">, hasText: boolean): TasteSnapshot["tokens"] =>
  hasText ? tokens.filter(([token]) => readToken(token).field !== PRODUCT) : tokens;

/** The most that taste adds to the score of a product. */
export const tastePart = ({ weights }: Personal, hasText: boolean): number =>
  hasText ? weights.text_affinity : weights.affinity;
