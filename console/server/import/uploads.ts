import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { PayloadStore } from "../../../src/catalog/ingestion/payloads.js";
import { ServiceError } from "../../../src/errors.js";

export interface UploadsDeps {
  /**
   * Payload store for the uploaded files. The store is shared by all processes. Files that remain after a crash are
   * deleted after the retention period of the store.
   */
  readonly payloads: PayloadStore;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

/** Maximum size of an uploaded file. Larger files must be imported with `vitrine import`. */
export const MAX_UPLOAD_BYTES = 200_000_000;
/** Time for which an uploaded file is stored, in milliseconds. */
const KEPT_MS = 3_600_000;
/** Maximum number of uploaded files stored per shop. */
const MAX_UPLOADS = 5;

const ID = /^\d{13}-[0-9a-f-]{36}$/;
const PREFIX = "upload-";

/**
 * Returns the name prefix of a shop's files. The prefix contains a hash of the client id, so that no shop can read the
 * files of another shop.
 */
const prefixOf = (clientId: string) => `${PREFIX}${createHash("sha256").update(clientId).digest("hex").slice(0, 16)}-`;
const timeOf = (name: string) => Number(/-(\d{13})-[0-9a-f-]{36}$/.exec(name)?.[1]);

/**
 * Stores an uploaded file for an hour. Deletes expired files, and the shop's oldest files if the maximum number of
 * files is exceeded. Returns the id of the file.
 * @throws the errors of `content` and of the payload store
 */
export async function addUpload(
  { payloads, now }: UploadsDeps,
  clientId: string,
  content: AsyncIterable<Buffer>,
): Promise<string> {
  const prefix = prefixOf(clientId);
  const own: string[] = [];
  for await (const { name } of payloads.list()) {
    if (!name.startsWith(PREFIX)) continue;
    if (timeOf(name) + KEPT_MS < now()) await payloads.delete(name);
    else if (name.startsWith(prefix)) own.push(name);
  }
  for (const name of own.sort().slice(0, Math.max(0, own.length + 1 - MAX_UPLOADS))) await payloads.delete(name);
  const id = `${now()}-${randomUUID()}`;
  await payloads.put(`${prefix}${id}`, content);
  setTimeout(() => void payloads.delete(`${prefix}${id}`).catch(() => undefined), KEPT_MS).unref();
  return id;
}

/**
 * Copies an uploaded file to a path.
 * @throws {ServiceError} `not_found` for unknown files and for files of other shops
 */
export async function copyUpload(
  { payloads, now }: UploadsDeps,
  clientId: string,
  id: string,
  path: string,
): Promise<void> {
  const isValid = ID.test(id) && timeOf(`-${id}`) + KEPT_MS >= now();
  const stored = isValid ? await payloads.read(`${prefixOf(clientId)}${id}`) : undefined;
  if (stored === undefined) throw new ServiceError("not_found", "The uploaded file has expired. Upload it again.");
  await pipeline(stored, createWriteStream(path, { mode: 0o600 }));
}

/** Deletes an uploaded file, if it exists. */
export async function deleteUpload({ payloads }: UploadsDeps, clientId: string, id: string): Promise<void> {
  if (ID.test(id)) await payloads.delete(`${prefixOf(clientId)}${id}`);
}
