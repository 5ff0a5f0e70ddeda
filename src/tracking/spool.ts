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
 * Received events on the disk that are not processed yet. The events survive crashes of the process and the machine until they are
 * released. A position is counted in spool bytes since the start of this process.
 */
export interface Spool {
  /** Number of spool bytes with unprocessed events, including bytes that are being written. */
  readonly bytes: number;
  /** Position of the oldest spool byte that has not been deleted. */
  readonly start: number;
  /**
   * Appends received events to the spool. Resolves to the end position of the events once the events are on disk. Concurrent calls share
   * one write.
   * @param most maximum number of bytes of unprocessed events in the spool
   * @throws {SpoolFullError} or file system errors
   */
  append(arrivals: readonly Arrival[], most?: number): Promise<number>;
  /** Returns the oldest unprocessed events and the end position of these events; undefined if the spool is empty. */
  read(): Promise<SpooledBatch | undefined>;
  /** Marks all events before a position as processed, so that the events may be deleted. */
  release(upTo: number): void;
  /**
   * Begins a new spool file, so that all earlier files are deleted once their events are processed.
   * @returns the start position of the new file
   */
  rotate(): Promise<number>;
  /**
   * Takes over the spool files of terminated processes.
   * @returns `true` if the files contain events
   */
  adopt(): Promise<boolean>;
  /** Closes the spool files. Another process later takes over the files that contain unprocessed events. */
  close(): Promise<void>;
}

export interface SpooledBatch {
  readonly arrivals: readonly Arrival[];
  readonly end: number;
}

export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

/** A spool file of this process. `base` is the position of the start of the file. */
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

/** Size of a spool file in bytes from which events are written to a new file, so that processed files can be deleted. */
const FILE_BYTES = 4_000_000;
/** Maximum number of bytes that wait to be written to the disk. This limits the memory use. */
const MAX_UNWRITTEN_BYTES = 16_000_000;
const MAX_LINES_READ = 1_000;
const TOUCH_EVERY_MS = 3_000;
/**
 * Milliseconds without a change after which a spool file of another host counts as abandoned. For files of this host, process ids show
 * whether the process is dead.
 */
const QUIET_MS = 15_000;

/** Flags for opening a file so that each write resolves once the data is on the disk, as with `fdatasync`. */
const DURABLE_APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_DSYNC;

/** Identifier of this process in file names. The start time distinguishes this process from an earlier process with the same id. */
const PROCESS = [process.pid, startOf(process.pid)].filter((part) => part !== undefined).join("-");
const FILE = /^([\w-]+)\.(\d+)(?:-([0-9a-f]+))?\.[0-9a-f]{12}-\d{9}\.ndjson$/;

/** Open spool files of all services in this process. These services share a process id and must not take over each other's files. */
const openHere = new Set<string>();

export function createSpool({ config, elapsed: now, logger, metrics: { tracking } }: Context): Spool {
  const folder = join(config.dataDir, "spool");
  const instance = randomBytes(6).toString("hex");
  /** Spool files, oldest first. A file starts at the end position of the previous file. */
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
  /** Logs and counts unreadable lines of a spool file. The incomplete last line of a crashed process is counted too. */
  const onUnreadable = (path: string, lines: number) => {
    logger.error("failed to read lines of the event spool", { path, lines });
    tracking.events.inc({ type: "unknown", outcome: "rejected" }, lines);
    tracking.rejected.inc({ reason: "spool_line" }, lines);
  };
  const touching = startPeriodic(touch, { everyMs: TOUCH_EVERY_MS });

  /** Updates the modification time of the spool files, which shows other hosts that this process is alive. */
  async function touch() {
    const time = new Date();
    for (const { path } of files) await utimes(path, time, time).catch(unlessGone);
  }

  /** Creates a spool file of this process. The number in the file name preserves the order if another process takes over the files. */
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
      if (isClosed) throw new Error("the event spool is closed");
      const { file, handle } = active ?? (await make(begin));
      await handle.appendFile(bytes);
      // Checks that no other process has taken over and deleted the file in the meantime.
      await stat(file.path);
      file.size += bytes.length;
      for (const one of group) one.resolve((end += one.bytes.length));
      if (file.size >= FILE_BYTES) await endActive();
    } catch (error) {
      // The write may have left partial data at the end of the file, so continue in a new file.
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

  /**
   * Takes over a spool file of another process by renaming it. If several processes try to rename the file, only one process succeeds.
   * @returns `true` if this process succeeded
   */
  async function take(name: string): Promise<boolean> {
    try {
      await make(async (path) => {
        await rename(join(folder, name), path);
        const { size } = await stat(path);
        // Close the active file, so that events received later are appended after the adopted file.
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
        return Promise.reject(new SpoolFullError(`the event spool has reached its limit of ${most} bytes`));
      }
      if (unwritten > MAX_UNWRITTEN_BYTES)
        return Promise.reject(new Error("the disk is too slow to store incoming events"));
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
      // Reads the whole range in one chunk, because each further read waits for the event loop, which may be busy.
      const range = { start: released - base, end: size - 1, highWaterMark: size };
      const bytes = await buffer(createReadStream(path, range)).catch(unlessGone);
      // The file was taken over by another process or deleted.
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

/**
 * Parses the first lines of a file. `length` is the number of bytes of these lines. An incomplete last line is skipped, because its events
 * were never acknowledged to the sender.
 */
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
