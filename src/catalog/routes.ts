import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response, Router } from "express";
import type { Engine } from "../engine/engine.js";
import { ServiceError, validationError } from "../errors.js";
import { success } from "../http/envelope.js";
import type { Parameter } from "../http/description/document-types.js";
import { CONTENT_ENCODING, header, parameter } from "../http/description/response-headers.js";
import { declare, handled, linesOf, routerOf } from "../http/endpoint.js";
import { storefrontOf } from "../http/locals.js";
import { acceptUpload, uploadIn } from "../http/upload.js";
import { compileSchema, type JsonSchema } from "../schema/validator.js";
import { RUNNING_PROGRESS } from "./ingestion/attempts.js";
import { cancelJob } from "./ingestion/cancel.js";
import {
  FEED,
  INGESTION_CANCELLED,
  INGESTION_CANCELLING,
  INGESTION_COMPLETED,
  INGESTION_CREATED,
  LINE_ERROR_EXAMPLE,
} from "./ingestion/examples.js";
import { FEED_LINE } from "./ingestion/feed-schema.js";
import { errorListName } from "./ingestion/job.js";
import { progressOf, readJob } from "./ingestion/ingestion-store.js";
import { PART_HEADER, PART_PATTERN, parsePart, receivePart } from "./ingestion/parts.js";
import { isoNow, receivePayload, type Receiving } from "./ingestion/receive.js";
import {
  FEED_SOURCE,
  type FeedMode,
  type FeedSource,
  INGESTION_RECORD,
  INGESTION_WARNING,
  type IngestionJob,
  MAX_LENGTH,
  MODES,
  publicRecord,
  STATUS,
  TRIGGER_TYPES,
  type TriggerSource,
  ingestionWarningsOf,
  WARNINGS_HEADER,
} from "./ingestion/ingestion-record.js";
import { EXPECTED_VERSION, isInFuture, readVersion } from "./ingestion/versions.js";
import type { Json, Version } from "./product-document.js";

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
      "`insert` adds and changes the products in the feed; other products stay unchanged. `soft_replace` replaces the catalogue with the feed: products that are missing from the feed become inactive, and `update` lines are rejected.",
    schema: { type: "string", enum: MODES, default: MODES[0] },
  },
  CONTENT_ENCODING,
  {
    name: "X-SERVICE-TRIGGER",
    in: "header",
    description: "Origin of the ingestion request, stored in the ingestion record.",
    schema: { type: "string", enum: TRIGGER_TYPES, default: TRIGGER_TYPES[0] },
  },
  {
    name: "X-SERVICE-DRY-RUN",
    in: "header",
    description:
      "`true`: the job changes nothing. It reports the counts and any failure that the ingestion would have, with examples of changes in `product_metrics.differences`.",
    schema: { type: "string", enum: ["false", "true"], default: "false" },
  },
  {
    name: "X-SERVICE-MAX-REMOVED-SHARE",
    in: "header",
    description:
      "Maximum share (0 to 1) of active products that may become inactive in the mode `soft_replace`. The ingestion fails above this share. Overrides `ingestion.max_deactivated_share`.",
    schema: { type: "string", pattern: "^(0(\\.\\d+)?|1(\\.0+)?)$" },
  },
  {
    name: "X-SERVICE-SOURCE",
    in: "header",
    description:
      "Describes the file that the feed was converted from, to detect truncated files. The ingestion fails if the last row of the file appears truncated. A `soft_replace` also fails if, since the previous file, the number of records has decreased by more than the allowed share.",
    content: { "application/json": { schema: { ...FEED_SOURCE } } },
  },
  {
    name: "X-SERVICE-SNAPSHOT",
    in: "header",
    description:
      "For `soft_replace`: the time of the feed's content, in the format of the versions of `/v1/products`: an integer, or an RFC 3339 time that is not in the future. The feed does not overwrite newer product updates; `product_metrics.drift` counts the products that differ. Afterwards, product updates with an older version have no effect, and a feed with an older snapshot fails.",
    schema: { type: "string" },
  },
  {
    name: PART_HEADER,
    in: "header",
    description:
      "Uploads a feed in several requests. `open`: the body is the first part, and the other headers apply to the whole feed; the ingestion has the status 0 until it is completed. `continue 17`: the body is another part of ingestion 17. `complete 17`: the body is the last part, or empty, and the job is queued. With `continue` and `complete`, other `X-SERVICE` headers are ignored.",
    schema: { type: "string", pattern: PART_PATTERN },
  },
  note("X-SERVICE-COMMENT", "Comment, stored in the ingestion record."),
  note("X-SERVICE-USER", "Name of the user who started the ingestion, stored in its record."),
  {
    ...note("X-SERVICE-METADATA", "Any JSON value with at most ten nesting levels, stored in the ingestion record."),
    schema: { type: "string", maxLength: MAX_LENGTH, contentMediaType: "application/json" },
  },
];

