import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";

export const HOST = hostname().replaceAll(/[^\w-]/g, "-") || "host";
/** Tells this process from an earlier one of the same number. */
const OWN = randomBytes(6).toString("hex");
let count = 0;

/**
 * The name of a file until it is complete: `<path>.<host>.<process>.<random>-<number>.part`, unique to this process.
 */
export const partOf = (path: string): string => `${path}.${HOST}.${process.pid}.${OWN}-${++count}.part`;

const PART = /\.([\w-]+)\.(\d+)\.([0-9a-f]{12})-\d+\.part$/;
/** A file that has just been written to may have an owner that cannot be seen from here, in another container. */
const QUIET_MS = 60_000;
/** Longer than any upload may take. */
const ABANDONED_MS = 2 * 3_600_000;

/**
 * Removes what processes that are gone were still writing in a folder: a process of this machine that does not live, or anybody
 * who has written nothing for two hours.
 * @param now milliseconds since 1970
 * @returns the names removed
 */
export async function removeOrphanedParts(folder: string, now: number): Promise<string[]> {
  const removed: string[] = [];
  for (const name of (await readdir(folder).catch(unlessGone)) ?? []) {
    const [, host, pid, owner] = PART.exec(name) ?? [];
    if (host === undefined || owner === OWN) continue;
    const path = join(folder, name);
    const quietMs = now - ((await stat(path).catch(unlessGone))?.mtimeMs ?? now);
    const isGone = host === HOST && (Number(pid) === process.pid || !isAlive(Number(pid)));
    if (quietMs < (isGone ? QUIET_MS : ABANDONED_MS)) continue;
    await rm(path, { force: true });
    removed.push(name);
  }
  return removed;
}

/** Only what is not there is gone: a folder that cannot be read is trouble of its own. */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** A new file survives a crash of the machine only once its folder's entry does. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

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
