import type { IncomingMessage } from "node:http";
import type { Request, RequestHandler } from "express";
import { ServiceError } from "../errors.js";

const accepted = new WeakSet<IncomingMessage>();

/**
 * Lets the body of a request take an hour, as long as it does not stand still, instead of seconds. Mount it behind the key
 * check: a client without a key gets no such time.
 */
export const acceptUpload: RequestHandler = (req, _res, next) => {
  accepted.add(req);
  next();
};

export const isUpload = (request: IncomingMessage): boolean => accepted.has(request);

const MEDIA_TYPES = new Set([
  "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines", "application/json",
  "application/octet-stream", "text/plain",
]); // prettier-ignore

/**
 * Whether a body of lines of JSON comes as gzip.
 * @throws ServiceError unsupported_media_type for a body that says it is something else
 */
export function isGzippedNdjson(req: Request): boolean {
  const type = req.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== undefined && !MEDIA_TYPES.has(type)) {
    throw new ServiceError("unsupported_media_type", `Content-Type: expected application/x-ndjson, got ${type}`);
  }
  const encoding = req.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "gzip" && encoding !== "identity") {
    throw new ServiceError("unsupported_media_type", `Content-Encoding: expected gzip or none, got ${encoding}`);
  }
  return encoding === "gzip";
}

/** Real JSON becomes 5 to 20 times shorter by gzip; what becomes much shorter was made to. */
const MAX_TIMES = 64;
/** Small bodies may repeat themselves as much as they like. */
const ALWAYS_ALLOWED = 65_536;

/** The largest size in bytes to which a gzipped body may inflate, by the bytes received so far. */
export const mostInflated = (sentBytes: number): number => ALWAYS_ALLOWED + MAX_TIMES * sentBytes;

export const INFLATES_TOO_MUCH = `the body inflates to more than ${MAX_TIMES} times what was sent; send it less compressed, or plain`;
