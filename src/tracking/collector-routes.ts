import { randomUUID } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { parseCookie, stringifySetCookie } from "cookie";
import type { Context } from "../context.js";
import { validationError } from "../errors.js";
import type { MediaType, Parameter } from "../http/description/document-types.js";
import { type ErrorExamples, SERVICE_ERRORS } from "../http/description/error-responses.js";
import { TO_TRACKERS } from "../http/description/response-headers.js";
import { collectorCrossOrigin } from "../http/cors.js";
import { declare } from "../http/endpoint.js";
import { jsonBody } from "../http/json-body.js";
import { methodNotAllowed } from "../http/error-handler.js";
import type { JsonSchema } from "../schema/validator.js";
import { TRACKED } from "./examples.js";
import { type CollectorContext, type Decoded, type DecodedEvent, decodePayload } from "./snowplow/decode.js";
import type { Storefront } from "../storefront/client.js";
import type { Directory } from "../storefront/directory.js";
import { createTimeSlice, withinGrace } from "../lib/periodic.js";
import type { Arrival } from "./event.js";
import type { Intake } from "./intake.js";
import { newToken } from "./record-events.js";
import { storedAddress } from "./snowplow/fields.js";
import { EVENT_REPORTS, type EventReport, rejection, reportOf } from "./event-report.js";

export const TRACKER_PATH = "/com.snowplowanalytics.snowplow/tp2";
export const PIXEL_PATH = "/i";

const DEBUG_HEADER = "x-events-debug";

/** Maximum number of events per request. Trackers send fewer events per request. */
const MAX_EVENTS = 1_000;

const ANONYMOUS: Parameter = {
  name: "SP-Anonymous",
  in: "header",
  description:
    "If the header is present, with any value, the shopper has not consented to tracking: no event is stored, and no cookie is set.",
  schema: { type: "string" },
};

const DEBUG: Parameter = {
  name: "X-Events-Debug",
  in: "header",
  description:
    "If the header is present, with any value, the response lists the outcome of each event, in place of the response that trackers expect.",
  schema: { type: "string" },
};

const REPORTS: MediaType = {
  schema: { ...EVENT_REPORTS },
  examples: {
    debug: { summary: "With `X-Events-Debug`", value: { events: [rejection("unknown_client", "page_view")] } },
  },
};

const TAKEN = `An invalid event, or an event of an unknown client, is skipped and does not fail the request. The metric
\`vitrine_events_rejected_total\` counts rejected events by reason. With the header \`X-Events-Debug\`, the response lists the outcome of each event.`;

const PAYLOADS: JsonSchema = {
  type: "object",
  required: ["data"],
  properties: {
    schema: { description: "Ignored." },
    data: {
      type: "array",
      maxItems: MAX_EVENTS,
      items: { description: "Fields of one event. Invalid events are skipped." },
    },
  },
};

const ADDRESS_LIMIT: ErrorExamples = {
  rate_limited: { message: "at most 50 requests per second are allowed per address", context: null },
};

export const COLLECT_EVENTS = declare({
  operationId: "collectEvents",
  method: "post",
  path: TRACKER_PATH,
  key: "none",
  tag: "Events",
  summary: "Send events with a tracker",
  description: `Accepts events of the Snowplow tracker protocol, for example from \`@snowplow/browser-tracker\`. Responds after the events are
on disk, and usually after the taste profile is updated. ${TAKEN}`,
  parameters: [ANONYMOUS, DEBUG],
  body: {
    description: "At most 1,000 event payloads of the tracker protocol.",
    required: true,
    content: {
      "application/json": { schema: PAYLOADS, examples: { example: { value: TRACKED } } },
      // The media type that `navigator.sendBeacon` uses for text.
      "text/plain": {
        schema: { type: "string", contentMediaType: "application/json", contentSchema: PAYLOADS },
        examples: { example: { value: JSON.stringify(TRACKED) } },
      },
    },
  },
  responses: {
    "200": {
      description: "The events were received.",
      headers: TO_TRACKERS,
      content: { "text/plain": { schema: { type: "string", const: "ok" } }, "application/json": REPORTS },
    },
  },
  errors: {
    validation_error: {
      message: "expected a list of tracker protocol events in `data`",
      context: { field: "data" },
    },
    request_timeout: { message: "the body did not arrive in time", context: null },
    payload_too_large: { message: "the body must be at most 131072 bytes long", context: null },
    unsupported_media_type: {
      message: 'the content type must be application/json or text/plain, got "text/csv"',
      context: null,
    },
    ...ADDRESS_LIMIT,
    ...SERVICE_ERRORS,
  },
});

