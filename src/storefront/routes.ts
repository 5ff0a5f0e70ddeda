import { Router, type RequestHandler } from "express";
import { success } from "../http/envelope.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { storefrontOf } from "../http/locals.js";
import { describeStorefront } from "./client.js";
import { putConfiguration, type ClientsDeps } from "./clients.js";
import { PUBLISHED_CONFIGURATION_SCHEMA } from "./configuration.js";
import type { Directory } from "./directory.js";
import { shownPrefix } from "./keys.js";

export interface StorefrontRoutesDeps extends ClientsDeps {
  readonly directory: Directory;
  /** Lets only a private key pass and sets the storefront. */
  readonly authenticate: RequestHandler;
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
}

/** `/v1/storefront`: the configuration in force, and replacing it. */
export function storefrontRoutes(deps: StorefrontRoutesDeps): Router {
  const router = Router();
  router
    .route("/")
    .get(deps.authenticate, (_req, res) => {
      res.json(success(describeStorefront(storefrontOf(res))));
    })
    .put(deps.authenticate, deps.body, replace(deps))
    .all(methodNotAllowed("GET", "PUT"));
  router
    .route("/schema")
    .get((_req, res) => {
      res.type("application/schema+json").send(JSON.stringify(PUBLISHED_CONFIGURATION_SCHEMA));
    })
    .all(methodNotAllowed("GET"));
  return router;
}

function replace(deps: StorefrontRoutesDeps): RequestHandler {
  return async (req, res) => {
    const author = `key ${shownPrefix(String(req.headers["x-service-api-key"]))}…`;
    const storefront = await putConfiguration(deps, storefrontOf(res).client_id, req.body, { author });
    await deps.directory.refresh();
    res.json(success(describeStorefront(storefront)));
  };
}
