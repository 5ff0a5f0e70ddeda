import type { Engine } from "../engine/engine.js";
import { countsByIndex, idsByIndex, listIndices, refresh } from "../engine/indices.js";
import { eventsStem } from "./event-store.js";
import type { ShopperEvent } from "./event.js";
import { fromDocument, type UbiEvent } from "./ubi-event.js";
import { readInSequence } from "../engine/point-in-time.js";
import { getDocuments } from "../engine/documents.js";
import { impressionId } from "./shopper-id.js";
import { queriesStem, type UbiQuery } from "./impressions.js";

export interface StoredEvent {
  readonly event: ShopperEvent;
  readonly position: StoredPosition;
}

export interface StoredResponse {
  readonly response: UbiQuery;
  readonly position: StoredPosition;
}

export const readStoredEvents = (engine: Engine, cursor: TailCursor, reading: Reading): Promise<Tail<StoredEvent>> =>
  readMonths(engine, eventsStem(engine.prefix), cursor, reading, (document: UbiEvent, position) => ({
    event: fromDocument(document),
    position,
  }));

export const readStoredImpressions = (
  engine: Engine,
  cursor: TailCursor,
  reading: Reading,
): Promise<Tail<StoredResponse>> =>
  readMonths(engine, queriesStem(engine.prefix), cursor, reading, (response: UbiQuery, position) => ({
    response,
    position,
  }));

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

/** How far a reader has read the stored events: for each month the number of the last event read. Empty before the first. Plain JSON. */
export type TailCursor = Readonly<Record<string, number>>;

/** Where something stored stands among all. Of one month, what is later has a greater number. */
export interface StoredPosition {
  readonly month: string;
  readonly number: number;
}

interface Reading {
  readonly limit: number;
  /** The first month that is wanted, "2026-11". */
  readonly oldest: string;
}

interface Tail<T> {
  /** Of one month in the order in which the engine stored them; months one after the other. */
  readonly stored: readonly T[];
  readonly cursor: TailCursor;
}

/**
 * Reads what has been stored since a cursor in indices of a month each, whichever process stored it. Every document comes
 * exactly once, however late it was stored, and none is passed over: the order is the engine's own, not a clock's.
 * @param stem the indices' name without the month
 */
async function readMonths<T>(
  engine: Engine,
  stem: string,
  cursor: TailCursor,
  { limit, oldest }: Reading,
  read: (document: never, position: StoredPosition) => T,
): Promise<Tail<T>> {
  const months = (await listIndices(engine, `${stem}*`))
    .map((name) => name.slice(stem.length))
    .filter((month) => month >= oldest)
    .sort();
  const stored: T[] = [];
  const next: Record<string, number> = {};
  for (const month of months) {
    const after = cursor[month] ?? -1;
    const room = limit - stored.length;
    const { hits, upTo } =
      room === 0 ? { hits: [], upTo: after } : await readInSequence<never>(engine, stem + month, after, room);
    for (const { _source, _seq_no } of hits) stored.push(read(_source, { month, number: _seq_no as number }));
    next[month] = upTo;
  }
  return { stored, cursor: next };
}

/**
 * Looks answers up that were remembered in some months, in real time.
 * @returns by `recommendation_id`; those that are not stored are missing
 */
export async function findImpressions(
  engine: Engine,
  recommendationIds: readonly string[],
  months: readonly string[],
): Promise<ReadonlyMap<string, UbiQuery>> {
  const ids = [...new Set(recommendationIds)];
  const found = new Map<string, UbiQuery>();
  for (const month of months) {
    const missing = ids.filter((id) => !found.has(id));
    const responses = await getDocuments<UbiQuery>(
      engine,
      queriesStem(engine.prefix) + month,
      missing.map(impressionId),
    );
    responses.forEach((response, at) => {
      if (response !== undefined) found.set(missing[at] as string, response.source);
    });
  }
  return found;
}
