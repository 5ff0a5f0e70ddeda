import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { startPeriodic } from "../../lib/periodic.js";
import type { Arrival } from "../event.js";
import type { SpoolFolders } from "./folders.js";
import {
  appendDurably,
  arrivalIn,
  lineOf,
  readSegmentLines,
  removeSegment,
  type Segment,
  segmentPath,
  segmentsIn,
  syncFolder,
} from "./segment.js";

/**
 * The log of what has arrived, on the disk: what has been appended is there after the process or the machine has died,
 * until it is released. Places in it are bytes since this process began.
 */
export interface Spool {
  /** Bytes that have not been released, those on their way to the disk included. */
  readonly bytes: number;
  /** Nothing before it is on the disk any more. */
  readonly start: number;
  /** All before it is on the disk. */
  readonly end: number;
  /** Resolves once they are on the disk, with where; many at once share one synchronisation. @throws SpoolFullError, or the system's error */
  append(arrivals: readonly Arrival[]): Promise<Span>;
  /** Reads arrivals between two positions, in order. A long range is read in part; `end` is the position reached. */
  read(from: number, to: number): Promise<{ readonly arrivals: readonly Arrival[]; readonly end: number }>;
  /** Everything before this position is no longer needed. Its files are deleted, at the latest when all is released. */
  release(upTo: number): void;
  /**
   * Has what is appended from now on stand in another file, so that the files before can go away once they are released,
   * whatever arrives. @returns `end` as it is then
   */
  endSegment(): Promise<number>;
  /** Puts what dead processes have left at the end of the log. @returns whether there was anything */
  adopt(): Promise<boolean>;
  /** Releases it; its contents stay for later processes. */
  close(): Promise<void>;
}

/** A piece of the log. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

export interface SpoolOptions {
  readonly folders: SpoolFolders;
  readonly maxBytes: number;
  /** Told of lines that cannot be read, other than one that was being written when a process died. */
  readonly onDamaged: (path: string, lines: number) => void;
}

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: (span: Span) => void;
  readonly reject: (error: unknown) => void;
}

/** A segment that has reached it is not written to any more. */
const SEGMENT_BYTES = 4_000_000;
const MAX_LINES_READ = 1_000;
const TOUCH_EVERY_MS = 3_000;

export function createSpool({ folders, maxBytes, onDamaged }: SpoolOptions): Spool {
  /** Oldest first, each beginning where the one before ends. */
  const segments: Segment[] = [];
  let active: { readonly segment: Segment; readonly file: FileHandle } | undefined;
  let folder: Promise<string> | undefined;
  let made = 0;
  let end = 0;
  let released = 0;
  let waiting: Waiting[] = [];
  let unwritten = 0;
  /** Files change one step after the other. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  // Whoever finds the folder of a living process has to see that it lives.
  const touching = startPeriodic(() => folders.touch(), { everyMs: TOUCH_EVERY_MS });

  function ownFolder(): Promise<string> {
    folder ??= folders.create();
    // A full disk today is no reason not to try again tomorrow.
    folder.catch(() => (folder = undefined));
    return folder;
  }

  async function begin() {
    const path = segmentPath(await ownFolder(), (made += 1));
    const file = await open(path, "a", 0o600);
    const segment: Segment = { path, base: end, size: 0 };
    active = { segment, file };
    segments.push(segment);
    await syncFolder(dirname(path));
    return active;
  }

  /** Later appends begin another segment. */
  async function endActive(): Promise<void> {
    const ended = active;
    active = undefined;
    await ended?.file.close();
  }

  async function write(): Promise<void> {
    const group = waiting;
    waiting = [];
    const bytes = Buffer.concat(group.map((one) => one.bytes));
    try {
      const { segment, file } = active ?? (await begin());
      await appendDurably(file, bytes);
      segment.size += bytes.length;
      for (const { bytes: own, resolve } of group) resolve({ start: end, end: (end += own.length) });
      if (segment.size >= SEGMENT_BYTES) await endActive();
    } catch (error) {
      // Nobody knows what is behind the end of the file now.
      await endActive().catch(() => undefined);
      for (const { reject } of group) reject(error);
      await tidy().catch(() => undefined);
    } finally {
      unwritten -= bytes.length;
    }
  }

  /** Removes what has been released. */
  async function tidy(): Promise<void> {
    for (const segment of [...segments]) {
      const isNeeded = segment.size > 0 && segment.base + segment.size > released;
      if (isNeeded || segment === active?.segment) continue;
      segments.splice(segments.indexOf(segment), 1);
      await removeSegment(segment);
      const home = dirname(segment.path);
      const isOwn = folder !== undefined && (await folder) === home;
      if (!isOwn && !segments.some(({ path }) => dirname(path) === home)) await folders.remove(home);
    }
    if (active !== undefined && released === end && active.segment.size > 0) {
      await active.file.truncate(0);
      active.segment.base = end;
      active.segment.size = 0;
    }
  }

  const needsTidying = () =>
    released === end
      ? segments.some(({ size }) => size > 0)
      : (segments[0]?.base ?? end) + (segments[0]?.size ?? 0) <= released;

  return {
    get bytes() {
      return end - released + unwritten;
    },
    get start() {
      return segments.find(({ size }) => size > 0)?.base ?? end;
    },
    get end() {
      return end;
    },

    append(arrivals) {
      const bytes = Buffer.from(arrivals.map(lineOf).join(""));
      if (end - released + unwritten + bytes.length > maxBytes) {
        return Promise.reject(new SpoolFullError(`the spool holds ${maxBytes} bytes`));
      }
      unwritten += bytes.length;
      return new Promise((resolve, reject) => {
        waiting.push({ bytes, resolve, reject });
        if (waiting.length === 1) void inTurn(write);
      });
    },

    async read(from, to) {
      const segment = segments.find(({ base, size }) => base <= from && from < base + size);
      if (segment === undefined) return { arrivals: [], end: to };
      const whole = { ...segment, size: Math.min(segment.size, to - segment.base) };
      try {
        const { lines, end: read } = await readSegmentLines(whole, from, MAX_LINES_READ);
        const arrivals = lines.map(arrivalIn).filter((arrival) => arrival !== undefined);
        if (arrivals.length < lines.length) onDamaged(segment.path, lines.length - arrivals.length);
        return { arrivals, end: read };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        // Somebody has removed it, and nothing brings it back.
        onDamaged(segment.path, 0);
        return { arrivals: [], end: whole.base + whole.size };
      }
    },

    release(upTo) {
      released = Math.max(released, upTo);
      if (needsTidying()) inTurn(tidy).catch(() => undefined);
    },

    endSegment: () =>
      inTurn(async () => {
        await endActive();
        await tidy();
        return end;
      }),

    adopt: () =>
      inTurn(async () => {
        const before = end;
        for (const home of await folders.adopt()) {
          const found = (await segmentsIn(home)).filter(({ size }) => size > 0);
          if (found.length === 0) await folders.remove(home);
          else await endActive();
          for (const { path, size } of found) {
            segments.push({ path, base: end, size });
            end += size;
          }
        }
        return end > before;
      }),

    async close() {
      await touching.close();
      await inTurn(endActive);
      const own = await folder;
      if (own !== undefined && released === end) await folders.remove(own);
      folders.release();
    },
  };
}
