import { mkdir, open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { partOf } from "./part-file.js";

/**
 * Writes a file that only its owner may read. It appears whole or not at all, in place of one that was there before; folders are
 * made where they are missing.
 * @throws errors of the file system and of `write` as they are
 */
export async function writePrivateFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = partOf(path);
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await write(file);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
