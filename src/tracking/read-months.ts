import type { Engine } from "../engine/engine.js";
import { listIndices } from "../engine/indices.js";
import { readInSequence } from "../engine/point-in-time.js";

/** How far what is stored has been read: a number for each month. Empty: nothing yet. Plain JSON. */
export type TailCursor = Readonly<Record<string, number>>;

/** Where something stored stands among all. Of one month, what is later has a greater number. */
export interface StoredPosition {
  readonly month: string;
  readonly number: number;
}

export interface MonthsRead<T> {
  /** Of one month in the order in which the engine stored them; months one after the other. */
  readonly documents: readonly T[];
  /** Of the documents, in the same order. */
  readonly positions: readonly StoredPosition[];
  readonly cursor: TailCursor;
}

/**
 * Reads what has been stored since a cursor in indices of a month each, whichever process stored it. Every document comes
 * exactly once, however late it was stored, and none is passed over: the order is the engine's own, not a clock's.
 * @param stem the indices' name without the month
 * @param oldest the first month that is wanted, "2026-11"
 */
export async function readMonths<T>(
  engine: Engine,
  stem: string,
  cursor: TailCursor,
  { limit, oldest }: { readonly limit: number; readonly oldest: string },
): Promise<MonthsRead<T>> {
  const months = (await listIndices(engine, `${stem}*`))
    .map((name) => name.slice(stem.length))
    .filter((month) => month >= oldest)
    .sort();
  const documents: T[] = [];
  const positions: StoredPosition[] = [];
  const read: Record<string, number> = {};
  for (const month of months) {
    const after = cursor[month] ?? -1;
    const room = limit - documents.length;
    const { hits, upTo } =
      room === 0 ? { hits: [], upTo: after } : await readInSequence<T>(engine, stem + month, after, room);
    for (const hit of hits) {
      documents.push(hit._source);
      positions.push({ month, number: hit._seq_no as number });
    }
    read[month] = upTo;
  }
  return { documents, positions, cursor: read };
}
