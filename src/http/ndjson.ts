import type { Request } from "express";
import { ServiceError } from "../errors.js";

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
