import { randomUUID } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Engine } from "../../engine/engine.js";
import { ServiceError } from "../../errors.js";
import type { PayloadStore } from "./payloads.js";
import { STATUS, type IngestionJob, type TriggerSource } from "./record.js";
import { createJob, nextIngestionId } from "./records.js";
import { Report } from "./report.js";

export interface ReceiveDeps {
  readonly engine: Engine;
  readonly payloads: PayloadStore;
  /** Of a payload, on the wire and inflated. */
  readonly maxBytes: number;
  /** ISO 8601. */
  readonly now: () => string;
}

export interface IncomingPayload {
  readonly clientId: string;
  readonly body: Readable;
  /** Bytes on the wire as the sender announced them, where it did. */
  readonly announcedBytes: number | undefined;
  readonly gzip: boolean;
  readonly trigger: TriggerSource;
}

/**
 * Stores a payload durably and queues its job; nothing of it is parsed yet.
 * @returns the ingestion id
 * @throws ServiceError payload_empty, payload_too_large or validation_error (not gzip, or cut off), each with the
 *   `ingestion_id` of a FAILED record in its context; the error of the connection when the sender goes away
 */
export async function receivePayload(deps: ReceiveDeps, incoming: IncomingPayload): Promise<number> {
  const name = `${randomUUID()}.ndjson`;
  const content = { blank: true };
  try {
    if ((incoming.announcedBytes ?? 0) > deps.maxBytes) throw new TooLargeError();
    const bytes = await deps.payloads.put(name, inflated(incoming, deps.maxBytes, content));
    if (content.blank) {
      await deps.payloads.delete(name);
      throw new ServiceError("payload_empty", "the payload is empty: expected one JSON object per line");
    }
    const id = await nextIngestionId(deps.engine);
    await createJob(deps.engine, newJob(deps, incoming, { id, name, bytes }));
    return id;
  } catch (error) {
    const refusal = refusalOf(error, deps.maxBytes);
    if (refusal === undefined) throw error;
    const id = await nextIngestionId(deps.engine);
    await createJob(deps.engine, failed(newJob(deps, incoming, { id, name, bytes: 0 }), refusal.message));
    throw new ServiceError(refusal.code, refusal.message, { ...refusal.context, ingestion_id: id }, { cause: error });
  }
}

class TooLargeError extends Error {}

function inflated({ body, gzip }: IncomingPayload, maxBytes: number, content: { blank: boolean }): Readable {
  // The error of any stage destroys the last one with it, which is where it is consumed and thrown.
  const onError = () => undefined;
  if (!gzip) return pipeline(body, watched(maxBytes, content), onError);
  return pipeline(body, watched(maxBytes), createGunzip(), watched(maxBytes, content), onError);
}

/** Counts bytes against the limit and notices the first that is not blank. */
function watched(maxBytes: number, content?: { blank: boolean }): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (content?.blank) content.blank = chunk.every(isBlank);
      if (bytes > maxBytes) done(new TooLargeError());
      else done(null, chunk);
    },
  });
}

/** White space, or a byte of a byte order mark (which JSON text never holds). */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function refusalOf(error: unknown, maxBytes: number): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (error instanceof TooLargeError) {
    return new ServiceError("payload_too_large", `the payload is larger than ${maxBytes} bytes, as sent or inflated`);
  }
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "Z_BUF_ERROR") return invalidBody("the gzip data ends too early: the payload was cut off");
  if (code?.startsWith("Z_")) return invalidBody("the body is not valid gzip, as its Content-Encoding says it is");
  return undefined;
}

const invalidBody = (message: string) => new ServiceError("validation_error", message, { field: "body" });

function newJob(
  { now }: ReceiveDeps,
  { clientId, trigger }: IncomingPayload,
  { id, name, bytes }: { id: number; name: string; bytes: number },
): IngestionJob {
  const at = now();
  return {
    id,
    client_id: clientId,
    trigger_source: trigger,
    product_metrics: null,
    file_identifier: name,
    status: STATUS.CREATED,
    created_at: at,
    updated_at: at,
    bytes,
    attempts: 0,
  };
}

function failed(job: IngestionJob, failure: string): IngestionJob {
  return {
    ...job,
    status: STATUS.FAILED,
    product_metrics: new Report().finish({ bytes: 0, seconds: 0, attempts: 0, failure }),
  };
}
