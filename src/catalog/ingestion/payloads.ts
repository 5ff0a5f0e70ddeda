import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, opendir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UnavailableError } from "../../errors.js";
import { partOf, syncFolder, unlessGone } from "../../part-file.js";

/** Where payloads wait for their job and where the lists of a job's errors are kept. */
export interface PayloadStore {
  /** Names the store: processes for which it is the same read each other's payloads. */
  identity(): Promise<string>;
  /** Stores a stream durably under a name, in place of what was there: all of it or, when it fails, nothing. Resolves with the bytes written. */
  put(name: string, stream: AsyncIterable<Buffer>): Promise<number>;
  /** Undefined when there is no such payload. */
  read(name: string): Promise<Readable | undefined>;
  delete(name: string): Promise<void>;
  /** Everything in the store, also what was never written to its end. */
  list(): AsyncIterable<StoredPayload>;
}

export interface StoredPayload {
  readonly name: string;
  /** When it was last written to; for an unfinished upload to a bucket, when that began. */
  readonly at: Date;
}

/** The store did not do what it was asked. Whatever its reason, it may do so later, and no payload is wrong because of it. */
export class PayloadsUnavailableError extends UnavailableError {
  override readonly name = "PayloadsUnavailableError";
  override readonly what = "payload store";
}

/** Names are made by the service and never hold a path. */
export const isPayloadName = (name: string): boolean => /^[\w.-]+$/.test(name);

export function checkPayloadName(name: string): string {
  if (!isPayloadName(name)) throw new Error(`not a payload name: ${name}`);
  return name;
}

/** The file that names a folder, wherever it is mounted. It is written once; a folder that was emptied is another one. */
const IDENTITY = ".identity";

/** A local folder: the store of one machine, or of all that share it. */
export function createPayloadFolder(folder: string): PayloadStore {
  const at = (name: string) => join(folder, checkPayloadName(name));
  return {
    async identity() {
      const path = join(folder, IDENTITY);
      for (;;) {
        const found = (await readFile(path, "utf8").catch(unlessGone))?.trim();
        if (found !== undefined) return found;
        await mkdir(folder, { recursive: true });
        const part = partOf(path);
        try {
          await writeFile(part, `${randomUUID()}\n`, { mode: 0o600, flush: true });
          // Of several processes that begin at once the first one names it. Not every file system has links.
          await link(part, path).catch((error: unknown) =>
            (error as NodeJS.ErrnoException).code === "EEXIST" ? undefined : rename(part, path),
          );
          await syncFolder(folder);
        } finally {
          await rm(part, { force: true });
        }
      }
    },
    async put(name, stream) {
      await mkdir(folder, { recursive: true });
      const part = partOf(at(name));
      const file = createWriteStream(part, { mode: 0o600, flush: true });
      try {
        await pipeline(stream, file);
        await rename(part, at(name));
        await syncFolder(folder);
        return file.bytesWritten;
      } catch (error) {
        // A file that is still being opened would appear after it was removed.
        if (!file.closed) await new Promise<void>((resolve) => file.once("close", resolve));
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(name) {
      const path = at(name);
      return (await exists(path)) ? createReadStream(path, { highWaterMark: 64 * 1024 }) : undefined;
    },
    async delete(name) {
      await rm(at(name), { force: true });
    },
    async *list() {
      if (!(await exists(folder))) return;
      for await (const entry of await opendir(folder)) {
        if (entry.name === IDENTITY) continue;
        const found = await stat(join(folder, entry.name)).catch(unlessGone);
        if (found?.isFile()) yield { name: entry.name, at: found.mtime };
      }
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessGone)) !== undefined;
}
