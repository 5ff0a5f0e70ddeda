import { Router, type RequestHandler } from "express";
import { postEndpoint } from "../http/post-endpoint.js";
import { storefrontFor } from "../tracking/shopper-id.js";
import type { Recommendation } from "./recommendation.js";
import { QUERY_REQUEST, SLOTS_REQUEST } from "./request.js";

/**
 * `/v2/recommendations/query` and `/v2/recommendations/query/slots`.
 * @param guards key check, rate limit and JSON body, in this order
 */
export function recommendationRoutes({ query, slots }: Recommendation, guards: readonly RequestHandler[]): Router {
  const router = Router();
  postEndpoint(router, "/", { guards, schema: QUERY_REQUEST, storefrontFor, answer: query });
  return postEndpoint(router, "/slots", { guards, schema: SLOTS_REQUEST, storefrontFor, answer: slots });
}
