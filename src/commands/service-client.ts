import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { json } from "node:stream/consumers";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ErrorEnvelope } from "../http/envelope.js";
import type { JobProgress } from "../catalog/ingestion/attempts.js";
import { STATUS, type IngestionMode, type IngestionRecord } from "../catalog/ingestion/ingestion-record.js";

import type { ImportResult } from "../tracking/import-report.js";

/** A running service as a shop's own server sees it. */
export interface ServiceAccess {
  readonly base_url: string;
  readonly private_key: string;
}

/** The same as its pages see it. */
export interface PageAccess {
  readonly base_url: string;
  readonly client_id: string;
  readonly public_key: string;
}

/** The service answered with an error, or something that is not the service answered. */
export class ServiceCallError extends Error {
  override readonly name = "ServiceCallError";
}

export interface Upload {
  readonly bytes: number;
  readonly gzip: boolean;
  readonly stream: Readable;
}

/** A file to upload; its first two bytes decide whether it is gzip, not its name. */
export async function uploadOf(path: string): Promise<Upload> {
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return { bytes: size, gzip: buffer.readUInt16BE() === 0x1f8b, stream: createReadStream(path) };
  } finally {
    await file.close();
  }
}

/**
 * Sends a payload to the ingestion endpoint, `onProgress` hearing of every chunk that has left.
 * @returns the ingestion id
 */
export async function postIngestion(
  access: ServiceAccess,
  upload: Upload,
  mode: IngestionMode,
  onProgress: (bytesSent: number) => void,
): Promise<number> {
  const headers = { "X-SERVICE-PROCESSING-MODE": mode, "X-SERVICE-TRIGGER": "cli" };
  const data = await post(access, "/v1/ingestion/", upload, headers, onProgress);
  return (data as { ingestion_id: number }).ingestion_id;
}

/** Sends events, `onProgress` hearing of every chunk that has left; the service takes them no faster than it stores them. */
export async function postEvents(
  access: ServiceAccess,
  upload: Upload,
  onProgress: (bytesSent: number) => void,
): Promise<ImportResult> {
  return (await post(access, "/v1/events", upload, {}, onProgress)) as ImportResult;
}

/** @returns the `data` of the answer */
async function post(
  access: ServiceAccess,
  path: string,
  upload: Upload,
  headers: Readonly<Record<string, string>>,
  onProgress: (bytesSent: number) => void,
): Promise<unknown> {
  const url = new URL(path, access.base_url);
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const request = send(url, {
    method: "POST",
    headers: {
      "X-SERVICE-API-KEY": access.private_key,
      ...headers,
      "Content-Type": "application/x-ndjson",
      ...(upload.gzip ? { "Content-Encoding": "gzip" } : {}),
    },
  });
  const answer = new Promise<unknown>((resolve, reject) => {
    request.once("response", (response) => {
      json(response).then(resolve, reject);
    });
    request.once("error", reject);
  });
  let sent = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      onProgress(sent);
      done(null, chunk);
    },
  });
  // A service that refuses early closes the connection: its answer says more than the broken pipe.
  const sending = pipeline(upload.stream, counted, request).catch(() => undefined);
  const { data } = successful(await answer);
  await sending;
  return data;
}

export interface IngestionState {
  readonly record: IngestionRecord;
  readonly progress: JobProgress | null;
}

export const getIngestion = (access: ServiceAccess, id: number): Promise<IngestionState> =>
  askIngestion(access, "GET", String(id));

/** @throws ServiceCallError when it has ended already */
export const cancelIngestion = (access: ServiceAccess, id: number): Promise<IngestionState> =>
  askIngestion(access, "POST", `${id}/cancel`);

async function askIngestion(access: ServiceAccess, method: "GET" | "POST", path: string): Promise<IngestionState> {
  const response = await fetch(new URL(`/v1/ingestion/${path}`, access.base_url), {
    method,
    headers: { "X-SERVICE-API-KEY": access.private_key },
  });
  const { data, meta } = successful(await response.json());
  return { record: data as IngestionRecord, progress: (meta as { progress: JobProgress } | null)?.progress ?? null };
}

/**
 * Waits for a job to end, asking `everyMs` how far it is.
 * @returns its record, completed or failed
 */
export async function finishedIngestion(
  access: ServiceAccess,
  id: number,
  everyMs: number,
  onProgress: (progress: JobProgress) => void = () => undefined,
): Promise<IngestionRecord> {
  for (;;) {
    const { record, progress } = await getIngestion(access, id);
    if (record.status === STATUS.COMPLETED || record.status === STATUS.FAILED) return record;
    if (progress !== null) onProgress(progress);
    await delay(everyMs);
  }
}

/** As `finishedIngestion`. @throws ServiceCallError with the reason of a job that failed */
export async function completedIngestion(access: ServiceAccess, id: number, everyMs: number): Promise<void> {
  const { status, product_metrics } = await finishedIngestion(access, id, everyMs);
  if (status !== STATUS.FAILED) return;
  throw new ServiceCallError(`ingestion ${id} failed: ${product_metrics?.failure ?? "the reason is not recorded"}`);
}

/** Asks for a recommendation as a page does. @throws ServiceCallError with the errors of an answer that is not a success */
export async function askAsPage(
  { base_url, client_id, public_key }: PageAccess,
  endpoint: "query" | "query/slots",
  body: object,
): Promise<unknown> {
  const url = new URL(`/v2/recommendations/${endpoint}`, base_url);
  url.searchParams.set("service_api_client", client_id);
  const response = await fetch(url, {
    method: "POST",
    headers: { "X-SERVICE-API-KEY": public_key, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  if (!response.ok) successful(answer);
  return answer;
}

/** The envelope of a successful answer. @throws ServiceCallError with the errors of another */
function successful(body: unknown): { readonly data: unknown; readonly meta: unknown } {
  const envelope = body as ErrorEnvelope | { errors: null; data: unknown; meta: unknown };
  if (envelope.errors !== null) {
    throw new ServiceCallError(envelope.errors.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  }
  return envelope;
}
