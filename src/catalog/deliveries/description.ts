import Type, { type Static } from "typebox";
import { type Endpoints, reference } from "../../http/description/document-types.js";
import {
  errorResponses,
  JSON_BODY_ERRORS,
  PRIVATE_KEY_ERRORS,
  type ErrorExamples,
} from "../../http/description/error-responses.js";
import { enveloped } from "../../http/description/operations.js";
import { ALWAYS, header, parameter, PRIVATE_KEY } from "../../http/description/response-headers.js";
import { choiceOf, list, nullable, text } from "../../schema/typed.js";
import { FEED_LINES } from "../ingestion/examples.js";
import { IDENTIFIER } from "../ingestion/feed-schema.js";
import { WARNINGS_HEADER } from "../ingestion/ingestion-record.js";

/** A body is held in memory. */
export const MAX_DELIVERED_BYTES = 4_000_000;
export const MAX_DELIVERED_LINES = 1_000;

const LINE_OUTCOME = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: "Number of the line in the body." }),
    product_identifier: nullable(text("Where it could be read.")),
    variant_identifier: nullable(text("Null for a whole product, and where it could not be read.")),
    outcome: choiceOf({
      applied: "the catalogue has it, and so has the next search",
      pending: "an update of a variant that is not sold: it is kept until a line with the whole variant comes",
      older: "something newer is known; nothing has changed",
      repeated: "it came before; nothing has changed",
      accepted: "it is stored, and follows an ingestion that it cannot overtake",
      refused: "it is not taken, see `reason`",
    }),
    reason: Type.Optional(text("Why it was refused.")),
  },
  { $id: "LineOutcome", description: "What became of a line." },
);
export type LineOutcome = Static<typeof LINE_OUTCOME>;

const DELIVERY = Type.Object(
  {
    ingestion_id: Type.Integer({ description: "Of the ingestion that the lines are a part of." }),
    lines: list(LINE_OUTCOME, { description: "In their order." }),
  },
  { $id: "Delivery", description: "What became of lines with versions." },
);
export type DeliveryAnswer = Static<typeof DELIVERY>;

const VERSION_DESCRIPTION =
  "An integer that grows with every change, or an RFC 3339 time with up to nine digits of a second that is not to come. A catalogue has versions of one kind.";

