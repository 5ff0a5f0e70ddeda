import { randomUUID } from "node:crypto";
import type { Context } from "../../context.js";
import { EngineUnavailableError } from "../../engine/engine.js";
import { ServiceError } from "../../errors.js";
import { ConnectionClosedError, emptyUpload, type Upload, uploadedContent } from "../../http/upload.js";
import { NO_ATTEMPTS } from "./attempts.js";
import type { PayloadStore } from "./payloads.js";
import { LIVE, STATUS, type IngestionJob, type TriggerSource } from "./ingestion-record.js";
import { createJob, LIVE_PAYLOADS, nextIngestionId, readJob } from "./ingestion-store.js";
import { unrunReport } from "./ingestion-report.js";

export interface Receiving extends Context {
  readonly payloads: PayloadStore;
  /**
   * Checks the payload store before a feed is received.
   * @throws {ServiceError} if this process must not accept feeds
   */
  readonly checkStore: () => Promise<void>;
  /** Called after a job has been queued. */
  readonly onQueued: () => void;
}

export const isoNow = ({ now }: Context): string => new Date(now()).toISOString();

export interface IncomingPayload extends Upload {
  readonly clientId: string;
  readonly trigger: TriggerSource;
  /** Whether more parts of the feed follow. If true, the job is not queued yet. */
  readonly isOpened?: boolean;
}

/**
 * Stores a payload durably and queues its job. The payload is not parsed yet.
 * @returns the ingestion id
 * @throws {ServiceError} payload_empty, payload_too_large or validation_error (not gzip, or truncated), with the `ingestion_id` of a FAILED
 * record in its context; validation_error without an id if the client disconnects; unavailable if another payload store is registered
 */
export async function receivePayload(deps: Receiving, incoming: IncomingPayload): Promise<number> {
  await deps.checkStore();
  const name = `${incoming.trigger.mode === LIVE ? LIVE_PAYLOADS : ""}${randomUUID()}.ndjson`;
  let isStored = false;
  try {
    const bytes = await storeContent(deps, name, incoming, deps.config.ingestionMaxBytes);
    isStored = true;
    const stored = { name, bytes, store: await deps.payloads.identity() };
    return await recorded(deps, (id) => newJob(deps, incoming, id, stored));
  } catch (error) {
    // Deletes the payload, because no job will read it.
    // Retention deletes the payload later if the deletion fails or if the job may have been recorded.
    if (isStored && !(error instanceof UncertainJobError)) await deps.payloads.delete(name).catch(() => undefined);
    if (!(error instanceof ServiceError) || error instanceof ConnectionClosedError) throw error;
    const { code, message, context } = error;
    const nothing = { name, bytes: 0, store: "" };
    const id = await recorded(deps, (id) => failed(newJob(deps, incoming, id, nothing), message));
    throw new ServiceError(code, message, { ...context, ingestion_id: id }, { cause: error });
  }
}

/**
 * Stores an upload under a name. If an error is thrown, the store does not contain the upload.
 * @returns the number of bytes after decompression
 * @throws {ServiceError} payload_empty if all lines are blank, and the errors of `uploadedContent`
 */
export async function storeContent(deps: Receiving, name: string, upload: Upload, maxBytes: number): Promise<number> {
  const seen = { hasText: false };
  async function* content() {
    for await (const chunk of uploadedContent(upload, maxBytes)) {
      seen.hasText ||= !chunk.every(isBlank);
      yield chunk;
    }
  }
  const bytes = await deps.payloads.put(name, content());
  if (seen.hasText) return bytes;
  await deps.payloads.delete(name).catch(() => undefined);
  throw emptyUpload();
}

async function recorded({ engine }: Receiving, job: (id: number) => IngestionJob): Promise<number> {
  for (;;) {
    const id = await nextIngestionId(engine);
    const wanted = job(id);
    try {
      if (await createJob(engine, wanted)) return id;
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      const found = await readJob(engine, id).catch(() => undefined);
      // The engine has stored the job and only the response was lost.
      if (found?.source.file_identifier === wanted.file_identifier) return id;
      throw new UncertainJobError(error);
    }
  }
}

/** Error after which it is unknown whether the engine has stored the job. */
class UncertainJobError extends EngineUnavailableError {
  constructor(cause: Error) {
    super(`the ingestion job may not have been stored: ${cause.message}`, { cause });
  }
}

/** Whether a byte is whitespace or part of a byte order mark (which never occurs in JSON text). */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function newJob(
  deps: Receiving,
  { clientId, trigger, isOpened = false }: IncomingPayload,
  id: number,
  { name, bytes, store }: { readonly name: string; readonly bytes: number; readonly store: string },
): IngestionJob {
  const at = isoNow(deps);
  return {
    id,
    client_id: clientId,
    trigger_source: trigger,
    product_metrics: null,
    file_identifier: name,
    status: isOpened ? STATUS.RECEIVING : STATUS.CREATED,
    created_at: at,
    updated_at: at,
    bytes,
    payload_store: store,
    attempts: 0,
    history: NO_ATTEMPTS,
  };
}

function failed(job: IngestionJob, failure: string): IngestionJob {
  return {
    ...job,
    status: STATUS.FAILED,
    product_metrics: unrunReport(failure),
  };
}
