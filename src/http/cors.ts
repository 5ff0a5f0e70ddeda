import cors from "cors";
import type { Request, RequestHandler, Response } from "express";
import type { Storefront } from "../storefront/client.js";
import type { Directory } from "../storefront/directory.js";
import { CLIENT_PARAMETER } from "./authentication.js";
import { locals } from "./locals.js";

/** Seconds for which a browser may cache a preflight response. Chromium caps the value at two hours. */
const PREFLIGHT_SECONDS = 7_200;

/** Id of the demo client. Pages served from the same machine (localhost) may send requests for this client. */
const DEMO_CLIENT = "demo";
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** CORS options of all responses. A preflight may request any header. This is safe, because authentication uses keys instead of cookies. */
const shared: cors.CorsOptions = {
  methods: ["GET", "POST", "PATCH", "DELETE"],
  exposedHeaders: ["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"],
  maxAge: PREFLIGHT_SECONDS,
};

/**
 * Handles preflights, and sets CORS headers for the origins of the client in `service_api_client`. Mount this middleware before the key
 * check, because preflights have no key. If the client is missing, unknown or does not match the key, every page can read the error
 * response, which contains no personal data.
 */
export function crossOrigin(directory: Directory): RequestHandler {
  const respond = responding({}, (req) =>
    req.method === "OPTIONS" ? preflightOrigin(directory, req) : allowedOrigin(directory, req),
  );
  return (req, res, next) => {
    // Caches must not serve this response to a page of another origin.
    res.vary("Origin");
    if (req.headers.origin === undefined) {
      next();
      return;
    }
    if (req.method !== "OPTIONS") locals(res).errorsAreReadable = true;
    respond(req, res, next);
  };
}

/** @param originFor returns the origin whose pages may read the response, "*" for any origin, or false to deny access */
const responding = (options: cors.CorsOptions, originFor: (req: Request) => Promise<string | false>) =>
  cors<Request>((req, callback) => {
    originFor(req).then(
      (origin) => callback(null, { ...shared, ...options, origin }),
      (error: unknown) => callback(error as Error),
    );
  });

/** Allows pages of any origin to read the error response. */
export function markReadable(res: Response): void {
  if (locals(res).errorsAreReadable === true && !res.hasHeader("Access-Control-Allow-Origin")) {
    res.setHeader("Access-Control-Allow-Origin", "*");
  }
}

/**
 * Handles cross-origin requests to the event collector. Unlike requests to `crossOrigin` routes, these requests carry cookies and contain
 * the client id only in the body. Pages from the origins of all clients may read the response.
 */
export function collectorCrossOrigin(directory: Directory): RequestHandler {
  const respond = responding(FOR_TRACKERS, (req) => knownOrigin(directory, req));
  return (req, res, next) => {
    res.vary("Origin");
    if (req.headers.origin === undefined && req.method !== "OPTIONS") next();
    else respond(req, res, next);
  };
}

const FOR_TRACKERS: cors.CorsOptions = {
  methods: ["GET", "POST"],
  credentials: true,
};

async function knownOrigin(directory: Directory, { headers: { origin } }: Request): Promise<string | false> {
  if (origin === undefined) return false;
  const storefronts = await directory.listStorefronts();
  return storefronts.some((storefront) => isAllowed(storefront, origin)) ? origin : false;
}

/**
 * Returns the origin that the response to a preflight request allows. If the client is missing or unknown, every origin is allowed, so that
 * pages can read the error.
 */
async function preflightOrigin(directory: Directory, req: Request): Promise<string | false> {
  const named = await namedStorefront(directory, req);
  if (named === undefined) return "*";
  const { origin = "" } = req.headers;
  const storefronts = [named, ...(await directory.listStorefronts())];
  return storefronts.some(({ origins }) => origins.includes(origin)) || isAllowed(named, origin) ? origin : false;
}

async function allowedOrigin(directory: Directory, req: Request): Promise<string | false> {
  const { origin } = req.headers;
  const storefront = await namedStorefront(directory, req);
  return origin !== undefined && storefront !== undefined && isAllowed(storefront, origin) ? origin : false;
}

function namedStorefront(directory: Directory, { query }: Request): Promise<Storefront | undefined> {
  const { [CLIENT_PARAMETER]: clientId } = query;
  return typeof clientId === "string" ? directory.findStorefront(clientId) : Promise.resolve(undefined);
}

/** Returns whether pages of an origin may read responses for a client. */
export function isAllowed({ client_id, origins }: Storefront, origin: string): boolean {
  return origins.includes(origin) || (client_id === DEMO_CLIENT && LOOPBACK.test(origin));
}
