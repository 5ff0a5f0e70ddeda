import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Where payloads wait for their job and where the lists of a job's errors are kept. */
export interface PayloadStore {
  /** Stores a stream durably under a name, in place of what was there; what was written is removed when it fails. Resolves with the bytes written. */
  put(name: string, stream: AsyncIterable<Buffer>): Promise<number>;
  /** Undefined when there is no such payload. */
  read(name: string): Promise<Readable | undefined>;
  delete(name: string): Promise<void>;
}

/** A local folder: one machine's store. Names are made by the service and never hold a path. */
export function createPayloadFolder(folder: string): PayloadStore {
  const at = (name: string) => {
    if (!/^[\w.-]+$/.test(name)) throw new Error(`not a payload name: ${name}`);
    return join(folder, name);
  };
  return {
    async put(name, stream) {
      await mkdir(folder, { recursive: true });
      const path = at(name);
      const file = createWriteStream(path, { mode: 0o600, flush: true });
      try {
        await pipeline(stream, file);
        await syncFolder(folder);
        return file.bytesWritten;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async read(name) {
      const path = at(name);
      const found = await stat(path).catch(() => undefined);
      return found === undefined ? undefined : createReadStream(path, { highWaterMark: 64 * 1024 });
    },
    async delete(name) {
      await rm(at(name), { force: true });
    },
  };
}

/** A file survives a crash of the machine only once its folder's entry does. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
