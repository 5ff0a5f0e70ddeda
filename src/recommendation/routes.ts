import { Router, type RequestHandler } from "express";
import { readingLive, type LiveCatalogs } from "../catalog/live.js";
import { postEndpoint } from "../http/post-endpoint.js";
import type { RecommendationDeps } from "./deps.js";
import { recommendSlots } from "./recommend-slots.js";
import { recommend } from "./recommend.js";
import { QUERY_REQUEST_SCHEMA, SLOTS_REQUEST_SCHEMA, type QueryBody, type SlotsBody } from "./request-schema.js";

export interface RecommendationRoutesDeps extends RecommendationDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/query` and `/v2/recommendations/query/slots`. */
export function recommendationRoutes(deps: RecommendationRoutesDeps): Router {
  const { guards, liveCatalogs } = deps;
  const router = Router();
  postEndpoint<QueryBody>(router, "/", {
    ...{ guards, schema: QUERY_REQUEST_SCHEMA },
    answer: (storefront, body) =>
      readingLive(liveCatalogs, storefront.client_id, () => recommend(deps, storefront, body)),
  });
  return postEndpoint<SlotsBody>(router, "/slots", {
    ...{ guards, schema: SLOTS_REQUEST_SCHEMA },
    answer: (storefront, body) =>
      readingLive(liveCatalogs, storefront.client_id, () => recommendSlots(deps, storefront, body)),
  });
}
