import { randomBytes } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createTurns, startPeriodic } from "../lib/periodic.js";
import type { Context } from "../context.js";
import { HOST, syncFolder, unlessGone } from "../part-file.js";
import { isSameProcess, startOf } from "../process-start.js";
import type { Arrival } from "./event.js";

/**
 * Arrivals on the disk that are not processed yet. They survive the process and the machine until they are released.
 * Positions count the bytes since this process began.
 */
export interface Spool {
  /** Bytes that are not released, including those on their way to the disk. */
  readonly bytes: number;
  /** The position of the first byte that is still in a file. */
  readonly start: number;
  /**
   * Resolves to the position of their end once they are on the disk; concurrent calls share one synchronisation.
   * @param most bytes that may be unreleased then
   * @throws SpoolFullError, or the system's error
   */
  append(arrivals: readonly Arrival[], most?: number): Promise<number>;
  /** The oldest arrivals that are not released and the position of their end; undefined when there are none. */
  read(): Promise<SpooledBatch | undefined>;
  /** Everything before this position is processed, and may be deleted. */
  release(upTo: number): void;
  /** Begins another file, so that the earlier ones are deleted once they are released. @returns the position of its start */
  rotate(): Promise<number>;
  /** Takes over the files of dead processes. @returns whether they hold anything */
  adopt(): Promise<boolean>;
  /** Ends this use of the files. A later process takes over those with unreleased arrivals. */
  close(): Promise<void>;
}

export interface SpooledBatch {
  readonly arrivals: readonly Arrival[];
  readonly end: number;
}

export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

/** A file of this process, with positions from `base` on. */
interface SpoolFile {
  readonly path: string;
  base: number;
  size: number;
}

interface Append {
  readonly bytes: Buffer;
  readonly resolve: (end: number) => void;
  readonly reject: (error: unknown) => void;
}

/** A file of this size is followed by another one, so that the disk gets space back while events keep arriving. */
const FILE_BYTES = 4_000_000;
/** Bounds the memory of appends that wait for the disk. */
const MAX_UNWRITTEN_BYTES = 16_000_000;
const MAX_LINES_READ = 1_000;
const TOUCH_EVERY_MS = 3_000;
/** A file of another host is abandoned after this time without a change; a dead process of this host is seen to be dead. */
const QUIET_MS = 15_000;

/** A write ends once its data are on the disk, as with `fdatasync`. */
const DURABLE_APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_DSYNC;

/** The start time distinguishes this process from an earlier one with the same id. */
const PROCESS = [process.pid, startOf(process.pid)].filter((part) => part !== undefined).join("-");
const FILE = /^([\w-]+)\.(\d+)(?:-([0-9a-f]+))?\.[0-9a-f]{12}-\d{9}\.ndjson$/;

/** Several services in one process have the same process id. */
const openHere = new Set<string>();

