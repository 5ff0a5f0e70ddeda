import { isUtf8 } from "node:buffer";
import express, { type RequestHandler } from "express";
import { ServiceError } from "../errors.js";
import { isJsonObject } from "../lib/json-text.js";
import { withoutByteOrderMark } from "../lib/byte-order-mark.js";

export interface JsonBodyOptions {
  /**
   * Maximum size of a request body in bytes. The limit should be tens of kilobytes rather than megabytes, because parsing and validation
   * delay other requests.
   */
  readonly maxBytes: number;
  /** Accepted media types of the body. Default: only `application/json`. */
  readonly mediaTypes?: readonly string[];
}

/**
 * Middleware that reads a JSON object into `req.body`. Lone surrogates and NUL characters are rejected later, during schema validation.
 * Errors: unsupported_media_type (a type outside of `mediaTypes`, a charset other than UTF-8, or an encoding other than gzip),
 * payload_too_large (a compressed or decompressed size above `maxBytes`), validation_error (not a JSON object), request_timeout.
 */
export function jsonBody({ maxBytes, mediaTypes = ["application/json"] }: JsonBodyOptions): RequestHandler {
  const read = bodyReader(
    express.json({ limit: maxBytes, type: () => true, strict: false, verify: checkText }),
    maxBytes,
  );
  return (req, res, next) => {
    if (req.is([...mediaTypes]) === false) {
      const { "content-type": type } = req.headers;
      const came = type === undefined ? "no content type" : `"${type.slice(0, 80)}"`;
      throw new ServiceError(
        "unsupported_media_type",
        `the content type must be ${mediaTypes.join(" or ")}, got ${came}`,
      );
    }
    read(req, res, (error?: unknown) => {
      if (error !== undefined) next(error);
      else if (req.body === undefined) next(new ServiceError("validation_error", EMPTY));
      else if (isJsonObject(req.body)) next();
      else next(new ServiceError("validation_error", "the body must be a JSON object"));
    });
  };
}

/** Middleware that reads a body of any content type as bytes into `req.body`. Throws the same errors as `jsonBody`. */
export const bytesBody = (maxBytes: number): RequestHandler =>
  bodyReader(express.raw({ limit: maxBytes, type: () => true }), maxBytes);

const EMPTY = "the body is empty: expected a JSON object";

/** Rejects bodies that Express would accept: Express reads an empty body as `{}`, replaces bytes that are not UTF-8, and decodes UTF-16. */
function checkText(_req: unknown, _res: unknown, bytes: Buffer, charset: string): void {
  if (!/^utf-?8$/.test(charset)) throw new ServiceError("unsupported_media_type", "the body must be in UTF-8");
  if (withoutByteOrderMark(bytes).length === 0) throw new ServiceError("validation_error", EMPTY);
  if (!isUtf8(bytes)) throw new ServiceError("validation_error", "the body is not valid UTF-8");
}

/** Wraps an Express body reader: converts its errors to service errors, and responds without waiting for the rest of a rejected body. */
function bodyReader(read: RequestHandler, maxBytes: number): RequestHandler {
  return (req, res, next) => {
    if (!/^(?:gzip|identity)?$/i.test(req.get("content-encoding") ?? "")) {
      throw new ServiceError("unsupported_media_type", "the content encoding must be gzip or none");
    }
    if (Number(req.headers["content-length"]) > maxBytes) throw tooLarge(maxBytes);
    let isOver = false;
    const done = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      if (error === undefined) next();
      else next(refusal(error, maxBytes));
    };
    // The server emits `error` on the request if the body does not arrive in time.
    req.once("error", done);
    read(req, res, done);
  };
}

const tooLarge = (maxBytes: number) =>
  new ServiceError("payload_too_large", `the body must be at most ${maxBytes} bytes long`);

function refusal(error: unknown, maxBytes: number): unknown {
  if (error instanceof ServiceError) return error;
  const { type, code, message } = error as NodeJS.ErrnoException & { readonly type?: string };
  if (code?.startsWith("Z_") === true) {
    return new ServiceError("validation_error", "the gzip data in the body is invalid or incomplete");
  }
  if (type === "entity.too.large") return tooLarge(maxBytes);
  if (type === "charset.unsupported") return new ServiceError("unsupported_media_type", "the body must be in UTF-8");
  if (type === "entity.parse.failed") {
    // Some error messages of `JSON.parse` contain no position.
    const [position = ""] = / at position \d+(?: \(line \d+ column \d+\))?/.exec(message) ?? [];
    return new ServiceError("validation_error", `the body is not valid JSON${position}`);
  }
  if (code === "ECONNRESET" || type === "request.aborted" || type === "request.size.invalid") {
    return new ServiceError("validation_error", "the connection closed before the body was complete");
  }
  return error;
}
