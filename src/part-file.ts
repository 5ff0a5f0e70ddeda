import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";

export const HOST = hostname().replaceAll(/[^\w-]/g, "-") || "host";
/** Random text that distinguishes this process from an earlier process with the same process id. */
const OWN = randomBytes(6).toString("hex");
let count = 0;

/** Returns the name of an incomplete file: `<path>.<host>.<process>.<random>-<number>.part`, unique to this process. */
export const partOf = (path: string): string => `${path}.${HOST}.${process.pid}.${OWN}-${++count}.part`;

const PART = /\.([\w-]+)\.(\d+)\.([0-9a-f]{12})-\d+\.part$/;
/**
 * Minimum time in milliseconds since the last write before a file of an apparently dead process is removed, because the process may run in
 * another container, whose process ids are not visible here.
 */
const QUIET_MS = 60_000;
/** Minimum time in milliseconds since the last write after which any incomplete file counts as orphaned. No upload pauses this long. */
const ABANDONED_MS = 2 * 3_600_000;

/**
 * Removes incomplete files that are orphaned: their process on this machine has ended, or they have not been written to for two hours.
 * @param now time in milliseconds since 1970
 * @returns the names of the removed files
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

/** Ignores only the error for a missing file. Other errors, such as an unreadable folder, are thrown. */
export function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Syncs a folder. A new file survives a crash of the machine only after the entry in its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Writes a file that only its owner may read. Replaces an existing file atomically, and creates missing folders.
 * @throws the errors of the file system and of `write`
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
