import type { Engine } from "../engine/engine.js";
import { countsByIndex, listIndices, refresh } from "../engine/indices.js";
import { readInSequence } from "../engine/sequence.js";
import { eventsStem } from "./event-store.js";
import type { ShopperEvent } from "./event.js";
import { fromDocument, type UbiEvent } from "./ubi-event.js";

/** How far stored events have been read: a number for each month. Empty: nothing yet. Plain JSON. */
export type TailCursor = Readonly<Record<string, number>>;

/** Where a stored event stands among all. Of one month, a later event has a greater number. */
export interface EventPosition {
  readonly month: string;
  readonly number: number;
}

export interface Tail {
  /** Of one month in the order in which the engine stored them; months one after the other. */
  readonly events: readonly ShopperEvent[];
  /** Of the events, in the same order. */
  readonly positions: readonly EventPosition[];
  readonly cursor: TailCursor;
}

/**
 * Reads what has been stored since a cursor, whichever process stored it. Every event comes exactly once, however late
 * it was stored, and none is passed over: the order is the engine's own, not a clock's.
 * @param oldest the first month that is wanted, "2026-11"
 */
export async function readStoredEvents(
  engine: Engine,
  cursor: TailCursor,
  { limit, oldest }: { readonly limit: number; readonly oldest: string },
): Promise<Tail> {
  const stem = eventsStem(engine.prefix);
  const months = (await listIndices(engine, `${stem}*`))
    .map((name) => name.slice(stem.length))
    .filter((month) => month >= oldest)
    .sort();
  const events: ShopperEvent[] = [];
  const positions: EventPosition[] = [];
  const read: Record<string, number> = {};
  for (const month of months) {
    const after = cursor[month] ?? -1;
    const room = limit - events.length;
    const { hits, upTo } =
      room === 0 ? { hits: [], upTo: after } : await readInSequence<UbiEvent>(engine, stem + month, after, room);
    for (const hit of hits) {
      events.push(fromDocument(hit._source));
      positions.push({ month, number: hit._seq_no as number });
    }
    read[month] = upTo;
  }
  return { events, positions, cursor: read };
}

/** How many events are stored under each month. */
export async function countStoredEvents(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const stem = eventsStem(engine.prefix);
  await refresh(engine, `${stem}*`);
  const counts = await countsByIndex(engine, `${stem}*`);
  return new Map([...counts].map(([name, count]) => [name.slice(stem.length), count]));
}
