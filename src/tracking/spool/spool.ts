import { dirname } from "node:path";
import { createJournal } from "./journal.js";
import type { SpoolFolders } from "./folders.js";
import { lineOf, recordIn, type SpoolRecord } from "./record.js";
import { readLines, removeSegment, segmentsIn, writeDone, type Segment } from "./segment.js";

/**
 * What could not be stored yet, on the disk, in order. What has been appended is there after the process or the machine has
 * died; it is read from the front and goes away as it is dealt with.
 */
export interface Spool {
  /** Bytes still to be dealt with. */
  readonly bytes: number;
  readonly isEmpty: boolean;
  /** When it last began to fill, in milliseconds since 1970; null while it is empty. */
  readonly since: number | null;
  /** Resolves once they are on the disk. @throws SpoolFullError, or the system's error */
  append(records: readonly SpoolRecord[]): Promise<void>;
  /** The oldest records, undefined when there are none; the same again until `advance` is called. */
  next(): Promise<SpoolBatch | undefined>;
  /** Takes over what dead processes have left. @returns how many folders */
  adopt(): Promise<number>;
  /** Lets go of it; what is in it stays for whoever comes next. */
  close(): Promise<void>;
}

export interface SpoolBatch {
  readonly records: readonly SpoolRecord[];
  /** The batch need not be read again, also not after a crash. */
  advance(): Promise<void>;
}

export class SpoolFullError extends Error {
  override readonly name = "SpoolFullError";
}

export interface SpoolOptions {
  readonly folders: SpoolFolders;
  readonly maxBytes: number;
  readonly now: () => number;
  /** Told of lines that cannot be read, other than one that was being written when a process died. */
  readonly onDamaged: (path: string, lines: number) => void;
}

const SEGMENT_BYTES = 4_000_000;
const BATCH_RECORDS = 1_000;
const TOUCH_EVERY_MS = 3_000;

export function createSpool({ folders, maxBytes, now, onDamaged }: SpoolOptions): Spool {
  const segments: Segment[] = [];
  let folder: Promise<string> | undefined;
  let active: Segment | undefined;
  let appending = 0;
  let since: number | null = null;
  // Whoever finds the folder of a living process has to see that it lives.
  const touching = setInterval(() => {
    folders.touch().catch(() => undefined);
  }, TOUCH_EVERY_MS).unref();

  const journal = createJournal({
    folder: () => {
      folder ??= folders.create();
      // A full disk today is no reason not to try again tomorrow.
      folder.catch(() => (folder = undefined));
      return folder;
    },
    segmentBytes: SEGMENT_BYTES,
    onSegment: (segment) => {
      active = segment;
      segments.push(segment);
    },
  });

  const written = () => segments.reduce((sum, { size, done }) => sum + Math.max(0, size - done), 0);
  const isActive = (segment: Segment) => segment === active;
  const isEmpty = () => appending === 0 && written() === 0;

  async function drop(segment: Segment) {
    segments.splice(segments.indexOf(segment), 1);
    await removeSegment(segment);
    const home = dirname(segment.path);
    const isOwn = folder !== undefined && (await folder) === home;
    if (!isOwn && !segments.some(({ path }) => dirname(path) === home)) await folders.remove(home);
    if (isEmpty()) since = null;
  }

  return {
    get bytes() {
      return written() + appending;
    },
    get isEmpty() {
      return isEmpty();
    },
    get since() {
      return since;
    },

    async append(records) {
      const text = records.map(lineOf).join("");
      const bytes = Buffer.byteLength(text);
      if (written() + appending + bytes > maxBytes) throw new SpoolFullError(`the spool holds ${maxBytes} bytes`);
      appending += bytes;
      since ??= now();
      try {
        await journal.append(text);
      } finally {
        appending -= bytes;
      }
    },

    async next() {
      for (;;) {
        const segment = segments[0];
        if (segment === undefined || isActive(segment)) {
          if (isEmpty()) return undefined;
          // Waits for what is being written, too.
          await journal.endSegment();
          if (segment === undefined) continue;
          // Meanwhile another one may have begun.
          if (isActive(segment)) active = undefined;
        }
        const { lines, end } = await readLines(segment, BATCH_RECORDS);
        const records = lines.map(recordIn);
        const whole = records.filter((record) => record !== undefined);
        if (whole.length < records.length) onDamaged(segment.path, records.length - whole.length);
        if (whole.length === 0) {
          await drop(segment);
          continue;
        }
        return {
          records: whole,
          async advance() {
            segment.size = Math.max(segment.size, end);
            segment.done = end;
            const isOver = (await readLines(segment, 1)).lines.length === 0;
            if (isOver) await drop(segment);
            else await writeDone(segment);
          },
        };
      }
    },

    async adopt() {
      const adopted = await folders.adopt();
      for (const home of adopted) {
        const found = await segmentsIn(home);
        if (found.length === 0) await folders.remove(home);
        segments.unshift(...found);
        if (found.length > 0) since ??= now();
      }
      return adopted.length;
    },

    async close() {
      clearInterval(touching);
      await journal.close();
      const own = await folder;
      if (own !== undefined && isEmpty()) await folders.remove(own);
      folders.release();
    },
  };
}