const RECORD = INGESTION_RECORD;

const WITH_PROGRESS: JsonSchema = {
  type: "object",
  required: ["progress"],
  properties: { progress: RUNNING_PROGRESS },
};

const WITH_WARNINGS: JsonSchema = {
  type: "object",
  required: ["warnings"],
  properties: { warnings: { type: "array", minItems: 1, items: INGESTION_WARNING } },
};

const SHARED = { key: "private", tag: "Ingestion" } as const;

const failed = (message: string, field?: string) => ({
  message,
  context: { ...(field === undefined ? {} : { field }), ingestion_id: 17 },
});

export const CREATE_INGESTION = declare({
  operationId: "createIngestion",
  method: "post",
  path: "/v1/ingestion/",
  summary: "Send a feed",
  description:
    "Stores the uploaded feed and queues a job that processes it. Jobs of one client run one after another. Poll `GET /v1/ingestion/{id}` until the status is 4 (completed) or 5 (failed). An empty, too large or truncated body creates a failed ingestion, whose id is in `context.ingestion_id`.",
  ...SHARED,
  parameters: CREATE_HEADERS,
  lines: {
    line: FEED_LINE,
    description:
      " Blank lines, a byte order mark, CRLF line ends and a missing last newline are accepted. The content types JSON, NDJSON, plain text and octet stream are equivalent.",
    example: FEED,
  },
  responses: {
    "202": {
      description: "The feed is stored, and its ingestion job is queued unless further parts of the feed follow.",
      schema: { type: "object", required: ["ingestion_id"], properties: { ingestion_id: { type: "integer" } } },
      example: INGESTION_CREATED,
      links: {
        ingestion: {
          operationId: "readIngestion",
          parameters: { id: "$response.body#/data/ingestion_id" },
          description: "Status of the job.",
        },
      },
    },
  },
  errors: {
    validation_error: failed("the gzip data is truncated", "body"),
    payload_empty: failed("the body is empty: expected one JSON object per line"),
    request_timeout: failed("the upload was too slow or stalled; send it again"),
    payload_too_large: failed("the body is larger than 20000000000 bytes, compressed or decompressed"),
    not_found: { message: "there is no ingestion with the id 17", context: null },
    conflict: {
      message:
        "ingestion 17 does not accept further parts: the feed was sent in one request, is complete or was cancelled",
      context: null,
    },
  },
});

const OF_ONE = {
  ...SHARED,
  parameters: [parameter("IngestionId")],
  errors: {
    validation_error: { message: 'id: expected an integer, got "latest"', context: { field: "id" } },
    not_found: { message: "there is no ingestion with the id 17", context: null },
  },
} as const;

export const READ_INGESTION = declare({
  operationId: "readIngestion",
  method: "get",
  path: "/v1/ingestion/{id}",
  summary: "Retrieve an ingestion",
  description:
    "Returns the status of an ingestion. While the ingestion is running, the response contains its progress (`meta.progress`). After it has ended, the response contains its report. Rejected lines are reported in `meta.warnings` and the header `X-Service-Warnings`. If all lines were rejected, the ingestion has failed.",
  ...OF_ONE,
  responses: {
    "200": {
      description: "The ingestion.",
      schema: RECORD,
      meta: { oneOf: [WITH_PROGRESS, WITH_WARNINGS, { type: "null" }] },
      example: INGESTION_COMPLETED,
      headers: { [WARNINGS_HEADER]: header("Warnings") },
    },
  },
});

export const CANCEL_INGESTION = declare({
  operationId: "cancelIngestion",
  method: "post",
  path: "/v1/ingestion/{id}/cancel",
  summary: "Cancel an ingestion",
  description:
    "A queued ingestion ends immediately. A running ingestion ends within seconds: poll it until its status is 4 or 5. A cancelled `soft_replace` does not change the catalogue; a cancelled `insert` keeps the products that were already written. A cancelled ingestion has the status 5 and `product_metrics.cancelled`. An ingestion that was almost complete may still complete with the status 4. Repeated cancellations have no further effect.",
  ...OF_ONE,
  responses: {
    "200": { description: "The ingestion has ended.", schema: RECORD, example: INGESTION_CANCELLED },
    "202": {
      description: "The ingestion is still running and will end within seconds.",
      schema: RECORD,
      meta: WITH_PROGRESS,
      example: INGESTION_CANCELLING,
    },
  },
  errors: {
    ...OF_ONE.errors,
    conflict: { message: "ingestion 17 has completed already and cannot be cancelled", context: null },
  },
});