export const COLLECT_EVENT = declare({
  operationId: "collectEvent",
  method: "get",
  path: PIXEL_PATH,
  key: "none",
  tag: "Events",
  summary: "Send an event with a GET request",
  description: `Accepts one event whose fields are sent as query parameters. ${TAKEN}`,
  parameters: [ANONYMOUS, DEBUG],
  responses: {
    "200": {
      description: "A transparent GIF of one pixel.",
      headers: TO_TRACKERS,
      content: { "image/gif": { schema: {} }, "application/json": REPORTS },
    },
  },
  errors: { ...ADDRESS_LIMIT, ...SERVICE_ERRORS },
});

/**
 * Routes of the event collector, which implements the Snowplow tracker protocol. Requests need no API key, because each event contains the
 * client id (`aid`).
 * @param limit rate limiter by client IP
 * @param admit limits the number of concurrent requests
 */
export function collectorRoutes(
  context: Context,
  directory: Directory,
  intake: Intake,
  { limit, admit }: { readonly limit: RequestHandler; readonly admit: RequestHandler },
): Router {
  const router = Router();
  const crossOrigin = collectorCrossOrigin(directory);
  // `navigator.sendBeacon` sends strings as text/plain.
  const mediaTypes = ["application/json", "text/plain"];
  const body = jsonBody({ maxBytes: context.config.eventMaxBodyBytes, mediaTypes });
  const take: Take = async (payloads, req, res) => {
    const request: CollectorContext = {
      collectedAt: context.now(),
      anonymous: isAnonymous(req),
      userAgent: req.headers["user-agent"] ?? null,
      newId: randomUUID,
    };
    const events = await collect(context, directory, intake, payloads, request);
    giveCookie(context.config.collectorCookieDays, req, res);
    return events;
  };
  router
    .route(TRACKER_PATH)
    .all(crossOrigin)
    .post(limit, body, admit, post(take))
    .all(methodNotAllowed("POST", "OPTIONS"));
  router.route(PIXEL_PATH).all(crossOrigin).get(limit, admit, pixel(take)).all(methodNotAllowed("GET", "OPTIONS"));
  return router;
}

type Take = (payloads: readonly unknown[], req: Request, res: Response) => Promise<readonly EventReport[]>;

function post(take: Take): RequestHandler {
  return async (req, res) => {
    const { data } = req.body as { readonly data?: unknown };
    if (!Array.isArray(data)) throw validationError("data", "expected a list of tracker protocol events in `data`");
    if (data.length > MAX_EVENTS) {
      throw validationError("data", `\`data\` must be a list of at most ${MAX_EVENTS} events, got ${data.length}`);
    }
    const events = await take(data, req, res);
    if (wantsReport(req)) res.json({ events });
    else res.type("text/plain").send("ok");
  };
}

function pixel(take: Take): RequestHandler {
  return async (req, res) => {
    const events = await take([req.query], req, res);
    res.set("Cache-Control", "no-cache, no-store, must-revalidate");
    if (wantsReport(req)) res.json({ events });
    else res.type("image/gif").send(PIXEL);
  };
}

/** Returns whether the request asks for a report on each event, for setting up a tracker. The events are stored as usual. */
const wantsReport = (req: Request) => req.headers[DEBUG_HEADER] !== undefined;

