import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import type { ErrorRequestHandler, Request, RequestHandler, Response } from "express";
import { type ErrorCode, ServiceError, UnavailableError } from "../errors.js";
import { errorFields } from "../observability/index.js";
import type { Context } from "../context.js";
import { markReadable } from "./cors.js";
import { errorEnvelope, pathOf, SECURITY_HEADERS } from "./envelope.js";
import { locals, requestIdOf } from "./locals.js";
import { REQUEST_ID_HEADER } from "./request-log.js";

/** Seconds after which a client may try again, if the service was unavailable or the rate limit exceeded. */
export const RETRY_AFTER_SECONDS = 2;

/** The error handler of all routes. Mount it last. Messages of the engine and of unexpected errors are logged and never sent to clients. */
export function errorHandler({ logger, metrics }: Context): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, next) => {
    // The client has disconnected and the work was aborted, so there is no response to send and no error to report.
    if (res.destroyed) return;
    const response = toServiceError(error);
    metrics.errors.inc({ code: response.code });
    if (response.status >= 500) {
      const fields = {
        request_id: requestIdOf(res),
        method: req.method,
        path: pathOf(req.originalUrl),
        ...errorFields(error),
      };
      const what = error instanceof UnavailableError ? error.what : "engine";
      logger.error(response.code === "unavailable" ? `${what} unavailable` : "request failed", fields);
    }
    if (res.headersSent) {
      const { respondLate } = locals(res);
      if (respondLate === undefined) next(error);
      else respondLate(response);
      return;
    }
    if ((response.code === "unavailable" || response.code === "rate_limited") && !res.hasHeader("Retry-After")) {
      res.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    }
    markReadable(res);
    if (!req.complete) discardBody(req);
    res.status(response.status).json(errorEnvelope(response, req.originalUrl));
  };
}

/**
 * Reads and discards the rest of a request body for at most `DISCARD_MS`. Closing the connection while the client still sends data would
 * reset the connection, and the response would be lost.
 */
function discardBody(req: Request): void {
  req.resume();
  const timer = setTimeout(() => req.destroy(), DISCARD_MS).unref();
  req.once("end", () => clearTimeout(timer));
}

/** Maps any thrown value to the error that a client receives. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof UnavailableError) {
    return new ServiceError("unavailable", "the service is temporarily unavailable; try again shortly");
  }
  // Thrown by Express for a path with a malformed percent escape.
  if (error instanceof URIError) return new ServiceError("validation_error", "the request path is malformed");
  return new ServiceError("internal_error", "an internal error occurred");
}

export const notFound: RequestHandler = () => {
  throw new ServiceError("not_found", "this path does not exist");
};

/** Rejects requests with an unsupported method. Mount the handler with `router.route(path).all(…)` after the supported methods. */
export const methodNotAllowed =
  (...allowed: readonly string[]): RequestHandler =>
  (req, res) => {
    res.setHeader("Allow", allowed.join(", "));
    throw new ServiceError("method_not_allowed", `${req.method} is not allowed here; allowed: ${allowed.join(", ")}`);
  };

/** Milliseconds for which the rest of a rejected request is read and discarded, so that the client can read the response. */
export const DISCARD_MS = 2_000;

/**
 * Responds to requests that never reach the application, because they are malformed or late or have too large headers. The body has the
 * same format as other errors.
 */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded || socket.destroyed) return;
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const { status, code, message } = CLIENT_ERRORS[error.code ?? ""] ?? NO_HTTP;
  const body = JSON.stringify(errorEnvelope({ code, message, context: null }, ""));
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${randomUUID()}`,
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  socket.removeAllListeners("data").resume();
  setTimeout(() => socket.destroy(), DISCARD_MS).unref();
}

/** Node's error code for headers that do not arrive in time. */
export const LATE = "ERR_HTTP_REQUEST_TIMEOUT";

interface Description {
  readonly status: string;
  readonly code: ErrorCode;
  readonly message: string;
}

const NO_HTTP: Description = {
  status: "400 Bad Request",
  code: "validation_error",
  message: "this is not a valid HTTP request",
};

const CLIENT_ERRORS: Readonly<Record<string, Description>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    code: "validation_error",
    message: "the URL and headers of the request are too long; send filters and queries in the body",
  },
  [LATE]: { status: "408 Request Timeout", code: "request_timeout", message: "the request did not arrive in time" },
};