export const READ_INGESTION_ERRORS = declare({
  operationId: "readIngestionErrors",
  method: "get",
  path: "/v1/ingestion/{id}/errors",
  summary: "Download all errors",
  description:
    "Lists every rejected line, and five examples for each field with values that were converted or cannot be used in filters. The report itself contains only the first hundred errors. The list is deleted together with the feed.",
  ...OF_ONE,
  responses: {
    "200": {
      description: "One JSON object per line; empty if there were no errors.",
      content: {
        "application/x-ndjson": {
          schema: linesOf("LineError"),
          examples: { example: { value: `${JSON.stringify(LINE_ERROR_EXAMPLE)}\n` } },
        },
      },
    },
  },
  errors: {
    ...OF_ONE.errors,
    not_found: {
      message:
        "ingestion 17 has no list of errors: it has not ended, was cancelled before it started, or the list has expired",
      context: null,
    },
  },
});

/** Routes that create and cancel jobs and return their status and errors. @param authenticate requires a private key */
export const ingestionRoutes = (deps: Receiving, authenticate: RequestHandler): Router =>
  routerOf(
    handled(CREATE_INGESTION, authenticate, acceptUpload, create(deps)),
    handled(READ_INGESTION, authenticate, read(deps)),
    handled(CANCEL_INGESTION, authenticate, cancel(deps)),
    handled(READ_INGESTION_ERRORS, authenticate, errors(deps)),
  );

function create(deps: Receiving): RequestHandler {
  const received = async (req: Request, clientId: string): Promise<number> => {
    const part = parsePart(req.get(PART_HEADER));
    if (typeof part === "object") {
      await receivePart(deps, clientId, part, uploadIn(req));
      return part.ingestion;
    }
    const trigger = parseTrigger((name) => req.get(name), isoNow(deps));
    return receivePayload(deps, { clientId, ...uploadIn(req), trigger, isOpened: part === "open" });
  };
  return async (req, res) => {
    const ingestion_id = await received(req, storefrontOf(res).client_id);
    deps.onQueued();
    res.status(202).json(success({ ingestion_id }));
  };
}

function read({ engine }: Receiving): RequestHandler {
  return async (req, res) => {
    await response(engine, await ownJob(engine, req, res), res);
  };
}

/** Cancels a job. Responds with 202 while the job has not yet stopped, because a running job stops only at certain points. */
function cancel(deps: Receiving): RequestHandler {
  const { engine } = deps;
  return async (req, res) => {
    const job = await cancelJob(engine, await ownJob(engine, req, res), isoNow(deps));
    // If the process that runs the job has crashed, any other process ends the job.
    deps.onQueued();
    await response(engine, job, res.status(job.status === STATUS.STARTED ? 202 : 200));
  };
}