export function createSpool({ config, elapsed: now, logger, metrics: { tracking } }: Context): Spool {
  const folder = join(config.dataDir, "spool");
  const instance = randomBytes(6).toString("hex");
  /** Oldest first; each begins at the end position of the previous one. */
  const files: SpoolFile[] = [];
  let active: { readonly file: SpoolFile; readonly handle: FileHandle } | undefined;
  let made = 0;
  let end = 0;
  let released = 0;
  let unwritten = 0;
  let waiting: Append[] = [];
  let isClosed = false;
  let seen = new Map<string, { readonly changed: number; readonly at: number }>();
  const inTurn = createTurns();
  /** Also of a last line without its end, which a dying process leaves. */
  const onUnreadable = (path: string, lines: number) => {
    logger.error("lines of the event spool cannot be read", { path, lines });
    tracking.events.inc({ type: "unknown", outcome: "rejected" }, lines);
    tracking.rejected.inc({ reason: "spool_line" }, lines);
  };
  const touching = startPeriodic(touch, { everyMs: TOUCH_EVERY_MS });

  /** Shows other hosts that this process lives. */
  async function touch() {
    const time = new Date();
    for (const { path } of files) await utimes(path, time, time).catch(unlessGone);
  }

  /** Makes a file of this process. The number in its name keeps the order for a process that takes it over. */
  async function make<T>(at: (path: string) => Promise<T>): Promise<T> {
    const path = join(folder, `${HOST}.${PROCESS}.${instance}-${String((made += 1)).padStart(9, "0")}.ndjson`);
    openHere.add(path);
    try {
      return await at(path);
    } catch (error) {
      openHere.delete(path);
      throw error;
    }
  }

  async function begin(path: string) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(path, DURABLE_APPEND, 0o600);
    const file = { path, base: end, size: 0 };
    files.push(file);
    active = { file, handle };
    await syncFolder(folder);
    return active;
  }

  async function endActive(): Promise<void> {
    const ended = active;
    active = undefined;
    await ended?.handle.close();
  }

  async function write(): Promise<void> {
    const group = waiting;
    waiting = [];
    const bytes = Buffer.concat(group.map((one) => one.bytes));
    try {
      if (isClosed) throw new Error("the spool is closed");
      const { file, handle } = active ?? (await make(begin));
      await handle.appendFile(bytes);
      // Fails when a process that took this one for dead has the file: it may not have read these bytes.
      await stat(file.path);
      file.size += bytes.length;
      for (const one of group) one.resolve((end += one.bytes.length));
      if (file.size >= FILE_BYTES) await endActive();
    } catch (error) {
      // The contents behind the end of the file are unknown now.
      await endActive().catch(() => undefined);
      for (const { reject } of group) reject(error);
      await removeReleased().catch(() => undefined);
    } finally {
      unwritten -= bytes.length;
    }
  }

  async function removeReleased(): Promise<void> {
    for (const file of [...files]) {
      const isNeeded = file.size > 0 && file.base + file.size > released;
      if (isNeeded || file === active?.file) continue;
      await rm(file.path, { force: true });
      files.splice(files.indexOf(file), 1);
      openHere.delete(file.path);
    }
    if (active !== undefined && released === end && active.file.size > 0) {
      await active.handle.truncate(0);
      active.file.base = end;
      active.file.size = 0;
    }
  }

  async function isAbandoned(name: string, sightings: typeof seen): Promise<boolean> {
    const [, host, pid, start] = FILE.exec(name) ?? [];
    const path = join(folder, name);
    if (host === undefined || openHere.has(path)) return false;
    if (host === HOST && (Number(pid) === process.pid || !isSameProcess(Number(pid), start))) return true;
    const changed = (await stat(path).catch(unlessGone))?.mtimeMs ?? 0;
    const before = seen.get(name);
    const sighting = before?.changed === changed ? before : { changed, at: now() };
    sightings.set(name, sighting);
    return now() - sighting.at >= QUIET_MS;
  }

  /** Only one of several processes can rename a file. @returns whether it was this one */
  async function take(name: string): Promise<boolean> {
    try {
      await make(async (path) => {
        await rename(join(folder, name), path);
        const { size } = await stat(path);
        // Later appends need positions after this file.
        await endActive();
        files.push({ path, base: end, size });
        end += size;
      });
      return true;
    } catch (error) {
      unlessGone(error as NodeJS.ErrnoException);
      return false;
    }
  }

  return {
    get bytes() {
      return end - released + unwritten;
    },
    get start() {
      return files.find(({ size }) => size > 0)?.base ?? end;
    },

    append(arrivals, most = config.spoolMaxBytes) {
      const bytes = Buffer.from(arrivals.map(lineOf).join(""));
      if (end - released + unwritten + bytes.length > most) {
        return Promise.reject(new SpoolFullError(`the spool holds ${most} bytes`));
      }
      if (unwritten > MAX_UNWRITTEN_BYTES) return Promise.reject(new Error("the disk is too slow"));
      unwritten += bytes.length;
      return new Promise((resolve, reject) => {
        waiting.push({ bytes, resolve, reject });
        if (waiting.length === 1) void inTurn(write);
      });
    },

    async read() {
      const file = files.find(({ base, size }) => released < base + size);
      if (file === undefined) return undefined;
      const { path, base, size } = file;
      // One read, because each one waits for a turn of a busy event loop.
      const range = { start: released - base, end: size - 1, highWaterMark: size };
      const bytes = await buffer(createReadStream(path, range)).catch(unlessGone);
      // Another process has taken the file over, or it was deleted.
      if (bytes === undefined) onUnreadable(path, 0);
      const { arrivals, unreadable, length } = parsed(bytes ?? Buffer.of());
      if (unreadable > 0) onUnreadable(path, unreadable);
      return { arrivals, end: length === undefined ? base + size : released + length };
    },

    release(upTo) {
      released = upTo;
      inTurn(removeReleased).catch(() => undefined);
    },

    rotate: () =>
      inTurn(async () => {
        await endActive();
        await removeReleased();
        return end;
      }),

    adopt: () =>
      inTurn(async () => {
        const before = end;
        const sightings: typeof seen = new Map();
        for (const name of ((await readdir(folder).catch(unlessGone)) ?? []).sort()) {
          if ((await isAbandoned(name, sightings)) && (await take(name))) sightings.delete(name);
        }
        seen = sightings;
        await removeReleased();
        return end > before;
      }),

    async close() {
      await touching.close();
      await inTurn(async () => {
        isClosed = true;
        await endActive();
        await removeReleased();
      });
      for (const { path } of files) openHere.delete(path);
    },
  };
}

const LINE_FEED = 0x0a;

export const lineOf = (arrival: Arrival): string => `${JSON.stringify(arrival)}\n`;

/** The first lines of a file. `length`: their bytes, where others follow. A last line without its end was never acknowledged. */
function parsed(bytes: Buffer) {
  const arrivals: Arrival[] = [];
  let lines = 0;
  let start = 0;
  for (; lines < MAX_LINES_READ && start < bytes.length; lines += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const arrival = end === -1 ? undefined : arrivalIn(bytes.toString("utf8", start, end));
    if (arrival !== undefined) arrivals.push(arrival);
    start = end === -1 ? bytes.length : end + 1;
  }
  return { arrivals, unreadable: lines - arrivals.length, length: start < bytes.length ? start : undefined };
}

function arrivalIn(line: string): Arrival | undefined {
  try {
    const arrival = JSON.parse(line) as Partial<Arrival> | null;
    return arrival?.token === undefined ? undefined : (arrival as Arrival);
  } catch {
    return undefined;
  }
}
