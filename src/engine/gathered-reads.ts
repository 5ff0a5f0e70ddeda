import { withoutDeadline } from "./deadline.js";

/** Reads documents by id, in the requested order. Missing documents are undefined. */
export type ReadDocuments<T> = (ids: readonly string[]) => Promise<(T | undefined)[]>;

export interface GatheringOptions {
  readonly calls: number;
  readonly most: number;
  /** Timeout of a combined call in milliseconds; must exceed the deadline of every waiting caller. */
  readonly giveUpMs: number;
}

interface Waiting<T> {
  readonly ids: readonly string[];
  readonly resolve: (found: (T | undefined)[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines reads of concurrent requests into fewer calls. While the maximum number of calls (`calls`) is running, new reads are queued, and
 * the next call sends the queued reads together. A single read is sent immediately. A read never joins a call that has already started, so
 * its data is never older than the read.
 */
export function gatherReads<T>(
  read: (ids: readonly string[], signal: AbortSignal) => Promise<(T | undefined)[]>,
  { calls, most, giveUpMs }: GatheringOptions,
): ReadDocuments<T> {
  const waiting: Waiting<T>[] = [];
  let underWay = 0;

  function take(): Waiting<T>[] {
    const batch: Waiting<T>[] = [];
    let count = 0;
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      count += next.ids.length;
      if (batch.length > 0 && count > most) break;
      batch.push(next);
      waiting.shift();
    }
    return batch;
  }

  async function run(): Promise<void> {
    underWay += 1;
    for (let batch = take(); batch.length > 0; batch = take()) {
      const control = new AbortController();
      const timer = setTimeout(() => control.abort(), giveUpMs);
      try {
        const found = await read(
          batch.flatMap(({ ids }) => ids),
          control.signal,
        );
        let from = 0;
        for (const { ids, resolve } of batch) resolve(found.slice(from, (from += ids.length)));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      } finally {
        clearTimeout(timer);
      }
    }
    underWay -= 1;
  }

  return (ids) =>
    new Promise((resolve, reject) => {
      waiting.push({ ids, resolve, reject });
      if (underWay < calls) void withoutDeadline(run);
    });
}
