import { Router, type RequestHandler } from "express";
import { postEndpoint } from "../http/post-endpoint.js";
import { SEARCH_REQUEST_SCHEMA, type SearchBody } from "./request-schema.js";
import { search, type SearchDeps } from "./search.js";

export interface SearchRoutesDeps extends SearchDeps {
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/search`. */
export const searchRoutes = (deps: SearchRoutesDeps): Router =>
  postEndpoint<SearchBody>(Router(), "/", {
    ...{ guards: deps.guards, schema: SEARCH_REQUEST_SCHEMA },
    answer: (storefront, body) => search(deps, storefront, body),
  });
