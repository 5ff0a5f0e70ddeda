import { type Endpoints, type Parameter, reference } from "../../http/description/document-types.js";
import { errorResponses, PRIVATE_KEY_ERRORS, type ErrorExamples } from "../../http/description/error-responses.js";
import { enveloped } from "../../http/description/operations.js";
import { ALWAYS, header, parameter, PRIVATE_KEY } from "../../http/description/response-headers.js";
import type { JsonSchema } from "../../schema/validator.js";
import { RUNNING_PROGRESS } from "./attempts.js";
import {
  FEED,
  FEED_OF_UPDATES,
  INGESTION_CANCELLED,
  INGESTION_CANCELLING,
  INGESTION_COMPLETED,
  INGESTION_CREATED,
  LINE_ERROR_EXAMPLE,
} from "./examples.js";
import { FEED_LINE } from "./feed-schema.js";
import {
  FEED_SOURCE,
  INGESTION_RECORD,
  INGESTION_WARNING,
  MAX_LENGTH,
  MODES,
  TRIGGER_TYPES,
  WARNINGS_HEADER,
} from "./ingestion-record.js";

const note = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  description,
  schema: { type: "string", maxLength: MAX_LENGTH },
});

const CREATE_HEADERS: readonly Parameter[] = [
  {
    name: "X-SERVICE-PROCESSING-MODE",
    in: "header",
    description:
      "`insert` adds and changes what the feed names and leaves everything else alone. `soft_replace` makes the feed the complete catalogue: products it does not name are no longer returned, and updates are rejected.",
    schema: { type: "string", enum: MODES, default: MODES[0] },
  },
  {
    name: "Content-Encoding",
    in: "header",
    description: "When the body is compressed.",
    schema: { type: "string", enum: ["gzip"] },
  },
  {
    name: "X-SERVICE-TRIGGER",
    in: "header",
    description: "Kept in the record: what started the ingestion.",
    schema: { type: "string", enum: TRIGGER_TYPES, default: TRIGGER_TYPES[0] },
  },
  {
    name: "X-SERVICE-DRY-RUN",
    in: "header",
    description:
      "`true`: the job finds out what it would change, with the counts that it would have, examples in `product_metrics.differences`, and the failure it would end with; it changes nothing.",
    schema: { type: "string", enum: ["false", "true"], default: "false" },
  },
  {
    name: "X-SERVICE-MAX-REMOVED-SHARE",
    in: "header",
    description:
      "A `soft_replace` that would deactivate a larger share of the active products fails. Instead of the storefront's `ingestion.max_deactivated_share`.",
    schema: { type: "string", pattern: "^(0(\\.\\d+)?|1(\\.0+)?)$" },
  },
  {
    name: "X-SERVICE-SOURCE",
    in: "header",
    description:
      "The file that the feed was made of. A `soft_replace` fails when the file has fewer records than that of the last one, by more than the share that may be removed, or an end that tells that it was cut off.",
    content: { "application/json": { schema: { ...FEED_SOURCE } } },
  },
  {
    name: "X-SERVICE-SNAPSHOT",
    in: "header",
    description:
      "Of a `soft_replace`: the moment that the feed is of, as a version of `/v1/products`: an integer, or an RFC 3339 time that is not to come. The feed heals what lines of `/v1/products` have missed until then and leaves what is newer alone; `product_metrics.drift` says how much that was. Lines that are older come too late from then on, and so does a feed with an older snapshot: it fails.",
    schema: { type: "string" },
  },
  note("X-SERVICE-COMMENT", "Kept in the record: a comment."),
  note("X-SERVICE-USER", "Kept in the record: who started it."),
  {
    ...note("X-SERVICE-METADATA", "Kept in the record: any JSON value, nested ten levels deep at most."),
    schema: { type: "string", maxLength: MAX_LENGTH, contentMediaType: "application/json" },
  },
];

const CREATE_ERRORS: ErrorExamples = {
  ...PRIVATE_KEY_ERRORS,
  validation_error: {
    message: "the gzip data ends too early: the body was cut off",
    context: { field: "body", ingestion_id: 17 },
  },
  payload_empty: {
    message: "the body is empty: expected one JSON object per line",
    context: { ingestion_id: 17 },
  },
  request_timeout: {
    message: "the upload came too slowly or stood still; send it again",
    context: { ingestion_id: 17 },
  },
  payload_too_large: {
    message: "the body is larger than 2000000000 bytes, as sent or inflated",
    context: { ingestion_id: 17 },
  },
  unsupported_media_type: {
    message: "Content-Type: expected application/x-ndjson, got text/csv",
    context: null,
  },
};

const READ_ERRORS: ErrorExamples = {
  ...PRIVATE_KEY_ERRORS,
  validation_error: { message: 'id: expected an integer, got "latest"', context: { field: "id" } },
  not_found: { message: "no ingestion has the id 17", context: null },
};

const RECORD = reference("schemas", "IngestionRecord");

const WITH_PROGRESS: JsonSchema = {
  type: "object",
  required: ["progress"],
  properties: { progress: reference("schemas", "IngestionProgress") },
};

