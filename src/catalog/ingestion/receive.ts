import { randomUUID } from "node:crypto";
import { pipeline, type Readable, Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { EngineUnavailableError, type Engine } from "../../engine/engine.js";
import { ServiceError } from "../../errors.js";
import { INFLATES_TOO_MUCH, mostInflated } from "../../http/upload.js";
import type { PayloadStore } from "./payloads.js";
import { LIVE, STATUS, type IngestionJob, type TriggerSource } from "./ingestion-record.js";
import { createJob, LIVE_PAYLOADS, nextIngestionId, readJob } from "./ingestion-store.js";
import { Report } from "./ingestion-report.js";

export interface ReceiveDeps {
  readonly engine: Engine;
  readonly payloads: PayloadStore;
  /** @throws ServiceError where this process may not accept feeds */
  readonly checkStore: () => Promise<void>;
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
 *   `ingestion_id` of a FAILED record in its context; validation_error without one when the sender goes away;
 *   unavailable where another store than that of this process is registered
 */
export async function receivePayload(deps: ReceiveDeps, incoming: IncomingPayload): Promise<number> {
  await deps.checkStore();
  const name = `${incoming.trigger.mode === LIVE ? LIVE_PAYLOADS : ""}${randomUUID()}.ndjson`;
  const seen: Seen = { sentBytes: 0, isBlank: true };
  let isStored = false;
  try {
    if ((incoming.announcedBytes ?? 0) > deps.maxBytes) throw new TooLargeError();
    const bytes = await deps.payloads.put(name, inflated(incoming, deps.maxBytes, seen));
    isStored = true;
    if (seen.isBlank) throw empty();
    const stored = { name, bytes, store: await deps.payloads.identity() };
    return await recorded(deps, (id) => newJob(deps, incoming, id, stored));
  } catch (error) {
    // Without its job it would never be read. One that cannot be deleted now is deleted by its age; so is one of which
    // it is not known whether its job was recorded, unless it was.
    if (isStored && !(error instanceof UncertainJobError)) await deps.payloads.delete(name).catch(() => undefined);
    if (error instanceof ConnectionClosedError) throw new ServiceError("validation_error", error.message);
    const refusal = refusalOf(error, deps.maxBytes, seen);
    if (refusal === undefined) throw error;
    const nothing = { name, bytes: 0, store: "" };
    const id = await recorded(deps, (id) => failed(newJob(deps, incoming, id, nothing), refusal.message));
    throw new ServiceError(refusal.code, refusal.message, { ...refusal.context, ingestion_id: id }, { cause: error });
  }
}

async function recorded({ engine }: ReceiveDeps, job: (id: number) => IngestionJob): Promise<number> {
  for (;;) {
    const id = await nextIngestionId(engine);
    const wanted = job(id);
    try {
      if (await createJob(engine, wanted)) return id;
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      const found = await readJob(engine, id).catch(() => undefined);
      // The engine has done it, and only its answer is lost.
      if (found?.source.file_identifier === wanted.file_identifier) return id;
      throw new UncertainJobError(error);
    }
  }
}

/** The engine did not answer whether it has recorded the job. */
class UncertainJobError extends EngineUnavailableError {
  constructor(cause: Error) {
    super(`a job may not be recorded: ${cause.message}`, { cause });
  }
}

class TooLargeError extends Error {}

class InflatesTooMuchError extends Error {}

class ConnectionClosedError extends Error {}

/** Properties of a payload that are measured while it is received. */
interface Seen {
  sentBytes: number;
  isBlank: boolean;
}

function inflated({ body, gzip }: IncomingPayload, maxBytes: number, seen: Seen): Readable {
  const sent = bounded(maxBytes, (chunk) => (seen.sentBytes += chunk.length));
  const content = bounded(maxBytes, (chunk, bytes) => {
    if (gzip && bytes > mostInflated(seen.sentBytes)) throw new InflatesTooMuchError();
    if (seen.isBlank) seen.isBlank = chunk.every(isBlank);
  });
  feed(body, sent);
  // The error of any stage destroys the last one with it, which is where it is consumed and thrown.
  const onError = () => undefined;
  return gzip ? pipeline(sent, createGunzip(), content, onError) : pipeline(sent, content, onError);
}

/** Unlike a pipeline, leaves the body alone when a later stage fails: destroyed, it would take the connection and the answer with it. */
function feed(body: Readable, first: Transform): void {
  const closed = () =>
    first.destroy(new ConnectionClosedError("the connection closed before the payload was complete"));
  body.once("error", (error) => (error instanceof ServiceError ? first.destroy(error) : closed()));
  body.once("close", () => {
    if (!body.readableEnded) closed();
  });
  if (body.destroyed) closed();
  else body.pipe(first);
}

/** @param look called with every chunk and the bytes so far; an error that it throws ends the stream */
function bounded(maxBytes: number, look: (chunk: Buffer, bytes: number) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      try {
        look(chunk, bytes);
      } catch (error) {
        done(error as Error);
        return;
      }
      if (bytes > maxBytes) done(new TooLargeError());
      else done(null, chunk);
    },
  });
}

/** White space, or a byte of a byte order mark (which JSON text never holds). */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

const empty = () => new ServiceError("payload_empty", "the payload is empty: expected one JSON object per line");

function refusalOf(error: unknown, maxBytes: number, { sentBytes }: Seen): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (error instanceof TooLargeError) {
    return new ServiceError("payload_too_large", `the payload is larger than ${maxBytes} bytes, as sent or inflated`);
  }
  if (error instanceof InflatesTooMuchError) return new ServiceError("payload_too_large", INFLATES_TOO_MUCH);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "Z_BUF_ERROR" && sentBytes === 0) return empty();
  if (code === "Z_BUF_ERROR") return invalidBody("the gzip data ends too early: the payload was cut off");
  if (code?.startsWith("Z_")) return invalidBody("the body is not valid gzip, as its Content-Encoding says it is");
  return undefined;
}

const invalidBody = (message: string) => new ServiceError("validation_error", message, { field: "body" });

function newJob(
  { now }: ReceiveDeps,
  { clientId, trigger }: IncomingPayload,
  id: number,
  { name, bytes, store }: { readonly name: string; readonly bytes: number; readonly store: string },
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
    payload_store: store,
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
