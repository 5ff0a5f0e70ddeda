import { pipeline, type Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { type Request, type RequestHandler, Router } from "express";
import pRetry from "p-retry";
import { ServiceError, validationError } from "../errors.js";
import { success } from "../http/envelope.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { acceptUpload, INFLATES_TOO_MUCH, isGzippedNdjson, mostInflated } from "../http/upload.js";
import { storefrontOf } from "../http/locals.js";
import { ImportReport } from "./import-report.js";
import { EngineUnavailableError } from "../engine/engine.js";
import { type NumberedLine, readFeedLines } from "../catalog/ingestion/feed-reader.js";
import type { Storefront } from "../storefront/client.js";
import { createTimeSlice } from "../lib/periodic.js";
import type { Arrival } from "./event.js";
import { type LineContext, parseEventLine } from "./import-line.js";
import { type RecordDeps, recordEvents } from "./record-events.js";

interface ImportRoutesDeps extends ImportDeps {
  /** Lets only a private key pass and sets the storefront. */
  readonly authenticate: RequestHandler;
  /** Of a body, as sent and inflated. */
  readonly maxBytes: number;
}

/** `/v1/events`: takes history, one event a line, and answers once all of it is stored. */
export function importRoutes(deps: ImportRoutesDeps): Router {
  const router = Router();
  router.route("/").post(deps.authenticate, acceptUpload, create(deps)).all(methodNotAllowed("POST"));
  return router;
}

function create(deps: ImportRoutesDeps): RequestHandler {
  return async (req, res) => {
    const report = new ImportReport();
    try {
      await importEvents(deps, storefrontOf(res), bodyOf(req, deps.maxBytes), report);
    } catch (error) {
      throw withReport(error, report, deps.maxBytes);
    }
    if (report.received === 0)
      throw new ServiceError("payload_empty", "the body is empty: expected one event per line");
    res.json(success(report.result()));
  };
}

class TooLargeError extends Error {}
class InflatesTooMuchError extends Error {}
class ConnectionClosedError extends Error {}

function bodyOf(req: Request, maxBytes: number): Readable {
  const isGzip = isGzippedNdjson(req);
  if (Number(req.get("content-length") ?? 0) > maxBytes) throw new TooLargeError();
  let sentBytes = 0;
  const sent = bounded((bytes) => {
    sentBytes = bytes;
    return bytes > maxBytes ? new TooLargeError() : undefined;
  });
  const content = bounded((bytes) => {
    if (bytes > maxBytes) return new TooLargeError();
    return bytes > mostInflated(sentBytes) ? new InflatesTooMuchError() : undefined;
  });
  const closed = (error?: Error) => {
    if (req.readableEnded) return;
    const gone = new ConnectionClosedError("the connection closed before the body was complete");
    sent.destroy(error instanceof ServiceError ? error : gone);
  };
  req.once("error", closed).once("close", closed);
  // Unlike in a pipeline the request stays open when a later stage fails: its connection has to carry the answer.
  req.pipe(sent);
  // The error of any stage destroys the last one with it, which is where it is thrown.
  const onError = () => undefined;
  return isGzip ? pipeline(sent, createGunzip(), content, onError) : sent;
}

/** @param problemOf what is wrong with so many bytes */
function bounded(problemOf: (bytes: number) => Error | undefined): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      const problem = problemOf(bytes);
      if (problem === undefined) done(null, chunk);
      else done(problem);
    },
  });
}

/**
 * Adds the report to an error. Events stored before the failure stay stored, and the sender may send everything again.
 */
