import type { Engine } from "../engine/engine.js";
import { countsByIndex, idsByIndex, refresh } from "../engine/indices.js";
import { eventsStem } from "./event-store.js";
import type { ShopperEvent } from "./event.js";
import { readMonths, type StoredPosition, type TailCursor } from "./read-months.js";
import { fromDocument, type UbiEvent } from "./ubi-event.js";

export type { TailCursor } from "./read-months.js";

/** Where a stored event stands among all. */
export type EventPosition = StoredPosition;

export interface Tail {
  /** Of one month in the order in which the engine stored them; months one after the other. */
  readonly events: readonly ShopperEvent[];
  /** Of the events, in the same order. */
  readonly positions: readonly EventPosition[];
  readonly cursor: TailCursor;
}

/** Reads what has been stored since a cursor, each event exactly once. @param oldest the first month that is wanted, "2026-11" */
export async function readStoredEvents(
  engine: Engine,
  cursor: TailCursor,
  reading: { readonly limit: number; readonly oldest: string },
): Promise<Tail> {
  const read = await readMonths<UbiEvent>(engine, eventsStem(engine.prefix), cursor, reading);
  return { events: read.documents.map(fromDocument), positions: read.positions, cursor: read.cursor };
}

/** How many events are stored under each month. */
export async function countStoredEvents(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const stem = eventsStem(engine.prefix);
  await refresh(engine, `${stem}*`);
  const counts = await countsByIndex(engine, `${stem}*`);
  return new Map([...counts].map(([name, count]) => [name.slice(stem.length), count]));
}

/** By month, the UUID of the index of its events, which another index of the same name would not have. */
export async function eventIndexIds(engine: Engine): Promise<Readonly<Record<string, string>>> {
  const stem = eventsStem(engine.prefix);
  const ids = await idsByIndex(engine, `${stem}*`);
  return Object.fromEntries([...ids].map(([name, id]) => [name.slice(stem.length), id]));
}
