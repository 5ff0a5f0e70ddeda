import { Router, type RequestHandler } from "express";
import { readingLive, type LiveCatalogs } from "../../catalog/live.js";
import { byDeadline } from "../../engine/deadline.js";
import { methodNotAllowed } from "../../http/error-handler.js";
import { etagOf } from "../../http/envelope.js";
import { storefrontOf } from "../../http/locals.js";
import { postEndpoint } from "../../http/post-endpoint.js";
import { storefrontFor } from "../../tracking/shopper-id.js";
import { publicStorefront } from "../public-storefront.js";
import { SEARCH_REQUEST } from "../request-schema.js";
import { answerSearch, type SearchDeps } from "./page.js";

export interface SearchRoutesDeps extends SearchDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/search`. */
export const searchRoutes = (deps: SearchRoutesDeps): Router =>
  postEndpoint(Router(), "/", {
    guards: deps.guards,
    schema: SEARCH_REQUEST,
    storefrontFor,
    answer: (storefront, body) =>
      readingLive(deps.liveCatalogs, storefront.client_id, () => answerSearch(deps, storefront, body)),
  });

/** A page asks once; what it says changes with the configuration, and where a feed brings new fields. */
const ABOUT_CACHE_CONTROL = "private, max-age=60";

/** `/v2/storefront`: what the storefront offers to its pages. */
export function publicStorefrontRoutes({
  liveCatalogs,
  guards,
}: Pick<SearchRoutesDeps, "liveCatalogs" | "guards">): Router {
  const router = Router();
  router
    .route("/")
    .get(...guards, async (_req, res) => {
      const storefront = storefrontOf(res);
      const live = await byDeadline(liveCatalogs.get(storefront.client_id));
      const answer = JSON.stringify(publicStorefront(storefront, live?.leaves));
      res
        .set({ "Cache-Control": ABOUT_CACHE_CONTROL, ETag: etagOf(answer) })
        .type("json")
        .send(answer);
    })
    .all(methodNotAllowed("GET"));
  return router;
}
