import { textQuery } from "../../search/text/text-query.js";
import { wordsOf } from "../../search/text/words.js";
import type { RecommenderSettings } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { affinity } from "./affinity.js";
import { content } from "./content.js";
import { look } from "./look.js";
import { newIn, popular, trending } from "./catalogue.js";
import { BY_SCORE, products, type Proposal } from "./proposal.js";
import { goesWith, nextInSession, sessionNeighbours, type Neighbours } from "./sessions.js";

/** The proposal of a recommender; null where it has nothing to start from. */
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
    case "goes_with":
      return goesWith(context, neighbours);
    case "content":
      return content(context);
    case "look":
      return look(context);
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

/** Proposes the products that the device viewed, latest first. Only the device's: a user id can be guessed. */
const recentlyViewed = ({ viewed }: RecommendationContext): Proposal | null => products(viewed.map(({ id }) => id));

/** Proposes the best results of a search for the words of a missing address, or of a query that found nothing. */
function words({ words: wanted, configuration }: RecommendationContext): Proposal | null {
  if (wordsOf(wanted).words.length === 0) return null;
  return { kind: "search", query: textQuery(wanted, configuration, "any"), sort: BY_SCORE };
}
