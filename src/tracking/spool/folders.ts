import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isSameProcess, startOf } from "../../process-start.js";
import { syncFolder } from "./segment.js";

/**
 * Folders below the spool's root belong to one process each; the name says to which: `<host>.<process>-<start>.<random>`. Its
 * owner touches the file `alive` in it. A folder without a living owner is taken over by renaming it, which only one of
 * several can do.
 */
export interface SpoolFolders {
  /** A new folder of this process. */
  create(): Promise<string>;
  /** Takes over what others have left. @returns the folders, now of this process */
  adopt(): Promise<string[]>;
  /** Shows others that the owner lives. */
  touch(): Promise<void>;
  /** Removes a folder that has nothing in it any more. */
  remove(folder: string): Promise<void>;
  /** Releases all folders to later processes. */
  release(): void;
}

/** An owner on this machine that is gone is known to be gone; any other one has to have been still for so long. */
const STILL_MS = 15_000;

/** Several services in one process share its id. */
const ownedHere = new Set<string>();

const HOST = hostname().replaceAll(/[^\w-]/g, "-") || "host";
/**
 * The start time distinguishes this process from another one of the same number; versions before this one left it out.
 */
const PROCESS = [process.pid, startOf(process.pid)].filter((part) => part !== undefined).join("-");
const newName = () => `${HOST}.${PROCESS}.${randomBytes(6).toString("hex")}`;

/** @param now milliseconds on a clock that never goes back */
export function createSpoolFolders(root: string, now: () => number): SpoolFolders {
  const own = new Set<string>();
  const watched = new Map<string, { readonly beat: number; readonly since: number }>();

  const take = (folder: string) => {
    own.add(folder);
    ownedHere.add(folder);
    return folder;
  };
  const forget = (folder: string) => {
    own.delete(folder);
    ownedHere.delete(folder);
  };

  async function isAbandoned(name: string): Promise<boolean> {
    const folder = join(root, name);
    if (ownedHere.has(folder)) return false;
    const [host, owner = ""] = name.split(".");
    const [pid, start] = owner.split("-");
    if (host === HOST && (Number(pid) === process.pid || !isSameProcess(Number(pid), start))) return true;
    const beat = await beatOf(folder);
    const seen = watched.get(name);
    if (seen?.beat === beat) return now() - seen.since >= STILL_MS;
    watched.set(name, { beat, since: now() });
    return false;
  }

  return {
    async create() {
      const folder = take(join(root, newName()));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(alive(folder), "");
      await syncFolder(root);
      return folder;
    },
    async adopt() {
      const adopted: string[] = [];
      for (const name of await namesIn(root)) {
        if (!FOLDER.test(name) || !(await isAbandoned(name))) continue;
        const folder = take(join(root, newName()));
        try {
          await rename(join(root, name), folder);
          adopted.push(folder);
        } catch (error) {
          forget(folder);
          if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        }
        watched.delete(name);
      }
      return adopted;
    },
    async touch() {
      for (const folder of own) await writeFile(alive(folder), String(Date.now())).catch(unlessGone);
    },
    async remove(folder) {
      await rm(folder, { recursive: true, force: true });
      forget(folder);
    },
    release() {
      for (const folder of [...own]) forget(folder);
    },
  };
}

const FOLDER = /^[\w-]+\.\d+(-[0-9a-f]+)?\.[0-9a-f]{12}$/;
const alive = (folder: string) => join(folder, "alive");

async function namesIn(root: string): Promise<string[]> {
  return (await readdir(root).catch(unlessGone)) ?? [];
}

const beatOf = async (folder: string): Promise<number> => (await stat(alive(folder)).catch(unlessGone))?.mtimeMs ?? 0;

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
