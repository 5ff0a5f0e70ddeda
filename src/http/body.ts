import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { RequestHandler } from "express";
import { ServiceError } from "../errors.js";
import { locateJsonMistake } from "./json-text.js";
import { illFormedString } from "./well-formed.js";

const inflate = promisify(gunzip);

/**
 * Reads a JSON object into `req.body`. Errors: unsupported_media_type (not `application/json` in UTF-8, or an encoding
 * other than gzip), payload_too_large (past `maxBytes`, as sent or inflated), validation_error (no JSON, no object, text
 * with lone surrogates or NUL).
 */
export function jsonBody(options: JsonBodyOptions): RequestHandler {
  return async (req, _res, next) => {
    checkMediaType(req.headers["content-type"]);
    const encoding = contentEncoding(req.headers["content-encoding"]);
    const sent = await readBytes(req, options.maxBytes);
    const bytes = encoding === "gzip" ? await inflated(sent, options.maxBytes) : sent;
    req.body = parseObject(bytes, options.illFormed ?? "refused");
    next();
  };
}

export interface JsonBodyOptions {
  readonly maxBytes: number;
  /** What becomes of text with lone surrogates or NUL; refused unless whoever reads the body deals with it. */
  readonly illFormed?: "refused" | "kept";
}

function checkMediaType(header: string | undefined): void {
  if (header === "application/json") return;
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (type !== "application/json") {
    const came = header === undefined ? "no content type" : `"${header.slice(0, 80)}"`;
    throw new ServiceError("unsupported_media_type", `the content type must be application/json, got ${came}`);
  }
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) {
    throw new ServiceError("unsupported_media_type", "the body must be in UTF-8");
  }
}

function contentEncoding(header: string | undefined): "identity" | "gzip" {
  const encoding = (header ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "gzip") return encoding;
  throw new ServiceError("unsupported_media_type", "the content encoding must be gzip or none");
}

const tooLarge = (maxBytes: number) =>
  new ServiceError("payload_too_large", `the body must be at most ${maxBytes} bytes long`);

function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(req.headers["content-length"] ?? 0);
    if (declared > maxBytes) {
      reject(tooLarge(maxBytes));
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = (outcome: () => void) => {
      req.off("data", onData).off("end", onEnd).off("error", onError).off("close", onGone);
      outcome();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBytes) stop(() => reject(tooLarge(maxBytes)));
    };
    const onEnd = () =>
      stop(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)));
    const onGone = () =>
      stop(() => reject(new ServiceError("validation_error", "the connection closed before the body was complete")));
    const onError = (error: Error) => (error instanceof ServiceError ? stop(() => reject(error)) : onGone());
    req.on("data", onData).on("end", onEnd).on("error", onError).on("close", onGone);
  });
}

async function inflated(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
    throw new ServiceError("validation_error", "the body is not valid or not complete gzip");
  }
}

function parseObject(bytes: Buffer, illFormed: "refused" | "kept"): object {
  if (bytes.length === 0) throw new ServiceError("validation_error", "the body is empty; a JSON object is expected");
  if (!isUtf8(bytes)) throw new ServiceError("validation_error", "the body is not valid UTF-8");
  const text = bytes.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const mistake = locateJsonMistake(text);
    const where = mistake && `: ${mistake.expected} expected at line ${mistake.line}, column ${mistake.column}`;
    throw new ServiceError("validation_error", `the body is not valid JSON${where ?? ""}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceError("validation_error", "the body must be a JSON object");
  }
  // JSON text that is valid UTF-8 can only hold such characters as escapes, so a body without escapes needs no walk.
  const field = illFormed === "refused" && bytes.includes("\\u") ? illFormedString(value) : undefined;
  if (field !== undefined) {
    throw new ServiceError("validation_error", `\`${field}\` holds a NUL or half of a surrogate pair`, { field });
  }
  return value;
}
