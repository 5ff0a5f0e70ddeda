import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Request, RequestHandler } from "express";
import { ServiceError, validationError } from "../errors.js";

const accepted = new WeakSet<IncomingMessage>();

/**
 * Middleware that extends the time limit for receiving the body from seconds to an hour, as long as data keeps arriving. Mount the
 * middleware after the key check, so that the extension does not apply to clients without a key.
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
 * Returns whether a body of JSON lines is compressed with gzip.
 * @throws {ServiceError} `unsupported_media_type` if the content type or the encoding is not supported
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

/** Maximum compression ratio. JSON usually shrinks by a factor of 5 to 20 with gzip; a much higher ratio indicates a decompression bomb. */
const MAX_TIMES = 64;
/** Number of decompressed bytes that are allowed regardless of the compression ratio. */
const ALWAYS_ALLOWED = 65_536;

/** Returns the maximum decompressed size of a gzipped body in bytes. */
export const mostInflated = (sentBytes: number): number => ALWAYS_ALLOWED + MAX_TIMES * sentBytes;

export const INFLATES_TOO_MUCH = `the decompressed body is more than ${MAX_TIMES} times as large; send it with less or no compression`;

export interface Upload {
  readonly body: Readable;
  /** Content-Length of the request, if present. */
  readonly announcedBytes: number | undefined;
  readonly gzip: boolean;
}

export const uploadIn = (req: Request): Upload => {
  const announced = req.get("content-length");
  const announcedBytes = announced === undefined ? undefined : Number(announced);
  return { body: req, announcedBytes, gzip: isGzippedNdjson(req) };
};

export const emptyUpload = () =>
  new ServiceError("payload_empty", "the body is empty: expected one JSON object per line");

export class ConnectionClosedError extends ServiceError {
  constructor() {
    super("validation_error", "the connection closed before the body was complete", { field: "body" });
  }
}

/**
 * Yields the decompressed content of an upload.
 * @param maxBytes maximum size of the compressed body and of the decompressed body
 * @throws {ServiceError} `payload_too_large`; `payload_empty` for an empty body; `validation_error` for invalid gzip;
 * ConnectionClosedError; or the error with which the body was destroyed
 */
export async function* uploadedContent(upload: Upload, maxBytes: number): AsyncGenerator<Buffer, void> {
  const { body, announcedBytes = 0, gzip } = upload;
  const tooLarge = () =>
    new ServiceError("payload_too_large", `the body is larger than ${maxBytes} bytes, compressed or decompressed`);
  if (announcedBytes > maxBytes) throw tooLarge();
  let sentBytes = 0;
  const sent = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sentBytes += chunk.length;
      if (sentBytes > maxBytes) done(tooLarge());
      else done(null, chunk);
    },
    flush(done) {
      done(sentBytes === 0 ? emptyUpload() : null);
    },
  });
  feed(body, sent);
  // If a stage of the pipeline fails, iterating over the last stage throws the error.
  const content = gzip ? pipeline(sent, createGunzip(), () => undefined) : sent;
  let bytes = 0;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      if (gzip && bytes > mostInflated(sentBytes)) throw new ServiceError("payload_too_large", INFLATES_TOO_MUCH);
      yield chunk;
    }
  } catch (error) {
    throw gzipError(error) ?? error;
  }
}

/**
 * Pipes a request body into the first stage of a pipeline. In contrast to Node's `pipeline`, `feed` does not destroy the body if a later
 * stage fails, because this would close the connection before the response is sent.
 */
function feed(body: Readable, first: Transform): void {
  const closed = (error?: Error) => {
    if (!body.readableEnded) first.destroy(error instanceof ServiceError ? error : new ConnectionClosedError());
  };
  body.once("error", closed).once("close", closed);
  if (body.destroyed) closed(body.errored ?? undefined);
  else body.pipe(first);
}

function gzipError(error: unknown): ServiceError | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "Z_BUF_ERROR") return validationError("body", "the gzip data is truncated");
  if (code?.startsWith("Z_") !== true) return undefined;
  return validationError("body", "the body is not valid gzip, but its Content-Encoding is gzip");
}
