import type { Context } from "../context.js";
import { bulk } from "../engine/bulk.js";
import { deleteDocument, getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import type { Arrival, FindErased, ShopperEvent, Trace } from "./event.js";
import { documentId, fromDocument, toDocument, type UbiEvent } from "./ubi-event.js";

export const eventsStem = (prefix: string): string => `${prefix}ubi-events-`;

/**
 * Result of storing a received event. `busy`: not stored yet. `refused`: permanently rejected by the engine. `erased`: not stored, because
 * the shopper was erased after the event happened.
 */
export type StoreOutcome = "stored" | "duplicate" | "busy" | "refused" | "erased";

export interface Stored {
  /**
   * Result of storing the received event; also `stored` if an earlier engine request stored the event, but the response to that request was
   * lost.
   */
  readonly outcome: StoreOutcome;
  /** The stored event or, for a duplicate, the event that was stored first. Undefined if no event was stored. */
  readonly event?: ShopperEvent;
  /** Whether this call stored the event. In this case, no consumer has received the event yet. */
  readonly isNew: boolean;
}

interface StoreOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Stores events durably and at most once, in one engine request. Events from before the erasure of a shopper are not stored. If an event
 * was stored earlier, the stored event is returned. All events are stored by this function, including events from the spool.
 * @returns the result of each event, in the order of `arrivals`
 * @throws {EngineUnavailableError} if the engine does not respond; some events may have been stored
 */
export async function storeEvents(
  context: Context,
  findErased: FindErased,
  arrivals: readonly Arrival[],
  how: StoreOptions,
): Promise<Stored[]> {
  const erased = new Set(await erasedAmong(findErased, arrivals, how));
  const permitted = arrivals.filter((arrival) => !erased.has(arrival));
  const stored = new Map((await createEvents(context, permitted, how)).map((one, at) => [permitted[at], one]));
  // A concurrent erasure writes tombstones before it deletes documents, so check again for erased shoppers.
  const own = permitted.filter((arrival) => stored.get(arrival)?.outcome === "stored");
  for (const arrival of await erasedAmong(findErased, own, how)) erased.add(arrival);
  await removeOwn(context.engine, [...erased], how.signal);
  return arrivals.map((arrival) => (erased.has(arrival) ? ERASED : (stored.get(arrival) as Stored)));
}

const ERASED: Stored = { outcome: "erased", isNew: false };

async function erasedAmong(
  findErased: FindErased,
  arrivals: readonly Arrival[],
  { timeoutMs }: StoreOptions,
): Promise<readonly Arrival[]> {
  if (arrivals.length === 0) return [];
  const erased = await findErased(arrivals.map(traceOf), timeoutMs);
  return arrivals.filter((_, at) => erased[at] === true);
}

const traceOf = ({ event, happened_at = event.occurred_at }: Arrival): Trace => ({
  client_id: event.client_id,
  device_id: event.device_id,
  user_id: event.user_id,
  at: happened_at,
});

/**
 * Deletes the documents that were created for the given received events. A document that was created for another report of the same event
 * is not deleted.
 */
async function removeOwn(engine: Engine, arrivals: readonly Arrival[], signal: AbortSignal | undefined): Promise<void> {
  for (const [{ event, month }, { outcome }] of await storedBefore(engine, arrivals, signal)) {
    if (outcome === "stored") await deleteDocument(engine, eventsStem(engine.prefix) + month, documentId(event));
  }
}

async function createEvents(
  { engine, logger }: Context,
  arrivals: readonly Arrival[],
  { timeoutMs, signal }: StoreOptions,
): Promise<Stored[]> {
  const creations = arrivals.map((arrival) => ({
    index: eventsStem(engine.prefix) + arrival.month,
    id: documentId(arrival.event),
    document: JSON.stringify(toDocument(arrival)),
    precondition: "absent" as const,
  }));
  const outcomes = await bulk(engine, creations, {
    onBusy: "report",
    createsIndices: true,
    timeout: timeoutMs,
    signal,
  });
  const there = await storedBefore(
    engine,
    arrivals.filter((_, at) => outcomes[at]?.status === "conflict"),
    signal,
  );
  return outcomes.map((outcome, at): Stored => {
    const arrival = arrivals[at] as Arrival;
    switch (outcome.status) {
      case "written":
        return { outcome: "stored", event: arrival.event, isNew: true };
      case "conflict":
        return there.get(arrival) ?? { outcome: "duplicate", isNew: false };
      case "busy":
      case "absent":
        return { outcome: "busy", isNew: false };
      case "refused":
        logger.error("OpenSearch rejected an event", {
          client_id: arrival.event.client_id,
          event_id: arrival.event.event_id,
          reason: outcome.reason,
        });
        return { outcome: "refused", isNew: false };
    }
  });
}

/**
 * Reads the events that are already stored under the ids of the received events.
 * @returns `stored` for documents with the token of the received event, otherwise `duplicate`; events that are not stored are omitted
 */
async function storedBefore(
  engine: Engine,
  arrivals: readonly Arrival[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Arrival, Stored>> {
  const stored = new Map<Arrival, Stored>();
  for (const month of new Set(arrivals.map((arrival) => arrival.month))) {
    const some = arrivals.filter((arrival) => arrival.month === month);
    const ids = some.map(({ event }) => documentId(event));
    const index = eventsStem(engine.prefix) + month;
    const found = await getDocuments<UbiEvent>(engine, index, ids, signal === undefined ? {} : { signal });
    some.forEach((arrival, at) => {
      const document = found[at]?.source;
      if (document === undefined) return;
      const isOwn = document.event_attributes.token === arrival.token;
      stored.set(arrival, { outcome: isOwn ? "stored" : "duplicate", event: fromDocument(document), isNew: false });
    });
  }
  return stored;
}
