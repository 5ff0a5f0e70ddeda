import { randomUUID } from "node:crypto";
import { Router, type Request, type RequestHandler, type Response } from "express";
import { validationError } from "../errors.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { collect, type CollectDeps } from "./collect.js";
import { collectorCookie } from "./collector-cookie.js";
import type { CollectorContext } from "./snowplow/decode.js";

export interface CollectorRoutesDeps extends CollectDeps {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly crossOrigin: RequestHandler;
  /** Of requests by address. */
  readonly limit: RequestHandler;
  /** Reads a JSON object into `req.body`, ill-formed text included. */
  readonly body: RequestHandler;
  /** Lets as many pass at once as are good for all. */
  readonly admit: RequestHandler;
  readonly cookieDays: number;
}

export const TRACKER_PATH = "/com.snowplowanalytics.snowplow/tp2";
export const PIXEL_PATH = "/i";

/** Any value, as of `SP-Anonymous`. */
const DEBUG_HEADER = "x-events-debug";

/** More than a tracker ever sends at once. */
const MAX_EVENTS = 1_000;

/** The collector's side of the Snowplow tracker protocol, without a key: the client id is in each event (`aid`). */
export function collectorRoutes(deps: CollectorRoutesDeps): Router {
  const router = Router();
  const { crossOrigin, limit, body, admit } = deps;
  router
    .route(TRACKER_PATH)
    .all(crossOrigin)
    .post(limit, body, admit, post(deps))
    .all(methodNotAllowed("POST", "OPTIONS"));
  router.route(PIXEL_PATH).all(crossOrigin).get(limit, admit, pixel(deps)).all(methodNotAllowed("GET", "OPTIONS"));
  return router;
}

function post(deps: CollectorRoutesDeps): RequestHandler {
  return async (req, res) => {
    const { data } = req.body as { readonly data?: unknown };
    if (!Array.isArray(data)) throw validationError("data", "`data` must be a list of events, as trackers send it");
    if (data.length > MAX_EVENTS) {
      throw validationError("data", `\`data\` must be a list of at most ${MAX_EVENTS} events, got ${data.length}`);
    }
    const events = await collect(deps, data, contextOf(deps, req));
    giveCookie(deps, req, res);
    if (wantsReport(req)) res.json({ events });
    else res.type("text/plain").send("ok");
  };
}

function pixel(deps: CollectorRoutesDeps): RequestHandler {
  return async (req, res) => {
    const events = await collect(deps, [req.query], contextOf(deps, req));
    giveCookie(deps, req, res);
    res.set("Cache-Control", "no-cache, no-store, must-revalidate");
    if (wantsReport(req)) res.json({ events });
    else res.type("image/gif").send(PIXEL);
  };
}

/** Requests a report on each event, for setting a tracker up; the events are stored all the same. */
const wantsReport = (req: Request) => req.headers[DEBUG_HEADER] !== undefined;

/** One transparent pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const isAnonymous = (req: Request) => req.headers["sp-anonymous"] !== undefined;

function contextOf({ now }: CollectorRoutesDeps, req: Request): CollectorContext {
  return {
    collectedAt: now(),
    anonymous: isAnonymous(req),
    userAgent: req.headers["user-agent"] ?? null,
    newId: randomUUID,
  };
}

function giveCookie({ cookieDays }: CollectorRoutesDeps, req: Request, res: Response): void {
  const cookie = collectorCookie(
    {
      cookies: req.headers.cookie,
      anonymous: isAnonymous(req),
      // It only decides the attributes of the cookie, so a false value does no harm.
      isSecure: req.secure || req.get("x-forwarded-proto") === "https",
      newId: randomUUID,
    },
    cookieDays,
  );
  if (cookie !== undefined) res.setHeader("Set-Cookie", cookie);
}
