import { Router, type RequestHandler } from "express";
import { ServiceError } from "../errors.js";
import { success } from "../http/envelope.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { storefrontOf } from "../http/locals.js";
import { getClient } from "../storefront/clients.js";
import { PUBLISHED_CONFIGURATION_SCHEMA } from "../storefront/configuration.js";
import type { Directory } from "../storefront/directory.js";
import { shownPrefix } from "../storefront/keys.js";
import { describeStorefront } from "../storefront/stored-client.js";
import { publishConfiguration, type PublishingDeps } from "./publish.js";

export interface StorefrontRoutesDeps extends PublishingDeps {
  readonly directory: Pick<Directory, "refresh">;
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
    .get(deps.authenticate, async (_req, res) => {
      res.json(success(describeStorefront(await getClient(deps, storefrontOf(res).client_id))));
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
    const { accept_losses } = req.query;
    if (accept_losses !== undefined && typeof accept_losses !== "string") {
      throw new ServiceError("validation_error", "`accept_losses` comes once", { field: "accept_losses" });
    }
    const { client_id } = storefrontOf(res);
    const { client } = await publishConfiguration(deps, client_id, req.body, { author, accept_losses });
    await deps.directory.refresh();
    res.json(success(describeStorefront(client)));
  };
}
