import type { IncomingMessage } from "node:http";
import { pipeline, type Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Request, RequestHandler } from "express";
import { ServiceError, validationError } from "../errors.js";

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

export interface Upload {
  readonly body: Readable;
  /** Bytes on the wire as the sender announced them, where it did. */
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
 * The content of an upload, inflated.
 * @param maxBytes of the body, as sent and inflated
 * @throws ServiceError payload_too_large, payload_empty without a byte, validation_error for broken gzip, ConnectionClosedError,
 *   or the one that the body was destroyed with
 */
export async function* uploadedContent(upload: Upload, maxBytes: number): AsyncGenerator<Buffer, void> {
  const { body, announcedBytes = 0, gzip } = upload;
  const tooLarge = () =>
    new ServiceError("payload_too_large", `the body is larger than ${maxBytes} bytes, as sent or inflated`);
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
  // The error of any stage destroys the last one with it, which is where it is thrown.
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

/** Unlike a pipeline, leaves the body alone when a later stage fails: destroyed, it would take the connection and the answer with it. */
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
  if (code === "Z_BUF_ERROR") return validationError("body", "the gzip data ends too early: the body was cut off");
  if (code?.startsWith("Z_") !== true) return undefined;
  return validationError("body", "the body is not valid gzip, as its Content-Encoding says it is");
}
