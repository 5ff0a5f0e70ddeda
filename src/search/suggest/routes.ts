import { Router, type RequestHandler } from "express";
import { readingLive, type LiveCatalogs } from "../../catalog/live.js";
import { postEndpoint } from "../../http/post-endpoint.js";
import { storefrontFor } from "../../tracking/shopper-id.js";
import { SUGGEST_REQUEST } from "./schema.js";
import { suggest, type SuggestDeps } from "./suggest.js";

export interface SuggestRoutesDeps extends SuggestDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/suggest`. */
export const suggestRoutes = (deps: SuggestRoutesDeps): Router =>
  postEndpoint(Router(), "/", {
    guards: deps.guards,
    schema: SUGGEST_REQUEST,
    storefrontFor,
    answer: (storefront, body) =>
      readingLive(deps.liveCatalogs, storefront.client_id, () => suggest(deps, storefront, body)),
  });
