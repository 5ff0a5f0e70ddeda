/**
 * Recommendation profiles and the slots of a page. Finds candidates, orders them for the shopper, and fills the slots within the time
 * limit.
 */
export { createRecommendation } from "./recommendation.js";
export { QUERY, SLOTS, recommendationRoutes } from "./routes.js";
