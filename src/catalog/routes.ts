import { Router, type Request, type RequestHandler, type Response } from "express";
import { pipeline } from "node:stream/promises";
import type { Engine } from "../engine/engine.js";
import { ServiceError, validationError } from "../errors.js";
import { success } from "../http/envelope.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { storefrontOf } from "../http/locals.js";
import { isGzippedNdjson } from "../http/ndjson.js";
import { acceptUpload } from "../http/upload.js";
import { cancelJob } from "./ingestion/cancel.js";
import { parseTrigger } from "./ingestion/trigger-headers.js";
import { errorListName } from "./ingestion/job.js";
import { progressOf } from "./ingestion/job-progress.js";
import { receivePayload, type ReceiveDeps } from "./ingestion/receive.js";
import { publicRecord, STATUS, type IngestionJob } from "./ingestion/ingestion-record.js";
import { isUnfinished, readJob } from "./ingestion/ingestion-store.js";
import { WARNINGS_HEADER, ingestionWarningsOf } from "./ingestion/ingestion-warnings.js";

export interface IngestionRoutesDeps extends ReceiveDeps {
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
    const trigger = parseTrigger((name) => req.get(name));
    const id = await receivePayload(deps, {
      clientId: storefrontOf(res).client_id,
      body: req,
      announcedBytes: announcedBytes(req),
      gzip: isGzippedNdjson(req),
      trigger,
    });
    deps.onQueued();
    res.status(202).json(success({ ingestion_id: id }));
  };
}

function announcedBytes(req: Request): number | undefined {
  const length = req.get("content-length");
  return length === undefined ? undefined : Number(length);
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
      if (!isUnfinished(job) && job.payload_store !== undefined && job.payload_store !== (await payloads.identity())) {
        throw new ServiceError(
          "not_found",
          `the list of errors of ingestion ${job.id} is where the process keeps it that ran it, and this one cannot read there`,
        );
      }
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
