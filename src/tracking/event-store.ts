import type { Context } from "../context.js";
import { bulk } from "../engine/bulk.js";
import { deleteDocument, getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import type { Arrival, FindErased, ShopperEvent, Trace } from "./event.js";
import { documentId, fromDocument, toDocument, type UbiEvent } from "./ubi-event.js";

export const eventsStem = (prefix: string): string => `${prefix}ubi-events-`;

/**
 * The result of storing an arrival. `busy`: nothing yet. `refused`: the engine does not take it, ever. `erased`: its
 * shopper has been erased since it happened, and it is not stored.
 */
export type StoreOutcome = "stored" | "duplicate" | "busy" | "refused" | "erased";

export interface Stored {
  /** `stored`: by this arrival, now or in a request whose answer never came. */
  readonly outcome: StoreOutcome;
  /** As it is stored; of a repetition what came first. Undefined where nothing is. */
  readonly event?: ShopperEvent;
  /** It was created now, so no consumer has received it. */
  readonly isNew: boolean;
}

interface StoreOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Stores events once each, durably, in one request, but for those of shoppers who have been erased since, and reads those
 * that were there already. Every event passes here, wherever it has waited.
 * @returns what became of them, in the order of the arrivals
 * @throws EngineUnavailableError when the engine does not answer: some may have been stored
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
  // An erasure that has removed everything while these were on their way has left word before it did.
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

/** Removes what was stored of some arrivals, now or in a request whose answer never came. */
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
        logger.error("the engine refuses an event", {
          client_id: arrival.event.client_id,
          event_id: arrival.event.event_id,
          reason: outcome.reason,
        });
        return { outcome: "refused", isNew: false };
    }
  });
}

/**
 * Reads the events that are already stored under the arrivals' ids.
 * @returns `stored` for an arrival whose own token the document has, `duplicate` for another's; new arrivals are missing
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
