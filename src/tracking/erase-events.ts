import { DAY_MS } from "../lib/zone-clock.js";
import { deleteAllMatching } from "../engine/by-query.js";
import { type Engine, EngineError } from "../engine/engine.js";
import { deleteIndex, listIndices, refresh } from "../engine/indices.js";
import { searchDocuments } from "../engine/search-documents.js";
import { queriesStem } from "./impressions.js";
import { eventsStem } from "./event-store.js";
import { ensureIndex } from "../engine/templates.js";
import { monthOf, monthsBefore, namesBefore } from "./month.js";

/** A shopper to be erased: a device of a client, a user, or both. */
export interface Erased {
  readonly client_id: string;
  readonly device_id: string | null;
  readonly user_id: string | null;
}

interface Stored {
  readonly stem: (prefix: string) => string;
  readonly user: string;
}

const EVENTS: Stored = { stem: eventsStem, user: "event_attributes.user_id" };
const RESPONSES: Stored = { stem: queriesStem, user: "query_attributes.user_id" };

const patternOf = ({ prefix }: Engine, { stem }: Stored) => `${stem(prefix)}*`;

/** Returns a query for all events or responses of a device (with any user) and of a user (on any device). */
const matching = ({ client_id, device_id, user_id }: Erased, { user }: Stored) => ({
  bool: {
    filter: [{ term: { application: client_id } }],
    should: [
      ...(device_id === null ? [] : [{ term: { client_id: device_id } }]),
      ...(user_id === null ? [] : [{ term: { [user]: user_id } }]),
    ],
    minimum_should_match: 1,
  },
});

/**
 * Deletes all stored events and responses of a shopper.
 * @returns the number of deleted documents
 */
export async function eraseStored(
  engine: Engine,
  erased: Erased,
): Promise<{ readonly events: number; readonly responses: number }> {
  const remove = (kind: Stored) => deleteAllMatching(engine, patternOf(engine, kind), matching(erased, kind));
  return { events: await remove(EVENTS), responses: await remove(RESPONSES) };
}

const AT_ONCE = 1_000;

/** Yields the devices of a user in pages. A device may occur several times. */
export async function* devicesOf(engine: Engine, client_id: string, user_id: string): AsyncGenerator<string[]> {
  for (const kind of [EVENTS, RESPONSES]) {
    await refresh(engine, patternOf(engine, kind));
    let after: object | undefined;
    do {
      const found = await devicesAfter(engine, kind, { client_id, user_id, device_id: null }, after);
      yield found.buckets.map(({ key }) => key.device);
      after = found.buckets.length < AT_ONCE ? undefined : found.after_key;
    } while (after !== undefined);
  }
}

interface Devices {
  readonly buckets: readonly { readonly key: { readonly device: string } }[];
  readonly after_key?: object;
}

async function devicesAfter(engine: Engine, kind: Stored, user: Erased, after: object | undefined): Promise<Devices> {
  try {
    const { aggregations } = await searchDocuments<never, { devices?: Devices }>(engine, patternOf(engine, kind), {
      size: 0,
      track_total_hits: false,
      query: matching(user, kind),
      aggs: {
        devices: {
          composite: {
            size: AT_ONCE,
            sources: [{ device: { terms: { field: "client_id" } } }],
            ...(after === undefined ? {} : { after }),
          },
        },
      },
    });
    return aggregations?.devices ?? { buckets: [] };
  } catch (error) {
    // There are no events before the first index is created.
    if (error instanceof EngineError && error.status === 404) return { buckets: [] };
    throw error;
  }
}

/**
 * Deletes the indices of events and responses that are past their retention.
 * @returns the names of the deleted indices
 */
export async function deleteOldMonths(engine: Engine, now: number, keptMonths: number): Promise<string[]> {
  const oldest = monthsBefore(monthOf(now), keptMonths);
  const old: string[] = [];
  for (const stem of [eventsStem(engine.prefix), queriesStem(engine.prefix)]) {
    old.push(...namesBefore(await listIndices(engine, `${stem}*`), stem, oldest));
  }
  for (const index of old) await deleteIndex(engine, index);
  return old;
}

const AHEAD_MS = 2 * DAY_MS;

/**
 * Creates the indices of the month that begins within two days, so that no request has to wait for it. Creating an index takes long in a
 * cluster with many indices, and trackers expect a response within two seconds.
 */
export async function prepareMonths(engine: Engine, now: number): Promise<void> {
  const month = monthOf(now + AHEAD_MS);
  for (const stem of [eventsStem(engine.prefix), queriesStem(engine.prefix)]) await ensureIndex(engine, stem + month);
}
