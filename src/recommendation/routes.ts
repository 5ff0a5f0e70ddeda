import { Router, type RequestHandler } from "express";
import { postEndpoint } from "../http/post-endpoint.js";
import type { Recommendation } from "./recommendation.js";
import { QUERY_REQUEST_SCHEMA, SLOTS_REQUEST_SCHEMA, type QueryBody, type SlotsBody } from "./request-schema.js";

/**
 * `/v2/recommendations/query` and `/v2/recommendations/query/slots`.
 * @param guards key check, rate limit and JSON body, in this order
 */
export function recommendationRoutes({ query, slots }: Recommendation, guards: readonly RequestHandler[]): Router {
  const router = Router();
  postEndpoint<QueryBody>(router, "/", { guards, schema: QUERY_REQUEST_SCHEMA, answer: query });
  return postEndpoint<SlotsBody>(router, "/slots", { guards, schema: SLOTS_REQUEST_SCHEMA, answer: slots });
}
