import { Router, type RequestHandler } from "express";
import { methodNotAllowed } from "../http/errors.js";
import { storefrontOf } from "../http/locals.js";
import { validateBody } from "../http/validation.js";
import type { RecommendationDeps } from "./deps.js";
import { recommendSlots } from "./recommend-slots.js";
import { recommend } from "./recommend.js";
import { QUERY_REQUEST_SCHEMA, SLOTS_REQUEST_SCHEMA, type QueryBody, type SlotsBody } from "./request-schema.js";

export interface RecommendationRoutesDeps extends RecommendationDeps {
  /** Key check, rate limit and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
}

/** `/v2/recommendations/query` and `/v2/recommendations/query/slots`. */
export function recommendationRoutes(deps: RecommendationRoutesDeps): Router {
  const parseQuery = validateBody<QueryBody>(QUERY_REQUEST_SCHEMA);
  const parseSlots = validateBody<SlotsBody>(SLOTS_REQUEST_SCHEMA);
  const router = Router();
  router
    .route("/")
    .post(...deps.guards, async (req, res) => {
      res.json(await recommend(deps, storefrontOf(res), parseQuery(req.body)));
    })
    .all(methodNotAllowed("POST"));
  router
    .route("/slots")
    .post(...deps.guards, async (req, res) => {
      res.json(await recommendSlots(deps, storefrontOf(res), parseSlots(req.body)));
    })
    .all(methodNotAllowed("POST"));
  return router;
}
