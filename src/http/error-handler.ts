import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { ServiceError, UnavailableError } from "../errors.js";
import { errorFields, type Logger } from "../observability/logger.js";
import type { Metrics } from "../observability/metrics.js";
import { DISCARD_MS } from "./client-error.js";
import { markReadable } from "./cors.js";
import { errorEnvelope } from "./envelope.js";
import { locals, requestIdOf } from "./locals.js";
import { pathOf } from "./path.js";

/** Seconds after which a client may try again when something was unavailable, or there were too many requests. */
export const RETRY_AFTER_SECONDS = 2;

/** The only place that answers errors; mount it last. Texts of the engine and of the program go to the log, never to a client. */
export function errorHandler(deps: { readonly logger: Logger; readonly metrics: Metrics }): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, next) => {
    // The client has disconnected and its work was aborted: there is no response to send, and nothing has failed.
    if (res.destroyed) return;
    const answer = toServiceError(error);
    deps.metrics.errors.inc({ code: answer.code });
    if (answer.status >= 500) {
      const fields = {
        request_id: requestIdOf(res),
        method: req.method,
        path: pathOf(req.originalUrl),
        ...errorFields(error),
      };
      const what = error instanceof UnavailableError ? error.what : "engine";
      deps.logger.error(answer.code === "unavailable" ? `${what} unavailable` : "request failed", fields);
    }
    if (res.headersSent) {
      const { answerLate } = locals(res);
      if (answerLate === undefined) next(error);
      else answerLate(answer);
      return;
    }
    if (answer.code === "unavailable" && !res.hasHeader("Retry-After")) {
      res.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    }
    markReadable(res);
    if (!req.complete) discardBody(req);
    res.status(answer.status).json(errorEnvelope(answer, req.originalUrl));
  };
}

/** A connection that is closed while its sender still sends is reset, and the answer with it lost; so some of the rest is read. */
function discardBody(req: Request): void {
  req.resume();
  const timer = setTimeout(() => req.destroy(), DISCARD_MS).unref();
  req.once("end", () => clearTimeout(timer));
}

/** Maps any thrown value to the error that a client receives. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof UnavailableError) {
    return new ServiceError("unavailable", "the service cannot answer at the moment; try again shortly");
  }
  // Express itself: a path with a malformed percent escape.
  if (error instanceof URIError) return new ServiceError("validation_error", "the request path is malformed");
  return new ServiceError("internal_error", "the service failed to answer this request");
}

export const notFound: RequestHandler = () => {
  throw new ServiceError("not_found", "there is nothing at this path");
};

/** For `router.route(path).all(…)` behind the methods the path does have. */
export const methodNotAllowed =
  (...allowed: readonly string[]): RequestHandler =>
  (req, res) => {
    res.setHeader("Allow", allowed.join(", "));
    throw new ServiceError("method_not_allowed", `${req.method} is not allowed here; allowed: ${allowed.join(", ")}`);
  };
