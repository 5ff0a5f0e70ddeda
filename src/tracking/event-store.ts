import type { CreateMany } from "../engine/create-many.js";
import { deleteDocument, getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import type { Arrival } from "./arrival.js";
import type { FindErased, Trace } from "./erased.js";
import { documentId, toDocument, type UbiEvent } from "./ubi-event.js";

export const eventsStem = (prefix: string): string => `${prefix}ubi-events-`;

/**
 * What became of an arrival. `busy`: nothing yet. `refused`: the engine does not take it, ever. `erased`: its shopper has been
 * erased since it happened, and it is not stored.
 */
export type StoreOutcome = "stored" | "duplicate" | "busy" | "refused" | "erased";

export interface EventStoreDeps {
  readonly engine: Engine;
  readonly createMany: CreateMany;
  readonly findErased: FindErased;
  readonly onRefused: (arrival: Arrival, reason: string) => void;
}

/**
 * Stores events once each, durably, in one request, but for those of shoppers who have been erased since. Every event passes
 * here, wherever it has waited.
 * @param isRetry some of them may have been sent before without an answer, so what is there already may be their own
 * @returns the outcomes in the order of the arrivals
 * @throws EngineUnavailableError when the engine does not answer: some may have been stored
 */
export async function storeEvents(
  deps: EventStoreDeps,
  arrivals: readonly Arrival[],
  how: StoreOptions,
): Promise<StoreOutcome[]> {
  const outcomes = new Map<Arrival, StoreOutcome>();
  const permitted = await withoutErased(deps, arrivals, how, outcomes);
  (await createEvents(deps, permitted, how)).forEach((one, at) => outcomes.set(permitted[at] as Arrival, one));
  // An erasure that has removed everything while these were on their way has left word before it did.
  const stored = permitted.filter((arrival) => outcomes.get(arrival) === "stored");
  await withoutErased(deps, stored, how, outcomes);
  await removeOwn(
    deps.engine,
    arrivals.filter((arrival) => outcomes.get(arrival) === "erased"),
  );
  return arrivals.map((arrival) => outcomes.get(arrival) as StoreOutcome);
}

interface StoreOptions {
  readonly timeoutMs: number;
  readonly isRetry: boolean;
}

/** The arrivals that may be stored; of the others it is noted that they may not. */
async function withoutErased(
  { findErased }: EventStoreDeps,
  arrivals: readonly Arrival[],
  { timeoutMs }: StoreOptions,
  outcomes: Map<Arrival, StoreOutcome>,
): Promise<readonly Arrival[]> {
  if (arrivals.length === 0) return arrivals;
  const erased = await findErased(arrivals.map(traceOf), timeoutMs);
  arrivals.forEach((arrival, at) => {
    if (erased[at] === true) outcomes.set(arrival, "erased");
  });
  return arrivals.filter((_, at) => erased[at] !== true);
}

const traceOf = ({ event, happened_at = event.occurred_at }: Arrival): Trace => ({
  ...{ client_id: event.client_id, device_id: event.device_id, user_id: event.user_id },
  at: happened_at,
});

/** Removes what was stored of some arrivals, now or in a request whose answer never came. */
async function removeOwn(engine: Engine, arrivals: readonly Arrival[]): Promise<void> {
  for (const { event, month } of await ownAmong(engine, arrivals)) {
    await deleteDocument(engine, eventsStem(engine.prefix) + month, documentId(event));
  }
}

async function createEvents(
  { engine, createMany, onRefused }: EventStoreDeps,
  arrivals: readonly Arrival[],
  { timeoutMs, isRetry }: StoreOptions,
): Promise<StoreOutcome[]> {
  const creations = arrivals.map((arrival) => ({
    index: eventsStem(engine.prefix) + arrival.month,
    id: documentId(arrival.event),
    document: JSON.stringify(toDocument(arrival)),
  }));
  const outcomes = (await createMany(creations, timeoutMs)).map((outcome, at): StoreOutcome => {
    switch (outcome.status) {
      case "created":
        return "stored";
      case "exists":
        return "duplicate";
      case "busy":
        return "busy";
      case "refused":
        onRefused(arrivals[at] as Arrival, outcome.reason);
        return "refused";
    }
  });
  if (!isRetry) return outcomes;
  const own = await ownAmong(
    engine,
    arrivals.filter((_, at) => outcomes[at] === "duplicate"),
  );
  return outcomes.map((outcome, at) => (own.has(arrivals[at] as Arrival) ? "stored" : outcome));
}

/** What is there with our own token was stored by us, in a request whose answer may never have come. */
async function ownAmong(engine: Engine, arrivals: readonly Arrival[]): Promise<ReadonlySet<Arrival>> {
  const own = new Set<Arrival>();
  for (const month of new Set(arrivals.map((arrival) => arrival.month))) {
    const some = arrivals.filter((arrival) => arrival.month === month);
    const ids = some.map(({ event }) => documentId(event));
    const index = eventsStem(engine.prefix) + month;
    const stored = await getDocuments<UbiEvent>(engine, index, ids, { includes: ["event_attributes.token"] });
    some.forEach((arrival, at) => {
      if (stored[at]?.source.event_attributes.token === arrival.token) own.add(arrival);
    });
  }
  return own;
}
