import type { RecommenderSettings } from "../../storefront/recommendation-configuration.js";
import type { Situation } from "../situation.js";
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
  situation: Situation,
  neighbours: Neighbours,
): Proposal | null {
  switch (recommender.by) {
    case "session_neighbours":
      return sessionNeighbours(situation, neighbours);
    case "next":
      return nextInSession(situation, neighbours);
    case "goes_with":
      return goesWith(situation, neighbours);
    case "viewed_with":
      return viewedWith(situation);
    case "bought_with":
      return boughtWith(situation);
    case "content":
      return content(situation);
    case "look":
      return look(situation);
    case "affinity":
      return affinity(situation);
    case "recently_viewed":
      return recentlyViewed(situation);
    case "words":
      return words(situation);
    case "popular":
      return popular(recommender.within, situation, recommender.known);
    case "trending":
      return trending(recommender.within, situation);
    case "new_in":
      return newIn(recommender.within, situation);
  }
}
