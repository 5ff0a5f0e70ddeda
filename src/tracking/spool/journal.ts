import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { segmentPath, syncFolder, type Segment } from "./segment.js";

/** Appends to segments; what has been appended survives a crash of the machine. */
export interface Journal {
  /** Resolves once the text is on the disk; many at once share one synchronisation. */
  append(text: string): Promise<void>;
  /** Ends the segment that is written to, so that it can be read and removed; later appends begin another one. */
  endSegment(): Promise<void>;
  close(): Promise<void>;
}

export interface JournalOptions {
  /** Called once, when there is something to write. */
  readonly folder: () => Promise<string>;
  /** A segment that has reached it is not written to any more. */
  readonly segmentBytes: number;
  /** Told of every segment before anything is in it. */
  readonly onSegment: (segment: Segment) => void;
}

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createJournal({ folder, segmentBytes, onSegment }: JournalOptions): Journal {
  let number = 0;
  let active: { readonly segment: Segment; readonly handle: FileHandle } | undefined;
  let waiting: Waiting[] = [];
  /** One thing at a time happens to the file. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  async function begin() {
    const path = segmentPath(await folder(), (number += 1));
    const handle = await open(path, "a", 0o600);
    await syncFolder(dirname(path));
    active = { segment: { path, size: 0, done: 0 }, handle };
    onSegment(active.segment);
    return active;
  }

  async function end() {
    const ended = active;
    active = undefined;
    await ended?.handle.close();
  }

  async function write() {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      const { segment, handle } = active ?? (await begin());
      const bytes = Buffer.from(group.map(({ text }) => text).join(""));
      await handle.appendFile(bytes);
      await handle.datasync();
      segment.size += bytes.length;
      if (segment.size >= segmentBytes) await end();
      for (const { resolve } of group) resolve();
    } catch (error) {
      // Nobody knows what is in the file now; the next append begins another one.
      await end().catch(() => undefined);
      for (const { reject } of group) reject(error);
    }
  }

  return {
    append(text) {
      return new Promise((resolve, reject) => {
        waiting.push({ text, resolve, reject });
        if (waiting.length === 1) void inTurn(write);
      });
    },
    endSegment: () => inTurn(end),
    close: () => inTurn(end),
  };
}
