import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { createGunzip } from "node:zlib";

/** The data to be evaluated is missing. The message says which, and how to get it. */
export class MissingDataError extends Error {
  override readonly name = "MissingDataError";
}

/** The text of a compressed file. @param advice what to do when it is not there @throws MissingDataError */
export async function readGzip(path: string, advice: string): Promise<string> {
  const file = createReadStream(path);
  const inflated = createGunzip();
  file.on("error", (error) => inflated.destroy(error));
  try {
    return await text(file.pipe(inflated));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new MissingDataError(`${path} is not there. It is not part of the project; ${advice}`, { cause: error });
  }
}