const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const isAnonymous = (req: Request) => req.headers["sp-anonymous"] !== undefined;

const COOKIE = "sp";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Sets the cookie that trackers expect from a collector (its network user id) for `days` days. The cookie keeps the value that the request
 * contains, or gets a new random value. The service does not store or use the cookie otherwise. No cookie is set for anonymous shoppers or
 * if `days` is 0.
 */
function giveCookie(days: number, req: Request, res: Response): void {
  if (isAnonymous(req) || days === 0) return;
  const sent = parseCookie(req.headers.cookie ?? "")[COOKIE];
  // `X-Forwarded-Proto` only affects the attributes of the cookie, so a forged value is harmless.
  const isSecure = req.secure || req.get("x-forwarded-proto") === "https";
  const cookie = stringifySetCookie({
    name: COOKIE,
    value: sent !== undefined && UUID.test(sent) ? sent : randomUUID(),
    path: "/",
    maxAge: days * 86_400,
    httpOnly: true,
    // Browsers send the cookie from other sites only with SameSite=None, which requires Secure.
    ...(isSecure ? { sameSite: "none", secure: true } : { sameSite: "lax" }),
  });
  res.setHeader("Set-Cookie", cookie);
}

/**
 * Accepts or rejects each event of a tracker request. Resolves once the accepted events are written to disk or
 * stored. If the client of an event cannot be looked up in time, the event is accepted and checked when it is stored.
 * @returns a report for each event, in the order of the request
 * @throws {ServiceError} `unavailable`, see `Intake.accept`
 */
async function collect(
  { metrics: { tracking } }: Context,
  directory: Directory,
  intake: Intake,
  payloads: readonly unknown[],
  request: CollectorContext,
): Promise<readonly EventReport[]> {
  const decodings: Decoded[] = [];
  const slice = createTimeSlice();
  for (const payload of payloads) {
    if (slice.isOver()) await slice.next();
    decodings.push(decodePayload(payload, request));
  }
  const events = decodings.filter((decoded) => decoded.outcome === "event");
  const clients = await lookUp(directory, new Set(events.map(({ event }) => event.client_id)));
  const isUnknown = (id: string) => clients.has(id) && clients.get(id) === undefined;
  const reports = decodings.map((decoded) => reportOf(decoded, isUnknown));
  for (const { outcome, type, reason } of reports) {
    // Accepted events are counted when they are stored.
    if (outcome !== "taken")
      tracking.events.inc({ type: type ?? (outcome === "ignored" ? "other" : "unknown"), outcome });
    if (reason !== null) tracking.rejected.inc({ reason });
  }
  const known = events.filter(({ event }) => !isUnknown(event.client_id));
  await intake.accept(known.map((decoded) => arrivalOf(decoded, clients.get(decoded.event.client_id))));
  return reports;
}

/**
 * Prepares a decoded event for storage. Query parameters that the storefront does not allow are removed from the page URL. If the client
 * could not be looked up, all query parameters are removed.
 */
function arrivalOf({ event, month, happened_at }: DecodedEvent, storefront: Storefront | undefined): Arrival {
  const allowed = storefront?.configuration.events.page_url_parameters ?? [];
  return {
    event: { ...event, page_url: storedAddress(event.page_url, allowed) },
    month,
    token: newToken(),
    ...(happened_at === undefined ? {} : { happened_at }),
  };
}

/** Maximum time in milliseconds for looking up clients. After this time, events are accepted without the lookup. */
const LOOK_MS = 300;

/** Returns the storefronts that could be looked up in time, by client id. The value of an unknown client is undefined. */
async function lookUp(
  directory: Directory,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Storefront | undefined>> {
  const found = new Map<string, Storefront | undefined>();
  const lookups = [...ids].map(async (id) => found.set(id, await directory.findStorefront(id)));
  await withinGrace(Promise.allSettled(lookups), LOOK_MS);
  // Return a copy of the map, so that late lookups do not change the result.
  return new Map(found);
}