function withReport(error: unknown, report: ImportReport, maxBytes: number): unknown {
  const context = { events: report.result().events };
  if (error instanceof TooLargeError) {
    const message = `the body is larger than ${maxBytes} bytes, as sent or inflated`;
    return new ServiceError("payload_too_large", message, context);
  }
  if (error instanceof InflatesTooMuchError) return new ServiceError("payload_too_large", INFLATES_TOO_MUCH, context);
  if (error instanceof ServiceError && error.code === "request_timeout") {
    return new ServiceError(error.code, error.message, context);
  }
  if (error instanceof ConnectionClosedError) return validationError("body", error.message);
  const code = (error as NodeJS.ErrnoException).code;
  if (code?.startsWith("Z_") === true) {
    const message =
      code === "Z_BUF_ERROR"
        ? "the gzip data ends too early: the body was cut off"
        : "the body is not valid gzip, as its Content-Encoding says it is";
    return new ServiceError("validation_error", message, { field: "body", ...context });
  }
  return error;
}

interface ImportDeps extends RecordDeps {
  readonly newToken: () => string;
  readonly maxLineBytes: number;
  readonly retentionMonths: number;
}

/** Events that are stored in one request. */
const BATCH = 1_000;
const TIMEOUT_MS = 60_000;
/** About half a minute: an import can be repeated at no cost. */
const RETRY = { retries: 6, minTimeout: 250, maxTimeout: 15_000, randomize: true };

/**
 * Takes history, a batch at a time, no faster than it is stored. It never touches the spool, which is for shoppers who
 * cannot come again. `report` is brought up to date after each batch, so it also shows the progress of a failed import.
 * @throws EngineUnavailableError when the engine stays away; whatever the stream throws
 */
async function importEvents(
  deps: ImportDeps,
  { client_id: clientId, configuration }: Storefront,
  stream: AsyncIterable<Buffer>,
  report: ImportReport,
): Promise<void> {
  const { now, retentionMonths, maxLineBytes } = deps;
  const { page_url_parameters: pageUrlParameters } = configuration.events;
  let batch: Arrival[] = [];
  const store = async () => {
    const arrivals = batch;
    batch = [];
    await storeBatch(deps, arrivals, report);
  };
  const slice = createTimeSlice();
  for await (const lines of readFeedLines(stream, maxLineBytes)) {
    const context: LineContext = { clientId, receivedAt: now(), retentionMonths, pageUrlParameters };
    for (const line of lines) {
      if (slice.isOver()) await slice.next();
      const arrival = arrivalIn(deps, line, context, report);
      if (arrival === undefined) continue;
      batch.push(arrival);
      if (batch.length === BATCH) await store();
    }
  }
  await store();
}

function arrivalIn(
  { newToken, metrics }: ImportDeps,
  line: NumberedLine,
  context: LineContext,
  report: ImportReport,
): Arrival | undefined {
  report.received += 1;
  const parsed =
    "problem" in line
      ? ({ outcome: "rejected", event_id: null, reason: line.problem } as const)
      : parseEventLine(line.text, context);
  switch (parsed.outcome) {
    case "event":
      return { event: parsed.event, month: parsed.month, token: newToken() };
    case "anonymous":
      metrics.events.inc({ type: parsed.type, outcome: "anonymous" });
      report.anonymous += 1;
      return undefined;
    case "rejected":
      metrics.events.inc({ type: "unknown", outcome: "rejected" });
      metrics.rejected.inc({ reason: "import_line" });
      report.reject({ line: line.number, event_id: parsed.event_id, reason: parsed.reason });
      return undefined;
  }
}

/** A batch that was stored but not yet consumed is passed to the consumers again. */
async function storeBatch(deps: ImportDeps, arrivals: readonly Arrival[], report: ImportReport): Promise<void> {
  let remaining = arrivals;
  await pRetry(
    async () => {
      if (remaining.length === 0) return;
      const { outcomes, busy } = await recordEvents(deps, remaining, { timeoutMs: TIMEOUT_MS });
      remaining = busy;
      report.count(outcomes);
      if (busy.length > 0) throw new EngineUnavailableError("the engine is busy");
    },
    { ...RETRY, shouldRetry: ({ error }) => error instanceof EngineUnavailableError },
  );
}
