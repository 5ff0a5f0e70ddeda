import { Router, type RequestHandler } from "express";
import { methodNotAllowed } from "../http/errors.js";
import { storefrontOf } from "../http/locals.js";
import { validateBody } from "../http/validation.js";
import { SEARCH_REQUEST_SCHEMA, type SearchBody } from "./request-schema.js";
import { search, type SearchDeps } from "./search.js";

export interface SearchRoutesDeps extends SearchDeps {
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/search`. */
export function searchRoutes(deps: SearchRoutesDeps): Router {
  const parseBody = validateBody<SearchBody>(SEARCH_REQUEST_SCHEMA);
  const router = Router();
  router
    .route("/")
    .post(...deps.guards, async (req, res) => {
      const body = parseBody(req.body);
      res.json(await search(deps, storefrontOf(res), body));
    })
    .all(methodNotAllowed("POST"));
  return router;
}
