import { Router, type RequestHandler } from "express";
import { methodNotAllowed } from "../../http/errors.js";
import { storefrontOf } from "../../http/locals.js";
import { validateBody } from "../../http/validation.js";
import { SUGGEST_REQUEST_SCHEMA, type SuggestBody } from "./request-schema.js";
import { suggest, type SuggestDeps } from "./suggest.js";

export interface SuggestRoutesDeps extends SuggestDeps {
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/suggest`. */
export function suggestRoutes(deps: SuggestRoutesDeps): Router {
  const parseBody = validateBody<SuggestBody>(SUGGEST_REQUEST_SCHEMA);
  const router = Router();
  router
    .route("/")
    .post(...deps.guards, async (req, res) => {
      res.json(await suggest(deps, storefrontOf(res), parseBody(req.body)));
    })
    .all(methodNotAllowed("POST"));
  return router;
}
