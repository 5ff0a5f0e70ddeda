import { pipeline, Transform, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { Router, type Request, type RequestHandler } from "express";
import { ServiceError, validationError } from "../errors.js";
import { success } from "../http/envelope.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { INFLATES_TOO_MUCH, mostInflated } from "../http/inflation.js";
import { storefrontOf } from "../http/locals.js";
import { isGzippedNdjson } from "../http/ndjson.js";
import { acceptUpload } from "../http/upload.js";
import { importEvents, type ImportDeps } from "./import-events.js";
import { ImportReport } from "./import-report.js";

export interface ImportRoutesDeps extends ImportDeps {
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
