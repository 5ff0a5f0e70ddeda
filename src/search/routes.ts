import { Router, type RequestHandler } from "express";
import { readingLive, type LiveCatalogs } from "../catalog/live.js";
import { postEndpoint } from "../http/post-endpoint.js";
import { storefrontFor } from "../tracking/storefront-for.js";
import { SEARCH_REQUEST } from "./request-schema.js";
import { answerSearch, type SearchDeps } from "./search.js";

export interface SearchRoutesDeps extends SearchDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/search`. */
export const searchRoutes = (deps: SearchRoutesDeps): Router =>
  postEndpoint(Router(), "/", {
    ...{ guards: deps.guards, schema: SEARCH_REQUEST, storefrontFor },
    answer: (storefront, body) =>
      readingLive(deps.liveCatalogs, storefront.client_id, () => answerSearch(deps, storefront, body)),
  });
