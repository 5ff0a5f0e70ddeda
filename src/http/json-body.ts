import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { RequestHandler } from "express";
import { withoutByteOrderMark } from "../lib/byte-order-mark.js";
import { ServiceError } from "../errors.js";
import { INFLATES_TOO_MUCH, mostInflated } from "./upload.js";
import { locateJsonMistake } from "./json-mistake.js";

const inflate = promisify(gunzip);

/**
 * Reads a JSON object into `req.body`, as it is: text with lone surrogates or NUL is left to the check of the body.
 * Errors: unsupported_media_type (none of `mediaTypes`, not in UTF-8, or an encoding other than gzip),
 * payload_too_large (past `maxBytes`, as sent or inflated, or inflated to many times what was sent), validation_error
 * (no JSON, no object).
 */
export function jsonBody({ maxBytes, mediaTypes = ["application/json"] }: JsonBodyOptions): RequestHandler {
  return async (req, _res, next) => {
    checkMediaType(req.headers["content-type"], mediaTypes);
    const encoding = contentEncoding(req.headers["content-encoding"]);
    const bytes = await bodyBytes(req, maxBytes, encoding === "gzip");
    req.body = await parseObject(bytes);
    // A body that took long to parse takes long to check; others get their turn in between.
    if (bytes.length > LARGE_BYTES) await turn();
    next();
  };
}

/** The bytes of a small body. Errors as of `jsonBody`. */
export async function bodyBytes(req: IncomingMessage, maxBytes: number, isGzipped: boolean): Promise<Buffer> {
  const sent = await readBytes(req, maxBytes);
  return isGzipped ? inflated(sent, maxBytes) : sent;
}

export interface JsonBodyOptions {
  /**
   * The largest body that can be parsed and checked without delaying other requests: tens of kilobytes, not megabytes.
   */
  readonly maxBytes: number;
  /** JSON alone unless given. */
  readonly mediaTypes?: readonly string[];
}

const LARGE_BYTES = 16_384;

function checkMediaType(header: string | undefined, known: readonly string[]): void {
  if (header === "application/json") return;
  const [type = "", ...parameters] = (header ?? "").split(";").map((part) => part.trim().toLowerCase());
  if (!known.includes(type)) {
    const came = header === undefined ? "no content type" : `"${header.slice(0, 80)}"`;
    throw new ServiceError("unsupported_media_type", `the content type must be ${known.join(" or ")}, got ${came}`);
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
  const most = mostInflated(bytes.length);
  try {
    return await inflate(bytes, { maxOutputLength: Math.min(maxBytes, most) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") {
      throw new ServiceError("validation_error", "the body is not valid or not complete gzip");
    }
    throw most < maxBytes ? new ServiceError("payload_too_large", INFLATES_TOO_MUCH) : tooLarge(maxBytes);
  }
}

async function parseObject(sent: Buffer): Promise<object> {
  const bytes = withoutByteOrderMark(sent);
  if (bytes.length === 0) throw new ServiceError("validation_error", "the body is empty; a JSON object is expected");
  if (!isUtf8(bytes)) throw new ServiceError("validation_error", "the body is not valid UTF-8");
  const text = bytes.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (bytes.length > LARGE_BYTES) await turn();
    const mistake = locateJsonMistake(text);
    const where = mistake && `: ${mistake.expected} expected at line ${mistake.line}, column ${mistake.column}`;
    throw new ServiceError("validation_error", `the body is not valid JSON${where ?? ""}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ServiceError("validation_error", "the body must be a JSON object");
  }
  return value;
}
