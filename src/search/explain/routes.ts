import { Router, type RequestHandler } from "express";
import { readingLive, type LiveCatalogs } from "../../catalog/live.js";
import { success } from "../../http/envelope.js";
import { postEndpoint } from "../../http/post-endpoint.js";
import { SEARCH_REQUEST } from "../request-schema.js";
import type { SearchDeps } from "../listing/page.js";
import { explain } from "./explain.js";

export interface ExplainRoutesDeps extends SearchDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Private key check and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v1/explain`. */
export const explainRoutes = (deps: ExplainRoutesDeps): Router =>
  postEndpoint(Router(), "/", {
    guards: deps.guards,
    schema: SEARCH_REQUEST,
    answer: async (storefront, body) =>
      success(await readingLive(deps.liveCatalogs, storefront.client_id, () => explain(deps, storefront, body))),
  });
