import { pipeline } from "node:stream/promises";
import { type Request, type RequestHandler, type Response, Router } from "express";
import type { Engine } from "../engine/engine.js";
import { ServiceError, validationError } from "../errors.js";
import { success } from "../http/envelope.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { storefrontOf } from "../http/locals.js";
import { acceptUpload, uploadIn } from "../http/upload.js";
import { cancelJob } from "./ingestion/cancel.js";
import { errorListName } from "./ingestion/job.js";
import { progressOf, readJob } from "./ingestion/ingestion-store.js";
import { type ReceiveDeps, receivePayload } from "./ingestion/receive.js";
import {
  FEED_SOURCE,
  type FeedMode,
  type FeedSource,
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
import { compileSchema } from "../schema/validator.js";

interface IngestionRoutesDeps extends ReceiveDeps {
  /** Lets only a private key pass and sets the storefront. */
  readonly authenticate: RequestHandler;
  /** Told that there is something to do for a worker. */
  readonly onQueued: () => void;
}

/** `/v1/ingestion`: creates and cancels jobs, returns their status and the full list of their errors. */
export function ingestionRoutes(deps: IngestionRoutesDeps): Router {
  const router = Router();
  router.route("/").post(deps.authenticate, acceptUpload, create(deps)).all(methodNotAllowed("POST"));
  router.route("/:id").get(deps.authenticate, read(deps)).all(methodNotAllowed("GET"));
  router.route("/:id/cancel").post(deps.authenticate, cancel(deps)).all(methodNotAllowed("POST"));
  router.route("/:id/errors").get(deps.authenticate, errors(deps)).all(methodNotAllowed("GET"));
  return router;
}

function create(deps: IngestionRoutesDeps): RequestHandler {
  return async (req, res) => {
    const trigger = parseTrigger((name) => req.get(name), deps.now());
    const id = await receivePayload(deps, {
      clientId: storefrontOf(res).client_id,
      ...uploadIn(req),
      trigger,
    });
    deps.onQueued();
    res.status(202).json(success({ ingestion_id: id }));
  };
}

function read({ engine }: IngestionRoutesDeps): RequestHandler {
  return async (req, res) => {
    await answer(engine, await ownJob(engine, req, res), res);
  };
}

/** 202 while the job still has to come to its next safe point. */
function cancel({ engine, now, onQueued }: IngestionRoutesDeps): RequestHandler {
  return async (req, res) => {
    const job = await cancelJob(engine, await ownJob(engine, req, res), now());
    // Its process may be gone: then any one ends it.
    onQueued();
    await answer(engine, job, res.status(job.status === STATUS.STARTED ? 202 : 200));
  };
}

async function answer(engine: Engine, job: IngestionJob, res: Response): Promise<void> {
  const warnings = ingestionWarningsOf(job);
  if (warnings.length > 0) res.set(WARNINGS_HEADER, warnings.map(({ message }) => message).join("; "));
  const meta = {
    ...(job.status === STATUS.STARTED ? { progress: await progressOf(engine, job) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  res.json({ ...success(publicRecord(job)), meta: Object.keys(meta).length === 0 ? null : meta });
}

function errors({ engine, payloads }: IngestionRoutesDeps): RequestHandler {
  return async (req, res) => {
    const job = await ownJob(engine, req, res);
    const list = await payloads.read(errorListName(job.id));
    if (list === undefined) {
      throw new ServiceError(
        "not_found",
        `ingestion ${job.id} has no list of errors: it has not ended, was cancelled before it began, or the list has expired`,
      );
    }
    res.type("application/x-ndjson");
    await pipeline(list, res);
  };
}

/** Another client's ingestion is as unknown as one that never was. */
async function ownJob(engine: Engine, req: Request, res: Response): Promise<IngestionJob> {
  const { id } = req.params as { id: string };
  if (!/^\d{1,15}$/.test(id))
    throw validationError("id", `id: expected an integer, got ${JSON.stringify(id.slice(0, 40))}`);
  const job = await readJob(engine, Number(id));
  if (job?.source.client_id !== storefrontOf(res).client_id) {
    throw new ServiceError("not_found", `no ingestion has the id ${Number(id)}`);
  }
  return job.source;
}

/** Of the metadata; well below what the engine stores. */
const MAX_NESTING = 10;

/**
 * Reads what request headers say about why a job was started: `X-SERVICE-PROCESSING-MODE` (insert unless given) and,
 * for the record, `X-SERVICE-COMMENT`, `X-SERVICE-USER`, `X-SERVICE-METADATA` (JSON) and `X-SERVICE-TRIGGER` (api or cli);
 * against mistakes, `X-SERVICE-DRY-RUN`, `X-SERVICE-MAX-REMOVED-SHARE` and `X-SERVICE-SOURCE` (JSON); beside lines with
 * versions, `X-SERVICE-SNAPSHOT`.
 * @param now ISO 8601
 * @throws ServiceError validation_error naming the header
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

/** The first value is the default. */
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
  if (mode !== "soft_replace")
    throw validationError(name, `${name}: only a soft_replace is the snapshot of a catalogue`);
  const version = readVersion(/^\d+$/.test(text) ? Number(text) : text);
  const came = JSON.stringify(text.slice(0, 60));
  if (version === undefined) throw validationError(name, `${name}: expected ${EXPECTED_VERSION}, got ${came}`);
  if (isInFuture(version, now))
    throw validationError(name, `${name}: expected a time that is not to come, got ${came}`);
  return version;
}

const checkSource = compileSchema(FEED_SOURCE, { subject: "header", mistakes: "first" });

function feedSource(header: (name: string) => string | undefined): FeedSource | undefined {
  const name = "X-SERVICE-SOURCE";
  const text = bounded(header, name);
  if (text === null) return undefined;
  const value = parsed(text);
  const mistake = value === undefined ? { path: "", message: "expected JSON" } : checkSource(value)[0];
  if (mistake === undefined) return value as unknown as FeedSource;
  throw validationError(name, `${name}: ${mistake.path === "" ? "" : `${mistake.path}: `}${mistake.message}`);
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
