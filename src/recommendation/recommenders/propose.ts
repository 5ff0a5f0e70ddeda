import type { RecommenderSettings } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { affinity } from "./affinity.js";
import { content } from "./content.js";
import { goesWith } from "./goes-with.js";
import { look } from "./look.js";
import { newIn } from "./new-in.js";
import { popular } from "./popular.js";
import type { Proposal } from "./proposal.js";
import { recentlyViewed } from "./recently-viewed.js";
import { nextInSession, sessionNeighbours, type Neighbours } from "./session-neighbours.js";
import { trending } from "./trending.js";
import { boughtWith, viewedWith } from "./went-together.js";
import { words } from "./words.js";

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
    case "viewed_with":
      return viewedWith(context);
    case "bought_with":
      return boughtWith(context);
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
