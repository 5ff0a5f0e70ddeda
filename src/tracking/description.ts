import { type MediaType, type Parameter, type Endpoints, reference } from "../http/description/document-types.js";
import {
  errorResponses,
  PRIVATE_KEY_ERRORS,
  SERVICE_ERRORS,
  type ErrorExamples,
} from "../http/description/error-responses.js";
import { enveloped } from "../http/description/operations.js";
import { NO_KEY, parameter, PRIVATE_KEY, TO_TRACKERS } from "../http/description/response-headers.js";
import { published } from "../schema/published.js";
import type { JsonSchema } from "../schema/validator.js";
import { EVENT_REPORTS, rejection } from "./event-report.js";
import { EVENTS_IMPORTED, eventsBody, TRACKED } from "./examples.js";
import { EVENT_IMPORT, EVENT_LINE_SCHEMA } from "./import-schema.js";

const TRACKER = "/com.snowplowanalytics.snowplow/tp2";
const IMPORT = "/v1/events";

const ANONYMOUS: Parameter = {
  name: "SP-Anonymous",
  in: "header",
  description: "Any value: the shopper has not agreed to be recognised. Nothing is stored and no cookie given.",
  schema: { type: "string" },
};

const DEBUG: Parameter = {
  name: "X-Events-Debug",
  in: "header",
  description: "Any value: the answer says what became of each event, instead of what trackers expect.",
  schema: { type: "string" },
};

const REPORTS: MediaType = {
  schema: reference("schemas", "EventReports"),
  examples: {
    debug: { summary: "With `X-Events-Debug`", value: { events: [rejection("unknown_client", "page_view")] } },
  },
};

const TAKEN = `An event that cannot be read, or whose client is unknown, costs the others nothing and is no error here:
the metric \`vitrine_events_rejected_total\` counts it with its reason, and the header \`X-Events-Debug\` has the answer say so.`;

const PAYLOADS: JsonSchema = {
  type: "object",
  required: ["data"],
  properties: {
    schema: { description: "What trackers write here is not looked at." },
    data: {
      type: "array",
      maxItems: 1_000,
      items: { description: "The fields of one event; what cannot be read as such costs the others nothing." },
    },
  },
};

const ADDRESS_LIMIT: ErrorExamples = {
  rate_limited: { message: "at most 50 requests a second are answered for one address", context: null },
};

const NO_EVENTS = { received: 0, accepted: 0, duplicate: 0, anonymous: 0, erased: 0, rejected: 0 } as const;

export const EVENT_ENDPOINTS: Endpoints = {
  schemas: [EVENT_REPORTS, { ...published(EVENT_LINE_SCHEMA), $id: "EventLine" }, EVENT_IMPORT],
  paths: {
    [TRACKER]: {
      post: {
        operationId: "collectEvents",
        summary: "Send events with a tracker",
        description: `The collector's side of the Snowplow tracker protocol, for \`@snowplow/browser-tracker\` and its kin. Answers once
the events are safe and what they teach is readable. ${TAKEN}`,
        tags: ["Events"],
        security: NO_KEY,
        parameters: [ANONYMOUS, DEBUG, parameter("RequestId")],
        requestBody: {
          description: "At most 1,000 payloads of the protocol.",
          required: true,
          content: {
            "application/json": {
              schema: PAYLOADS,
              examples: { product_view: { summary: "A product view", value: TRACKED } },
            },
            // The media type that `navigator.sendBeacon` uses for text.
            "text/plain": {
              schema: { type: "string", contentMediaType: "application/json", contentSchema: PAYLOADS },
              examples: { beacon: { summary: "The same as a beacon", value: JSON.stringify(TRACKED) } },
            },
          },
        },
        responses: {
          "200": {
            description: "Taken.",
            headers: TO_TRACKERS,
            content: { "text/plain": { schema: { type: "string", const: "ok" } }, "application/json": REPORTS },
          },
          ...errorResponses(TRACKER, {
            validation_error: {
              message: "`data` must be a list of events, as trackers send it",
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
          }),
        },
      },
    },
    "/i": {
      get: {
        operationId: "collectEvent",
        summary: "Send one event by GET",
        description: `The fields of one payload are the query's. ${TAKEN}`,
        tags: ["Events"],
        security: NO_KEY,
        parameters: [ANONYMOUS, DEBUG, parameter("RequestId")],
        responses: {
          "200": {
            description: "A transparent pixel.",
            headers: TO_TRACKERS,
            content: { "image/gif": { schema: {} }, "application/json": REPORTS },
          },
          ...errorResponses("/i", { ...ADDRESS_LIMIT, ...SERVICE_ERRORS }),
        },
      },
    },
    [IMPORT]: {
      post: {
        operationId: "importEvents",
        summary: "Send history",
        description:
          "Stores events line by line as they come and answers once all are stored. An event that is there already is not stored again, so whatever fails can be sent again as a whole. Events keep their own times.",
        tags: ["Events"],
        security: PRIVATE_KEY,
        parameters: [
          {
            name: "Content-Encoding",
            in: "header",
            description: "When the body is compressed.",
            schema: { type: "string", enum: ["gzip"] },
          },
          parameter("RequestId"),
        ],
        requestBody: {
          description: "One JSON object a line, see the schema `EventLine`.",
          required: true,
          content: {
            "application/x-ndjson": {
              schema: { type: "string", description: "Each line is an `EventLine`." },
              examples: { lines: { summary: "Three events, one of them misspelt", value: eventsBody() } },
            },
          },
        },
        responses: {
          "200": enveloped("All that could be taken is stored.", reference("schemas", "EventImport"), {
            imported: { value: EVENTS_IMPORTED },
          }),
          ...errorResponses(IMPORT, {
            ...PRIVATE_KEY_ERRORS,
            validation_error: {
              message: "the gzip data ends too early: the body was cut off",
              context: { field: "body", events: NO_EVENTS },
            },
            payload_empty: { message: "the body is empty: expected one JSON object per line", context: null },
            request_timeout: {
              message: "the upload came too slowly or stood still; send it again",
              context: { events: NO_EVENTS },
            },
            payload_too_large: {
              message: "the body is larger than 2000000000 bytes, as sent or inflated",
              context: { events: NO_EVENTS },
            },
            unsupported_media_type: {
              message: "Content-Type: expected application/x-ndjson, got text/csv",
              context: null,
            },
          }),
        },
      },
    },
  },
};
