import { Readable } from "node:stream";
import type { Request, RequestHandler, Response, Router } from "express";
import Type, { type Static } from "typebox";
import { ServiceError, validationError } from "../../errors.js";
import { success } from "../../http/envelope.js";
import { reference } from "../../http/description/document-types.js";
import { CONTENT_ENCODING, header } from "../../http/description/response-headers.js";
import { declare, handled, routerOf } from "../../http/endpoint.js";
import { bytesBody } from "../../http/json-body.js";
import { storefrontOf } from "../../http/locals.js";
import { isGzippedNdjson } from "../../http/upload.js";
import { choiceOf, list, nullable, text } from "../../schema/typed.js";
import { createTimeSlice } from "../../lib/periodic.js";
import { FEED_LINES } from "../ingestion/examples.js";
import { IDENTIFIER } from "../ingestion/feed-schema.js";
import { parseFeedLine, rejectedLine, type FeedLine } from "../ingestion/feed-line.js";
import { readFeedLines } from "../ingestion/feed-reader.js";
import { WARNINGS_HEADER } from "../ingestion/ingestion-record.js";
import { EXPECTED_VERSION, isInFuture, readVersion } from "../ingestion/versions.js";
import { isoNow, type Receiving } from "../ingestion/receive.js";
import { createDeliver, type Deliver, type DeliverLimits } from "./apply-update.js";

/** Maximum size of a request body in bytes. The limit exists because bodies are held in memory. */
export const MAX_DELIVERED_BYTES = 4_000_000;
export const MAX_DELIVERED_LINES = 1_000;

const LINE_OUTCOME = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: "Line number in the request body, starting at 1." }),
    product_identifier: nullable(text("Identifier of the product; null if the identifier could not be read.")),
    variant_identifier: nullable(
      text("Identifier of the variant; null for a whole product, or if the identifier could not be read."),
    ),
    outcome: choiceOf({
      applied: "the update is stored and visible to searches",
      pending: "the update is stored and will be applied when an `insert` line activates the variant",
      older: "the catalogue has a newer version; nothing has changed",
      repeated: "the update was received before; nothing has changed",
      accepted: "the update is stored and will be applied when the running ingestion has ended",
      refused: "the line was rejected, see `reason`",
    }),
    reason: Type.Optional(text("Error message; only if the outcome is `refused`.")),
  },
  { $id: "LineOutcome", description: "Outcome of a line in a request that updates products." },
);
export type LineOutcome = Static<typeof LINE_OUTCOME>;

const DELIVERY = Type.Object(
  {
    ingestion_id: Type.Integer({ description: "Id of the ingestion that applies the product updates." }),
    lines: list(LINE_OUTCOME, { description: "Outcome of each line of the request body, in the order of the lines." }),
  },
  { $id: "Delivery", description: "Outcomes of product updates." },
);
export type ProductUpdateResponse = Static<typeof DELIVERY>;

const VERSION_DESCRIPTION =
  "Version of the product: an integer that increases with every change, or an RFC 3339 time with up to nine fractional digits that is not in the future. All versions in a catalogue must have the same type.";