const WITH_WARNINGS: JsonSchema = {
  type: "object",
  required: ["warnings"],
  properties: { warnings: { type: "array", minItems: 1, items: reference("schemas", "IngestionWarning") } },
};

export const INGESTION_ENDPOINTS: Endpoints = {
  schemas: [FEED_LINE, INGESTION_RECORD, INGESTION_WARNING, RUNNING_PROGRESS],
  paths: {
    "/v1/ingestion/": {
      post: {
        operationId: "createIngestion",
        summary: "Send a feed",
        description:
          "Stores the body and answers at once; a job reads it. Jobs of one client run one after another. Ask for the ingestion until its status is 4 or 5. A body that is empty, too large or cut off leaves an ingestion that has failed, and `context.ingestion_id` names it.",
        tags: ["Ingestion"],
        security: PRIVATE_KEY,
        parameters: [...CREATE_HEADERS, parameter("RequestId")],
        requestBody: {
          description:
            "One JSON object a line, see the schema `FeedLine`. Blank lines, a byte order mark, CRLF and a missing last newline are fine. JSON, NDJSON, plain text and octet stream content types are read alike.",
          required: true,
          content: {
            "application/x-ndjson": {
              schema: { type: "string", description: "Each line is a `FeedLine`." },
              examples: {
                feed: { summary: "Two products, three variants", value: FEED },
                updates: { summary: "A price, and a field that goes from all variants", value: FEED_OF_UPDATES },
              },
            },
          },
        },
        responses: {
          "202": {
            ...enveloped(
              "The payload is stored and its job queued.",
              { type: "object", required: ["ingestion_id"], properties: { ingestion_id: { type: "integer" } } },
              { created: { value: INGESTION_CREATED } },
            ),
            links: {
              ingestion: {
                operationId: "readIngestion",
                parameters: { id: "$response.body#/data/ingestion_id" },
                description: "How the job stands.",
              },
            },
          },
          ...errorResponses("/v1/ingestion/", CREATE_ERRORS),
        },
      },
    },
    "/v1/ingestion/{id}": {
      get: {
        operationId: "readIngestion",
        summary: "See how an ingestion stands",
        description:
          "With a report once it has ended, and with `meta.progress` while it runs. One that completed without some of its lines says so in `meta.warnings` and in the header `X-Service-Warnings`; one that took no line has failed.",
        tags: ["Ingestion"],
        security: PRIVATE_KEY,
        parameters: [parameter("IngestionId"), parameter("RequestId")],
        responses: {
          "200": enveloped(
            "The ingestion.",
            RECORD,
            { completed: { summary: "Done, nothing rejected", value: INGESTION_COMPLETED } },
            {
              meta: { oneOf: [WITH_PROGRESS, WITH_WARNINGS, { type: "null" }] },
              headers: { ...ALWAYS, [WARNINGS_HEADER]: header("Warnings") },
            },
          ),
          ...errorResponses("/v1/ingestion/{id}", READ_ERRORS),
        },
      },
    },
    "/v1/ingestion/{id}/cancel": {
      post: {
        operationId: "cancelIngestion",
        summary: "Cancel an ingestion",
        description:
          "One that waits has ended with the answer. One that runs ends within seconds, whichever process runs it: ask for it until its status is 4 or 5. Of a `soft_replace` nothing is shown; what an `insert` had written stays. A cancelled ingestion has the status 5 and `product_metrics.cancelled`. One that was about to be done may be done all the same: its status is 4 then. To cancel twice is to cancel once.",
        tags: ["Ingestion"],
        security: PRIVATE_KEY,
        parameters: [parameter("IngestionId"), parameter("RequestId")],
        responses: {
          "200": enveloped("The ingestion has ended.", RECORD, { cancelled: { value: INGESTION_CANCELLED } }),
          "202": enveloped(
            "It runs, and ends at its next safe point.",
            RECORD,
            { cancelling: { value: INGESTION_CANCELLING } },
            { meta: WITH_PROGRESS },
          ),
          ...errorResponses("/v1/ingestion/{id}/cancel", {
            ...READ_ERRORS,
            conflict: { message: "ingestion 17 has completed already and cannot be cancelled", context: null },
          }),
        },
      },
    },
    "/v1/ingestion/{id}/errors": {
      get: {
        operationId: "readIngestionErrors",
        summary: "Download every error",
        description:
          "Every rejected line, where the report has the first hundred errors, and the first five lines of each field that cannot be filtered on. Kept for as long as payloads are.",
        tags: ["Ingestion"],
        security: PRIVATE_KEY,
        parameters: [parameter("IngestionId"), parameter("RequestId")],
        responses: {
          "200": {
            description: "One JSON object a line; empty when every line was taken whole.",
            headers: ALWAYS,
            content: {
              "application/x-ndjson": {
                schema: { type: "string", description: "Each line is a `LineError`." },
                examples: { rejected: { value: `${JSON.stringify(LINE_ERROR_EXAMPLE)}\n` } },
              },
            },
          },
          ...errorResponses("/v1/ingestion/{id}/errors", {
            ...READ_ERRORS,
            not_found: {
              message:
                "ingestion 17 has no list of errors: it has not ended, was cancelled before it began, or the list has expired",
              context: null,
            },
          }),
        },
      },
    },
  },
};
