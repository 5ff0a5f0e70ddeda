import { LOG_PRICE_FIELD } from "../../catalog/features.js";
import { CATEGORIES_FIELD, CATEGORY_SEPARATOR } from "../../catalog/fields.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { readToken, TASTE_FIELD } from "../../catalog/taste-tokens.js";
import { listingPrior } from "../../personalization/listing-prior.js";
import { DOUBLINGS, likedTokens } from "../../personalization/signals.js";
import { textQuery } from "../../search/text/text-query.js";
import { wordsOf } from "../../search/text/words.js";
import type { RecommenderSettings } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { content } from "./content.js";
import { outfit } from "./outfit.js";
import { newIn, popular, trending } from "./catalogue.js";
import { BY_SCORE, products, type Proposal } from "./proposal.js";
import { complementary, nextInSession, sessionNeighbours, type Neighbours } from "./sessions.js";

/** Returns the products that a recommender proposes; null if the context lacks data that the recommender needs. */
export function propose(
  recommender: RecommenderSettings,
  context: RecommendationContext,
  neighbours: Neighbours,
): Proposal | null {
  switch (recommender.by) {
    case "session_neighbours":
      return sessionNeighbours(context, neighbours);
    case "next":
      return nextInSession(context, neighbours);
    case "complementary":
      return complementary(context, neighbours);
    case "content":
      return content(context);
    case "outfit":
      return outfit(context);
    case "affinity":
      return affinity(context);
    case "recently_viewed":
      return recentlyViewed(context);
    case "words":
      return words(context);
    case "popular":
      return popular(recommender.within, context, recommender.known);
    case "trending":
      return trending(recommender.within, context);
    case "new_in":
      return newIn(recommender.within, context);
  }
}

/**
 * Proposes the products that the device viewed, latest first. Views that are only known by user id are excluded, because another person could
 * guess a user id.
 */
const recentlyViewed = ({ viewed }: RecommendationContext): Proposal | null => products(viewed.map(({ id }) => id));

/** Proposes the best results for the words of a missing page's address, or of a search without results. */
function words({ words: wanted, configuration }: RecommendationContext): Proposal | null {
  if (wordsOf(wanted).words.length === 0) return null;
  return { kind: "search", query: textQuery(wanted, configuration, "any"), sort: BY_SCORE };
}

/** Proposes products with attributes that the shopper likes; `order.ts` ranks these products afterwards. */
export function affinity({ taste, configuration }: RecommendationContext): Proposal | null {
  if (taste === null) return null;
  // A price alone is not a reason to recommend a product, and viewed products are already known.
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

/**
 * Returns the clause that adds `boost` to products with a token. A product contains only its deepest categories, so a category token also
 * matches products of its subcategories.
 */
function givingTo(token: string, boost: number): Clause {
  const exactly = { term: { [TASTE_FIELD]: token } };
  const below = { prefix: { [TASTE_FIELD]: `${token}${CATEGORY_SEPARATOR}` } };
  const isCategory = readToken(token).field === CATEGORIES_FIELD;
  return { constant_score: { filter: isCategory ? { bool: { should: [exactly, below] } } : exactly, boost } };
}

const nearPrice = (origin: number, weight: number): Clause => ({
  function_score: {
    query: { exists: { field: LOG_PRICE_FIELD } },
    functions: [{ linear: { [LOG_PRICE_FIELD]: { origin, scale: DOUBLINGS / 2, decay: 0.5 } }, weight }],
    boost_mode: "replace",
  },
});
