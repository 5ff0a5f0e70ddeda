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

/** Returns the UUID of each month's event index. A recreated index has another UUID. */
export async function eventIndexIds(engine: Engine): Promise<Readonly<Record<string, string>>> {
  const stem = eventsStem(engine.prefix);
  const ids = await idsByIndex(engine, `${stem}*`);
  return Object.fromEntries([...ids].map(([name, id]) => [name.slice(stem.length), id]));
}

/**
 * Position of a reader: for each month, the sequence number of the last document read. The position is empty at first and can be stored as
 * JSON.
 */
export type TailCursor = Readonly<Record<string, number>>;

/** Position of a stored document. Within a month, later documents have greater numbers. */
export interface StoredPosition {
  readonly month: string;
  readonly number: number;
}

interface Reading {
  readonly limit: number;
  /** The first month to read, such as "2026-11". */
  readonly oldest: string;
}

interface Tail<T> {
  /** Documents sorted by month and, within a month, by the order in which the engine stored them. */
  readonly stored: readonly T[];
  readonly cursor: TailCursor;
}

/**
 * Reads the documents of monthly indices that any process stored after a cursor. Every document is returned exactly once, even if it was
 * stored late, because documents are read in the order of the engine's sequence numbers, not of their times.
 * @param stem the name of the indices without the month
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
 * Looks up stored responses of the given months, including responses that are not searchable yet.
 * @returns the responses by `recommendation_id`; unknown ids are omitted
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