const VERSION_TYPE = {
  oneOf: [
    { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    { type: "string", format: "date-time" },
  ],
};

const VERSION = { ...VERSION_TYPE, description: VERSION_DESCRIPTION };

const PRODUCT_LINE = {
  $id: "ProductLine",
  description: "A line of a feed with the version of what it says.",
  allOf: [
    reference("schemas", "FeedLine"),
    { type: "object", required: ["version"], properties: { version: VERSION } },
  ],
};

export const LIVE_LINES = FEED_LINES.slice(0, 2).map((line) => ({ ...line, version: "2026-06-01T08:20:00Z" }));

const BODY = LIVE_LINES.map((line) => `${JSON.stringify(line)}\n`).join("");

export const DELIVERED = {
  errors: null,
  meta: null,
  data: {
    ingestion_id: 17,
    lines: LIVE_LINES.map(({ product_data }, at) => ({
      line: at + 1,
      product_identifier: product_data.product_identifier,
      variant_identifier: product_data.variant_identifier,
      outcome: "applied",
    })),
  },
} as const;

export const DELETED = {
  errors: null,
  meta: null,
  data: {
    ingestion_id: 17,
    lines: [{ line: 1, product_identifier: "oxford-shirt", variant_identifier: null, outcome: "applied" }],
  },
} as const;

const RATE: ErrorExamples = {
  rate_limited: { message: "too many lines wait to be applied; send these again later", context: null },
};

const POST_ERRORS: ErrorExamples = {
  ...PRIVATE_KEY_ERRORS,
  ...JSON_BODY_ERRORS,
  ...RATE,
  validation_error: {
    message: "none of the 1 lines was taken; the first, line 1: product_identifier: expected a string, got nothing",
    context: { field: "body" },
  },
  payload_empty: { message: "the body is empty: expected one JSON object per line", context: null },
  payload_too_large: { message: `the body must have at most ${MAX_DELIVERED_LINES} lines`, context: null },
  unsupported_media_type: {
    message: "Content-Type: expected application/x-ndjson, got text/csv",
    context: null,
  },
};

const DELETE_ERRORS: ErrorExamples = {
  ...PRIVATE_KEY_ERRORS,
  ...RATE,
  validation_error: {
    message: `version: expected an integer from 0 to ${Number.MAX_SAFE_INTEGER} or an RFC 3339 time like 2026-06-01T08:15:02.114Z, got nothing`,
    context: { field: "version" },
  },
};

const WARNED = { headers: { ...ALWAYS, [WARNINGS_HEADER]: header("Warnings") } };

export const ACCEPTED = {
  ...DELIVERED,
  data: { ...DELIVERED.data, lines: DELIVERED.data.lines.map((line) => ({ ...line, outcome: "accepted" })) },
};

const accepted = enveloped(
  "The lines are stored, and follow a longer ingestion of the same client.",
  reference("schemas", "Delivery"),
  { accepted: { value: ACCEPTED } },
  WARNED,
);

export const DELIVERY_ENDPOINTS: Endpoints = {
  schemas: [PRODUCT_LINE, DELIVERY],
  paths: {
    "/v1/products": {
      post: {
        operationId: "sendProducts",
        summary: "Send changes as they happen",
        description: `Lines of a feed, each with the \`version\` of its variant: applied within seconds, and told one by one. Whatever the order in which they come, and however often, the newest stand: send what a webhook brings, and again whatever got no answer. \`insert\` says all of a variant, and \`delete\` that it, or without \`variant_identifier\` the product, is sold no more; both make everything about it that is older void, also what comes later. \`update\` names its variant; the 16 newest since the variant's last whole line are taken in any order. Of two lines with one version a deletion stands, and a whole line before an update. At most ${MAX_DELIVERED_LINES} lines and ${MAX_DELIVERED_BYTES} bytes, as sent or inflated. An answer means that the lines are stored durably.`,
        tags: ["Ingestion"],
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
          description: "One JSON object a line, see the schema `ProductLine`.",
          required: true,
          content: {
            "application/x-ndjson": {
              schema: { type: "string", description: "Each line is a `ProductLine`." },
              examples: { changes: { summary: "Two variants", value: BODY } },
            },
          },
        },
        responses: {
          "200": enveloped(
            "The ingestion of the lines has ended; the next search sees what was applied.",
            reference("schemas", "Delivery"),
            { applied: { value: DELIVERED } },
            WARNED,
          ),
          "202": accepted,
          ...errorResponses("/v1/products", POST_ERRORS),
        },
      },
    },
    "/v1/products/{product_identifier}": {
      delete: {
        operationId: "deleteProduct",
        summary: "Delete a product or a variant",
        description:
          "The same as a line with `delete` of `POST /v1/products`. The product need not be known: what comes of it later and is older stays away.",
        tags: ["Ingestion"],
        security: PRIVATE_KEY,
        parameters: [
          {
            name: "product_identifier",
            in: "path",
            description: "The product.",
            required: true,
            schema: { type: "string", pattern: IDENTIFIER, minLength: 1, maxLength: 512 },
            example: "oxford-shirt",
          },
          {
            name: "version",
            in: "query",
            description: VERSION_DESCRIPTION,
            required: true,
            schema: VERSION_TYPE,
            example: "2026-06-01T08:25:00Z",
          },
          {
            name: "variant_identifier",
            in: "query",
            description: "The variant; the whole product unless given.",
            schema: { type: "string", pattern: IDENTIFIER, minLength: 1, maxLength: 512 },
          },
          parameter("RequestId"),
        ],
        responses: {
          "200": enveloped(
            "The deletion has been applied, or something newer is known.",
            reference("schemas", "Delivery"),
            { deleted: { value: DELETED } },
            WARNED,
          ),
          "202": accepted,
          ...errorResponses("/v1/products/{product_identifier}", DELETE_ERRORS),
        },
      },
    },
  },
};
