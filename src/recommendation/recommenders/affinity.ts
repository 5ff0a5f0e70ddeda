import { LOG_PRICE_FIELD } from "../../catalog/features.js";
import { CATEGORIES_LEAF, CATEGORY_SEPARATOR } from "../../catalog/leaves.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { readToken, TASTE_FIELD } from "../../catalog/taste-tokens.js";
import { listingPrior } from "../../personalization/listing-prior.js";
import { DOUBLINGS, likedTokens } from "../../personalization/signals.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { BY_SCORE, type Proposal } from "./proposal.js";

/** Proposes what the shopper may like most, of the products that match the shopper's taste; `order.ts` ranks them. */
export function affinity({ taste, configuration }: RecommendationContext): Proposal | null {
  if (taste === null) return null;
  // A price is no reason by itself, and what was looked at is known.
  const liked = likedTokens(taste);
  if (liked.length === 0) return null;
  const { ranking: weights, popularity } = configuration;
  const should = [
    ...liked.map(([token, weight]) => givingTo(token, weights.affinity * weight)),
    ...(taste.prices ?? []).map(([origin, weight]) => nearPrice(origin, weights.affinity * weight)),
  ];
  const filter = [{ terms: { [TASTE_FIELD]: liked.map(([token]) => token) } }];
  const must = [listingPrior(taste.at, popularity.half_life_days)];
  return { kind: "search", query: { bool: { filter, must, should } }, sort: BY_SCORE };
}

/** Products have only the deepest of their categories. */
function givingTo(token: string, boost: number): Clause {
  const exactly = { term: { [TASTE_FIELD]: token } };
  const below = { prefix: { [TASTE_FIELD]: `${token}${CATEGORY_SEPARATOR}` } };
  const isCategory = readToken(token).field === CATEGORIES_LEAF;
  return { constant_score: { filter: isCategory ? { bool: { should: [exactly, below] } } : exactly, boost } };
}

const nearPrice = (origin: number, weight: number): Clause => ({
  function_score: {
    query: { exists: { field: LOG_PRICE_FIELD } },
    functions: [{ linear: { [LOG_PRICE_FIELD]: { origin, scale: DOUBLINGS / 2, decay: 0.5 } }, weight }],
    boost_mode: "replace",
  },
});
