import cors from "cors";
import type { Request, RequestHandler, Response } from "express";
import type { Storefront } from "../storefront/client.js";
import type { Directory } from "../storefront/directory.js";
import { CLIENT_PARAMETER } from "./authentication.js";
import { locals } from "./locals.js";

/** Seconds a browser may remember a preflight; Chromium keeps none longer. */
const PREFLIGHT_SECONDS = 7_200;

/** The client of the demo may be called from any page of the machine it runs on. */
const DEMO_CLIENT = "demo";
const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** Every header that a preflight names is allowed: keys are not cookies, so a header gives a page no power. */
const shared: cors.CorsOptions = {
  methods: ["GET", "POST", "PATCH", "DELETE"],
  exposedHeaders: ["X-Request-Id", "Retry-After", "RateLimit", "RateLimit-Policy"],
  maxAge: PREFLIGHT_SECONDS,
};

/**
 * Answers preflights and marks answers for the origins of the client that `service_api_client` names. It stands before
 * the key check, because a preflight has no key. A page with a mistake in its settings should be able to read what is
 * wrong: where the client is missing, unknown, or another one of this installation, nothing but an error can follow,
 * and errors are readable by allowed origins (`markReadable`). They hold no personal data, and cookies play no part.
 */
export function crossOrigin(directory: Directory): RequestHandler {
  const respond = responding({}, (req) =>
    req.method === "OPTIONS" ? preflightOrigin(directory, req) : allowedOrigin(directory, req),
  );
  return (req, res, next) => {
    // Caches must not give this answer to a page that would have got another.
    res.vary("Origin");
    if (req.headers.origin === undefined) {
      next();
      return;
    }
    if (req.method !== "OPTIONS") locals(res).errorsAreReadable = true;
    respond(req, res, next);
  };
}

/** @param originFor the origin whose pages may read the answer; "*": any, false: none */
const responding = (options: cors.CorsOptions, originFor: (req: Request) => Promise<string | false>) =>
  cors<Request>((req, callback) => {
    originFor(req).then(
      (origin) => callback(null, { ...shared, ...options, origin }),
      (error: unknown) => callback(error as Error),
    );
  });

/** Lets the requesting page read an error, whatever its origin. */
export function markReadable(res: Response): void {
  if (locals(res).errorsAreReadable === true && !res.hasHeader("Access-Control-Allow-Origin")) {
    res.setHeader("Access-Control-Allow-Origin", "*");
  }
}

/**
 * The same for the collector, whose requests carry cookies and name their client only in the body: any origin of any
 * client may read that its events have been taken.
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

/** Of a request that is to come: also pages may send it that can only be told what is wrong with it. */
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

/** Whether pages of an origin may read answers for a client. */
export function isAllowed({ client_id, origins }: Storefront, origin: string): boolean {
  return origins.includes(origin) || (client_id === DEMO_CLIENT && LOOPBACK.test(origin));
}
