import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isSameProcess, startOf } from "../src/process-start.js";

/** Interval in milliseconds between checks whether another process has completed the folder. */
const LOOK_AGAIN_MS = 200;

/**
 * Returns a folder whose content depends only on its name, and creates it if it is missing. The folder appears
 * atomically, even after crashes, and concurrent processes create it only once.
 * @param make fills the temporary folder
 */
export async function cachedFolder(path: string, make: (temporary: string) => Promise<void>): Promise<string> {
  if (await isFolder(path)) return path;
  await mkdir(dirname(path), { recursive: true });
  const lock = `${path}.lock`;
  while (!(await take(lock))) {
    await delay(LOOK_AGAIN_MS);
    if (await isFolder(path)) return path;
  }
  const temporary = `${path}.making`;
  try {
    if (await isFolder(path)) return path;
    await rm(temporary, { recursive: true, force: true }); // Removes the unfinished folder of a process that crashed.
    await mkdir(temporary);
    await make(temporary);
    await rename(temporary, path);
    return path;
  } finally {
    await rm(temporary, { recursive: true, force: true });
    await rm(lock, { force: true });
  }
}

/** Tries to acquire the lock of a folder. If the process that holds the lock is no longer alive, removes the lock. */
async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, `${process.pid} ${startOf(process.pid) ?? ""}`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const [pid, start] = (await readFile(lock, "utf8").catch(() => "")).split(" ");
  if (Number(pid) > 0 && !isSameProcess(Number(pid), start || undefined)) await rm(lock, { force: true });
  return false;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
