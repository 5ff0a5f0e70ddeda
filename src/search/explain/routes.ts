import { Router, type RequestHandler } from "express";
import { success } from "../../http/envelope.js";
import { methodNotAllowed } from "../../http/errors.js";
import { storefrontOf } from "../../http/locals.js";
import { validateBody } from "../../http/validation.js";
import { SEARCH_REQUEST_SCHEMA, type SearchBody } from "../request-schema.js";
import type { SearchDeps } from "../search.js";
import { explain } from "./explain.js";

export interface ExplainRoutesDeps extends SearchDeps {
  /** Private key check and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v1/explain`. */
export function explainRoutes(deps: ExplainRoutesDeps): Router {
  const parseBody = validateBody<SearchBody>(SEARCH_REQUEST_SCHEMA);
  const router = Router();
  router
    .route("/")
    .post(...deps.guards, async (req, res) => {
      const body = parseBody(req.body);
      res.json(success(await explain(deps, storefrontOf(res), body)));
    })
    .all(methodNotAllowed("POST"));
  return router;
}
