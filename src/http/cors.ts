import cors from "cors";
import type { Request, RequestHandler } from "express";
import type { Storefront } from "../storefront/client.js";
import type { Directory } from "../storefront/directory.js";
import { CLIENT_PARAMETER } from "./authentication.js";

/** Seconds a browser may remember a preflight; Chromium keeps none longer. */
const PREFLIGHT_SECONDS = 7_200;

/** The client of the demo may be called from any page of the machine it runs on. */
const DEMO_CLIENT = "demo";
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

const shared: cors.CorsOptions = {
  methods: ["GET", "POST", "PATCH", "DELETE"],
  allowedHeaders: ["Content-Type", "Content-Encoding", "X-SERVICE-API-KEY", "X-Request-Id"],
  exposedHeaders: ["X-Request-Id", "Retry-After"],
  maxAge: PREFLIGHT_SECONDS,
};

/**
 * Answers preflights and marks answers for the origins of the client that `service_api_client` names. It stands before
 * the key check, because a preflight has no key, and a page should be able to read why its key was refused.
 */
export function crossOrigin(directory: Directory): RequestHandler {
  const respond = cors<Request>((req, callback) => {
    allowedOrigin(directory, req).then(
      (origin) => callback(null, { ...shared, origin }),
      (error: unknown) => callback(error as Error),
    );
  });
  return (req, res, next) => {
    // Caches must not give this answer to a page that would have got another.
    res.vary("Origin");
    if (req.headers.origin === undefined) next();
    else respond(req, res, next);
  };
}

/**
 * The same for the collector, whose requests carry cookies and name their client only in the body: any origin of any
 * client may read that its events have been taken.
 */
export function collectorCrossOrigin(directory: Directory): RequestHandler {
  const respond = cors<Request>((req, callback) => {
    knownOrigin(directory, req).then(
      (origin) => callback(null, { ...shared, ...FOR_TRACKERS, origin }),
      (error: unknown) => callback(error as Error),
    );
  });
  return (req, res, next) => {
    res.vary("Origin");
    if (req.headers.origin === undefined && req.method !== "OPTIONS") next();
    else respond(req, res, next);
  };
}

const FOR_TRACKERS: cors.CorsOptions = {
  methods: ["GET", "POST"],
  allowedHeaders: ["Content-Type", "SP-Anonymous"],
  credentials: true,
};

async function knownOrigin(directory: Directory, { headers: { origin } }: Request): Promise<string | false> {
  if (origin === undefined) return false;
  const storefronts = await directory.listStorefronts();
  return storefronts.some((storefront) => isAllowed(storefront, origin)) ? origin : false;
}

async function allowedOrigin(directory: Directory, req: Request): Promise<string | false> {
  const { origin } = req.headers;
  const { [CLIENT_PARAMETER]: clientId } = req.query;
  if (origin === undefined || typeof clientId !== "string") return false;
  const storefront = await directory.findStorefront(clientId);
  return storefront !== undefined && isAllowed(storefront, origin) ? origin : false;
}

function isAllowed({ client_id, origins }: Storefront, origin: string): boolean {
  return origins.includes(origin) || (client_id === DEMO_CLIENT && LOOPBACK.test(origin));
}
