import type { CreateMany } from "../engine/create-many.js";
import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import type { Arrival } from "./arrival.js";
import type { ShopperEvent } from "./event.js";
import { documentId, fromDocument, toDocument, type UbiEvent } from "./ubi-event.js";

export const eventsStem = (prefix: string): string => `${prefix}ubi-events-`;

/** What became of an arrival. `busy`: nothing yet. `refused`: the engine does not take it, ever. */
export type StoreOutcome = "stored" | "duplicate" | "busy" | "refused";

/** An arrival after storing. */
export interface Stored {
  /** `stored`: by this arrival, now or in a request whose answer never came. */
  readonly outcome: StoreOutcome;
  /** As it is stored; of a repetition what came first. Undefined where nothing is. */
  readonly event?: ShopperEvent;
  /** It was created now: nobody can have heard of it. */
  readonly isNew: boolean;
}

export interface EventStoreDeps {
  readonly engine: Engine;
  readonly createMany: CreateMany;
  readonly onRefused: (arrival: Arrival, reason: string) => void;
}

/**
 * Stores events once each, durably, in one request, and reads those that were there already.
 * @returns what became of them, in the order of the arrivals
 * @throws EngineUnavailableError when the engine does not answer: some may have been stored
 */
export async function storeEvents(
  { engine, createMany, onRefused }: EventStoreDeps,
  arrivals: readonly Arrival[],
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<Stored[]> {
  const creations = arrivals.map((arrival) => ({
    index: eventsStem(engine.prefix) + arrival.month,
    id: documentId(arrival.event),
    document: JSON.stringify(toDocument(arrival)),
  }));
  const outcomes = await createMany(creations, timeoutMs, signal);
  const there = await storedBefore(
    engine,
    arrivals.filter((_, at) => outcomes[at]?.status === "exists"),
    signal,
  );
  return outcomes.map((outcome, at): Stored => {
    const arrival = arrivals[at] as Arrival;
    switch (outcome.status) {
      case "created":
        return { outcome: "stored", event: arrival.event, isNew: true };
      case "exists":
        return there.get(arrival) ?? { outcome: "duplicate", isNew: false };
      case "busy":
        return { outcome: "busy", isNew: false };
      case "refused":
        onRefused(arrival, outcome.reason);
        return { outcome: "refused", isNew: false };
    }
  });
}

/** What stands where an arrival was to be stored: itself, if it has the arrival's token, or what was reported before. */
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
