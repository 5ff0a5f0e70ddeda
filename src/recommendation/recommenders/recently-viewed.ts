import type { RecommendationContext } from "../recommendation-context.js";
import { products, type Proposal } from "./proposal.js";

/** Proposes the products that the device viewed, latest first. Only the device's: a user id can be guessed. */
export const recentlyViewed = ({ viewed }: RecommendationContext): Proposal | null =>
  products(viewed.map(({ id }) => id));
