import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { json } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import type { ErrorEnvelope } from "../http/envelope.js";
import type { JobProgress } from "../catalog/ingestion/attempts.js";
import { STATUS, type FeedMode, type IngestionRecord } from "../catalog/ingestion/ingestion-record.js";

import type { ImportResult } from "../tracking/import-schema.js";

/** Access to a running service with a private key. */
export interface ServiceAccess {
  readonly base_url: string;
  readonly private_key: string;
}

/** A failed call: an error response of the service, a response that is not from the service, or no connection. */
export class ServiceCallError extends Error {
  override readonly name = "ServiceCallError";

  /** @param isTemporary whether the service was unreachable or returned 503 */
  constructor(
    message: string,
    readonly isTemporary = false,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface Upload {
  readonly bytes: number;
  readonly gzip: boolean;
  readonly stream: Readable;
}

/** Opens a file for upload. Gzip files are recognized by the first two bytes, not by the file name. */
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

/** Options of an ingestion besides its mode. */
export type IngestionGuards = Pick<
  IngestionRecord["trigger_source"],
  "dry_run" | "max_removed_share" | "source" | "snapshot"
>;

/**
 * Sends a payload to the ingestion endpoint.
 * @param onProgress called after every chunk with the number of bytes sent
 * @returns the ingestion id
 */
export async function postIngestion(
  access: ServiceAccess,
  upload: Upload,
  mode: FeedMode,
  onProgress: (bytesSent: number) => void,
  { dry_run, max_removed_share: share, source, snapshot }: IngestionGuards = {},
): Promise<number> {
  const headers = {
    "X-SERVICE-PROCESSING-MODE": mode,
    "X-SERVICE-TRIGGER": "cli",
    ...(dry_run && { "X-SERVICE-DRY-RUN": "true" }),
    ...(share !== undefined && { "X-SERVICE-MAX-REMOVED-SHARE": String(share) }),
    ...(source && { "X-SERVICE-SOURCE": JSON.stringify(source) }),
    ...(snapshot !== undefined && { "X-SERVICE-SNAPSHOT": String(snapshot) }),
  };
  const data = await post(access, "/v1/ingestion/", upload, headers, onProgress);
  return (data as { ingestion_id: number }).ingestion_id;
}

/**
 * Sends events, as fast as the service stores them.
 * @param onProgress called after every chunk with the number of bytes sent
 */
export async function postEvents(
  access: ServiceAccess,
  upload: Upload,
  onProgress: (bytesSent: number) => void,
): Promise<ImportResult> {
  return (await post(access, "/v1/events", upload, {}, onProgress)) as ImportResult;
}

/** @returns the `data` of the response */
async function post(
  access: ServiceAccess,
  path: string,
  upload: Upload,
  headers: Readonly<Record<string, string>>,
  onProgress: (bytesSent: number) => void,
): Promise<unknown> {
  const url = addressIn(access, path);
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
  const result = new Promise<unknown>((resolve, reject) => {
    request.once("response", (response) => {
      json(response).then(resolve, () => reject(notTheService(access, response.statusCode)));
    });
    request.once("error", (error) => reject(notReached(access, error)));
  });
  async function* counted(chunks: AsyncIterable<Buffer>) {
    let sent = 0;
    for await (const chunk of chunks) {
      sent += chunk.length;
      onProgress(sent);
      yield chunk;
    }
  }
  // A service that rejects a request early closes the connection. Its response is more informative than the broken pipe.
  const sending = pipeline(upload.stream, counted, request).catch(() => undefined);
  const { data } = successful(await result);
  await sending;
  return data;
}

export interface Invited {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly role?: string | undefined;
  /** Rejects the invitation if the shop already has an owner. */
  readonly only_first?: boolean;
}

/**
 * Invites a person to the console.
 * @returns the link, which is not available later
 * @throws {ServiceCallError}
 */
export async function inviteToConsole(access: ServiceAccess, invited: Invited): Promise<string> {
  const { data } = await callService(access, "POST", "/console/api/invitations", invited);
  return `${access.base_url.replace(/\/+$/, "")}${(data as { readonly path: string }).path}`;
}

/**
 * Maximum number of consecutive retries when the status of a job is read. The retries take about a minute if the first pause is half a
 * second.
 */
const RETRIES = 8;

/**
 * Polls a job every `everyMs` until it ends.
 * @returns the record of the job, completed or failed
 * @throws {ServiceCallError} for an error response, or if the service stays unavailable
 */
export async function finishedIngestion(
  access: ServiceAccess,
  id: number,
  everyMs: number,
  onProgress: (progress: JobProgress) => void = () => undefined,
): Promise<IngestionRecord> {
  for (;;) {
    const { data, meta } = await pRetry(() => callService(access, "GET", `/v1/ingestion/${id}`), {
      retries: RETRIES,
      minTimeout: everyMs,
      maxTimeout: 20 * everyMs,
      shouldRetry: ({ error }) => error instanceof ServiceCallError && error.isTemporary,
    });
    const record = data as IngestionRecord;
    if (record.status === STATUS.COMPLETED || record.status === STATUS.FAILED) return record;
    const { progress } = (meta ?? {}) as { readonly progress?: JobProgress };
    if (progress !== undefined) onProgress(progress);
    await delay(everyMs);
  }
}

/**
 * Polls a job like `finishedIngestion`, but throws an error if the job fails.
 * @throws {ServiceCallError} with the reason of a failed job
 */
export async function completedIngestion(access: ServiceAccess, id: number, everyMs: number): Promise<void> {
  const { status, product_metrics } = await finishedIngestion(access, id, everyMs);
  if (status !== STATUS.FAILED) return;
  throw new ServiceCallError(
    `ingestion ${id} failed: ${product_metrics?.failure ?? "the reason for the failure is not recorded"}`,
  );
}

type Address = Pick<ServiceAccess, "base_url">;

/** @throws {ServiceCallError} if the address does not respond, or is not the service */
export async function checkReachable(at: Address): Promise<void> {
  await query(at, "/openapi.json", {});
}

/**
 * Sends a request with a private key.
 * @throws {ServiceCallError} if the response contains errors
 */
export async function callService(
  access: ServiceAccess,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: unknown,
): Promise<SuccessEnvelope> {
  const headers = { "X-SERVICE-API-KEY": access.private_key, "Content-Type": "application/json" };
  const { body: received, status } = await query(access, path, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return successful(received, status);
}

async function query(
  at: Address,
  path: string,
  init: RequestInit,
): Promise<{ readonly status: number; readonly body: unknown }> {
  let response: Response;
  try {
    response = await fetch(addressIn(at, path), init);
  } catch (error) {
    throw error instanceof ServiceCallError ? error : notReached(at, (error as Error).cause ?? error);
  }
  try {
    return { status: response.status, body: await response.json() };
  } catch {
    throw notTheService(at, response.status);
  }
}

function addressIn({ base_url }: Address, path: string): URL {
  const url = URL.canParse(path, base_url) ? new URL(path, base_url) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new ServiceCallError(`${base_url} is not a service URL: expected a URL like https://search.shop.example`);
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "unknown host",
  EAI_AGAIN: "the host name lookup failed",
  ECONNRESET: "the connection was closed",
  EPIPE: "the connection was closed",
  ETIMEDOUT: "the request timed out",
  UND_ERR_CONNECT_TIMEOUT: "the request timed out",
};

function notReached({ base_url }: Address, error: unknown): ServiceCallError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ServiceCallError(`no response from ${base_url}: ${REASONS[code ?? ""] ?? message}`, true, {
    cause: error,
  });
}

const notTheService = ({ base_url }: Address, status: number | undefined) =>
  new ServiceCallError(`the server at ${base_url} is not a Vitrine service (HTTP ${status}, not JSON)`);

interface SuccessEnvelope {
  readonly errors: null;
  readonly data: unknown;
  readonly meta: unknown;
}

const UNAVAILABLE = 503;

/**
 * Returns the envelope of a successful response.
 * @throws {ServiceCallError} if the response contains errors
 */
function successful(body: unknown, status?: number): SuccessEnvelope {
  const envelope = body as ErrorEnvelope | SuccessEnvelope;
  if (envelope.errors !== null) {
    const message = envelope.errors.map(({ code, message: text }) => `${code}: ${text}`).join("\n");
    throw new ServiceCallError(message, status === UNAVAILABLE);
  }
  return envelope;
}