const VERSION_TYPE = {
  oneOf: [
    { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    { type: "string", format: "date-time" },
  ],
};

const VERSION = { ...VERSION_TYPE, description: VERSION_DESCRIPTION };

const PRODUCT_LINE = {
  $id: "ProductLine",
  description: "A feed line with the version of its data.",
  allOf: [
    reference("schemas", "FeedLine"),
    { type: "object", required: ["version"], properties: { version: VERSION } },
  ],
};

export const LIVE_LINES = FEED_LINES.slice(0, 2).map((line) => ({ ...line, version: "2026-06-01T08:20:00Z" }));

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

export const ACCEPTED = {
  ...DELIVERED,
  data: { ...DELIVERED.data, lines: DELIVERED.data.lines.map((line) => ({ ...line, outcome: "accepted" })) },
};

const headers = { [WARNINGS_HEADER]: header("Warnings") };

const ACCEPTANCE = {
  description: "The lines are stored and will be applied when the running ingestion of the same client has ended.",
  schema: DELIVERY,
  example: ACCEPTED,
  headers,
};

const rate_limited = { message: "too many lines are queued; send these again later", context: null };

export const SEND_PRODUCTS = declare({
  operationId: "sendProducts",
  method: "post",
  path: "/v1/products",
  key: "private",
  tag: "Ingestion",
  summary: "Send product updates",
  description: `Applies feed lines within seconds. Each line has the \`version\` of its variant, and the highest version wins, so lines may arrive in any order and more than once: forward webhooks directly, and resend unanswered requests. \`insert\` replaces all data of a variant. \`delete\` makes the variant inactive, or the whole product without \`variant_identifier\`. Lines that are older than an \`insert\` or \`delete\` have no effect, even if they arrive later. \`update\` requires \`variant_identifier\`; the 16 newest updates since the last \`insert\` of the variant are applied by version. If versions are equal, \`delete\` takes precedence over \`insert\`, and \`insert\` over \`update\`. A request has at most ${MAX_DELIVERED_LINES} lines and ${MAX_DELIVERED_BYTES} bytes, compressed and decompressed. A successful response means that the lines are stored durably.`,
  parameters: [CONTENT_ENCODING],
  lines: { line: PRODUCT_LINE, example: LIVE_LINES.map((line) => `${JSON.stringify(line)}\n`).join("") },
  responses: {
    "200": {
      description: "The lines were processed; applied lines are visible to searches.",
      schema: DELIVERY,
      example: DELIVERED,
      headers,
    },
    "202": ACCEPTANCE,
  },
  errors: {
    rate_limited,
    validation_error: {
      message: "1 of 1 lines rejected; line 1: product_identifier: expected a string, got no value",
      context: { field: "body" },
    },
    payload_too_large: { message: `the body must have at most ${MAX_DELIVERED_LINES} lines`, context: null },
  },
});

export const DELETE_PRODUCT = declare({
  operationId: "deleteProduct",
  method: "delete",
  path: "/v1/products/{product_identifier}",
  key: "private",
  tag: "Ingestion",
  summary: "Delete a product or a variant",
  description:
    "Equivalent to a `delete` line in `POST /v1/products`. The product need not exist. Older lines that arrive later have no effect.",
  parameters: [
    {
      name: "product_identifier",
      in: "path",
      description: "Identifier of the product.",
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
      description: "Identifier of the variant; if omitted, the whole product is deleted.",
      schema: { type: "string", pattern: IDENTIFIER, minLength: 1, maxLength: 512 },
    },
  ],
  responses: {
    "200": {
      description:
        "The product or variant was deleted, or the catalogue has a newer version and the deletion was ignored.",
      schema: DELIVERY,
      example: DELETED,
      headers,
    },
    "202": ACCEPTANCE,
  },
  errors: {
    rate_limited,
    validation_error: {
      message: `version: expected an integer from 0 to ${Number.MAX_SAFE_INTEGER} or an RFC 3339 time like 2026-06-01T08:15:02.114Z, got no value`,
      context: { field: "version" },
    },
  },
});

/**
 * Routes for product updates, which take effect within seconds. An update applies only if its version is not outdated.
 * @param authenticate requires a private key
 */
export function productUpdateRoutes(deps: Receiving, authenticate: RequestHandler, limits?: DeliverLimits): Router {
  const deliver = createDeliver(deps, limits);
  return routerOf(
    handled(SEND_PRODUCTS, authenticate, bytesBody(MAX_DELIVERED_BYTES), send(deps, deliver)),
    handled(DELETE_PRODUCT, authenticate, remove(deps, deliver)),
  );
}

function send(deps: Receiving, deliver: Deliver): RequestHandler {
  return async (req, res) => {
    isGzippedNdjson(req);
    const lines = await judged(
      (req.body as Buffer | undefined) ?? Buffer.alloc(0),
      deps.config.ingestionMaxLineBytes,
      isoNow(deps),
    );
    if (lines.length === 0)
      throw new ServiceError("payload_empty", "the body is empty: expected one JSON object per line");
    await response(res, deliver, lines);
  };
}

function remove(deps: Receiving, deliver: Deliver): RequestHandler {
  return async (req: Request, res) => {
    const { product_identifier } = req.params;
    const { version = null, variant_identifier = null } = req.query;
    const isCounted = typeof version === "string" && /^\d+$/.test(version);
    const known = isCounted ? Number(version) : typeof version === "string" ? version : null;
    if (readVersion(known) === undefined) {
      const came = known === null ? "no value" : JSON.stringify(known).slice(0, 60);
      throw validationError("version", `version: expected ${EXPECTED_VERSION}, got ${came}`);
    }
    const text = JSON.stringify({
      operation: "delete",
      product_data: { product_identifier, variant_identifier },
      version: known,
    });
    await response(res, deliver, [judgedLine(text, 1, isoNow(deps))]);
  };
}

interface JudgedLine {
  readonly number: number;
  readonly text: string;
  readonly line: FeedLine;
}

async function judged(body: Buffer, maxLineBytes: number, now: string): Promise<JudgedLine[]> {
  const all: JudgedLine[] = [];
  const slice = createTimeSlice();
  for await (const lines of readFeedLines(Readable.from([body]) as AsyncIterable<Buffer>, maxLineBytes)) {
    for (const line of lines) {
      if (all.length === MAX_DELIVERED_LINES) {
        throw new ServiceError("payload_too_large", `the body must have at most ${MAX_DELIVERED_LINES} lines`);
      }
      const { number } = line;
      if ("text" in line) all.push(judgedLine(line.text, number, now));
      else all.push({ number, text: "", line: rejectedLine(line.problem) });
      if (slice.isOver()) await slice.next();
    }
  }
  return all;
}

function judgedLine(text: string, number: number, now: string): JudgedLine {
  const line = parseFeedLine(text, number, true);
  const version = line.kind === "rejected" ? undefined : line.versioned?.version;
  if (version === undefined || !isInFuture(version, now)) return { number, text, line };
  const reason = `version: expected a time that is not in the future, got "${version}"`;
  return { number, text, line: rejectedLine(reason, line.product_identifier, variantOf(line)) };
}

const variantOf = (line: FeedLine): string | null =>
  line.kind === "insert" ? line.variant.variant_identifier : line.variant_identifier;

async function response(res: Response, deliver: Deliver, lines: readonly JudgedLine[]): Promise<void> {
  const taken = lines.filter(({ line }) => line.kind !== "rejected");
  if (taken.length === 0) {
    const [first] = lines.map(({ line, number }) => ({ number, reason: line.kind === "rejected" ? line.reason : "" }));
    throw validationError(
      "body",
      `${lines.length} of ${lines.length} lines rejected; line ${first?.number}: ${first?.reason}`,
    );
  }
  const { client_id } = storefrontOf(res);
  const { ingestion, outcomes } = await deliver(
    client_id,
    taken.map(({ text }) => text),
  );
  const byNumber = new Map(
    taken.map(({ number }, at) => [number, outcomes === undefined ? ("accepted" as const) : outcomes[at]]),
  );
  const reported = lines.map(({ number, line }): LineOutcome => {
    const outcome = line.kind === "rejected" ? { refused: line.reason } : byNumber.get(number);
    const named = { line: number, product_identifier: line.product_identifier, variant_identifier: variantOf(line) };
    if (typeof outcome === "object" && outcome !== null)
      return { ...named, outcome: "refused", reason: outcome.refused };
    return { ...named, outcome: outcome ?? "accepted" };
  });
  const refused = reported.filter(({ outcome }) => outcome === "refused").length;
  if (refused > 0) res.set(WARNINGS_HEADER, `${refused} of ${lines.length} lines rejected: see data.lines`);
  const data: ProductUpdateResponse = { ingestion_id: ingestion, lines: reported };
  res.status(outcomes === undefined ? 202 : 200).json(success(data));
}
