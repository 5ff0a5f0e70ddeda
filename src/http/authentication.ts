import type { Request, RequestHandler } from "express";
import { ServiceError, validationError } from "../errors.js";
import type { KeyKind } from "../storefront/client.js";
import type { Directory, KeyHolder } from "../storefront/directory.js";
import { locals } from "./locals.js";

/**
 * Middleware for requests with a public key in `X-SERVICE-API-KEY`. The key must belong to the client in the query parameter
 * `service_api_client`. Sets the storefront that `storefrontOf(res)` returns. Errors: unauthorized (missing or invalid key), forbidden (a
 * private key, or a key of another client), validation_error (no `service_api_client`).
 */
export const requirePublicKey = (directory: Directory): RequestHandler =>
  requireKey(directory, "public", (req, holder) => {
    if (clientIdIn(req) !== holder.storefront.client_id) {
      throw new ServiceError(
        "forbidden",
        "this API key does not belong to the client in the query parameter `service_api_client`",
      );
    }
  });

/**
 * Middleware for requests with a private key in `X-SERVICE-API-KEY`, which determines the client. Errors: unauthorized, forbidden (a public
 * key).
 */
export const requirePrivateKey = (directory: Directory): RequestHandler =>
  requireKey(directory, "private", () => undefined);

function requireKey(
  directory: Directory,
  kind: KeyKind,
  check: (req: Request, holder: KeyHolder) => void,
): RequestHandler {
  return async (req, res, next) => {
    const key = req.headers["x-service-api-key"];
    if (typeof key !== "string") throw new ServiceError("unauthorized", "the header X-SERVICE-API-KEY is missing");
    const holder = await directory.findKey(key);
    if (holder === undefined) throw new ServiceError("unauthorized", "the key in X-SERVICE-API-KEY is not valid");
    if (holder.kind !== kind) {
      throw new ServiceError("forbidden", `expected a ${kind} key (${PREFIX[kind]}…), got a ${holder.kind} key`);
    }
    check(req, holder);
    locals(res).caller = holder;
    next();
  };
}

const PREFIX: Readonly<Record<KeyKind, string>> = { public: "pk_", private: "sk_" };

/** @throws {ServiceError} `validation_error` if the query parameter `service_api_client` is missing, empty or repeated */
function clientIdIn(req: Request): string {
  const { [CLIENT_PARAMETER]: clientId } = req.query;
  if (typeof clientId === "string" && clientId !== "") return clientId;
  throw validationError(CLIENT_PARAMETER, `the query parameter \`${CLIENT_PARAMETER}\` is required exactly once`);
}

export const CLIENT_PARAMETER = "service_api_client";