async function response(engine: Engine, job: IngestionJob, res: Response): Promise<void> {
  const warnings = ingestionWarningsOf(job);
  if (warnings.length > 0) res.set(WARNINGS_HEADER, warnings.map(({ message }) => message).join("; "));
  const meta = {
    ...(job.status === STATUS.STARTED ? { progress: await progressOf(engine, job) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  res.json({ ...success(publicRecord(job)), meta: Object.keys(meta).length === 0 ? null : meta });
}

function errors({ engine, payloads }: Receiving): RequestHandler {
  return async (req, res) => {
    const job = await ownJob(engine, req, res);
    const list = await payloads.read(errorListName(job.id));
    if (list === undefined) {
      throw new ServiceError(
        "not_found",
        `ingestion ${job.id} has no list of errors: it has not ended, was cancelled before it started, or the list has expired`,
      );
    }
    res.type("application/x-ndjson");
    await pipeline(list, res);
  };
}

/** Returns the client's job. Ingestions of other clients are reported as not found. */
async function ownJob(engine: Engine, req: Request, res: Response): Promise<IngestionJob> {
  const { id } = req.params as { id: string };
  if (!/^\d{1,15}$/.test(id))
    throw validationError("id", `id: expected an integer, got ${JSON.stringify(id.slice(0, 40))}`);
  const job = await readJob(engine, Number(id));
  if (job?.source.client_id !== storefrontOf(res).client_id) {
    throw new ServiceError("not_found", `there is no ingestion with the id ${Number(id)}`);
  }
  return job.source;
}

/** Maximum nesting depth of the metadata of an ingestion. The value is well below the engine's limit. */
const MAX_NESTING = 10;

/**
 * Reads the headers that describe a job: `X-SERVICE-PROCESSING-MODE` (default: insert); the headers that are stored in the job record,
 * `X-SERVICE-COMMENT`, `X-SERVICE-USER`, `X-SERVICE-METADATA` (JSON) and `X-SERVICE-TRIGGER` (api or cli); the safeguards
 * `X-SERVICE-DRY-RUN`, `X-SERVICE-MAX-REMOVED-SHARE` and `X-SERVICE-SOURCE` (JSON); and `X-SERVICE-SNAPSHOT`, for shops that also send
 * product updates.
 * @param now current time in ISO 8601
 * @throws {ServiceError} validation_error with the name of the header
 */
export function parseTrigger(header: (name: string) => string | undefined, now: string): TriggerSource {
  const share = removedShare(header);
  const source = feedSource(header);
  const mode = oneOf<FeedMode>(header, "X-SERVICE-PROCESSING-MODE", MODES);
  const snapshot = snapshotOf(header, mode, now);
  return {
    type: oneOf(header, "X-SERVICE-TRIGGER", TRIGGER_TYPES),
    mode,
    comment: bounded(header, "X-SERVICE-COMMENT"),
    metadata: metadata(header),
    user: bounded(header, "X-SERVICE-USER"),
    ...(oneOf(header, "X-SERVICE-DRY-RUN", ["false", "true"]) === "true" ? { dry_run: true } : {}),
    ...(share === undefined ? {} : { max_removed_share: share }),
    ...(source === undefined ? {} : { source }),
    ...(snapshot === undefined ? {} : { snapshot }),
  };
}

/** Reads a header that allows a fixed set of values. The first value is the default. */
function oneOf<T extends string>(header: (name: string) => string | undefined, name: string, values: readonly T[]): T {
  const given = header(name)?.trim();
  const value = given === undefined ? values[0] : values.find((known) => known === given);
  if (value === undefined) {
    throw validationError(name, `${name}: expected ${values.join(" or ")}, got ${JSON.stringify(given?.slice(0, 60))}`);
  }
  return value;
}

function bounded(header: (name: string) => string | undefined, name: string): string | null {
  const value = header(name)?.trim() ?? "";
  if (value.length > MAX_LENGTH) throw validationError(name, `${name}: longer than ${MAX_LENGTH} characters`);
  return value === "" ? null : value;
}

function removedShare(header: (name: string) => string | undefined): number | undefined {
  const name = "X-SERVICE-MAX-REMOVED-SHARE";
  const text = bounded(header, name);
  if (text === null) return undefined;
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  throw validationError(name, `${name}: expected a number from 0 to 1, got ${JSON.stringify(text.slice(0, 60))}`);
}

function snapshotOf(header: (name: string) => string | undefined, mode: FeedMode, now: string): Version | undefined {
  const name = "X-SERVICE-SNAPSHOT";
  const text = bounded(header, name);
  if (text === null) return undefined;
  if (mode !== "soft_replace") throw validationError(name, `${name}: only allowed with soft_replace`);
  const version = readVersion(/^\d+$/.test(text) ? Number(text) : text);
  const came = JSON.stringify(text.slice(0, 60));
  if (version === undefined) throw validationError(name, `${name}: expected ${EXPECTED_VERSION}, got ${came}`);
  if (isInFuture(version, now))
    throw validationError(name, `${name}: expected a time that is not in the future, got ${came}`);
  return version;
}

const checkSource = compileSchema(FEED_SOURCE, { subject: "header", errors: "first" });

function feedSource(header: (name: string) => string | undefined): FeedSource | undefined {
  const name = "X-SERVICE-SOURCE";
  const text = bounded(header, name);
  if (text === null) return undefined;
  const value = parsed(text);
  const error = value === undefined ? { path: "", message: "expected JSON" } : checkSource(value)[0];
  if (error === undefined) return value as unknown as FeedSource;
  throw validationError(name, `${name}: ${error.path === "" ? "" : `${error.path}: `}${error.message}`);
}

function metadata(header: (name: string) => string | undefined): Json {
  const name = "X-SERVICE-METADATA";
  const text = bounded(header, name);
  if (text === null) return null;
  const value = parsed(text);
  if (value === undefined) throw validationError(name, `${name}: expected JSON`);
  if (isDeeperThan(MAX_NESTING, value))
    throw validationError(name, `${name}: nested deeper than ${MAX_NESTING} levels`);
  return value;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    levels === 0 || Object.values(value as Record<string, Json>).some((member) => isDeeperThan(levels - 1, member))
  );
}
