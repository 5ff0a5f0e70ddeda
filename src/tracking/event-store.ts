import type { CreateMany } from "../engine/create-many.js";
import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import type { Arrival } from "./arrival.js";
import { documentId, toDocument, type UbiEvent } from "./ubi-event.js";

export const eventsStem = (prefix: string): string => `${prefix}ubi-events-`;

/** What became of an arrival. `busy`: nothing yet. `refused`: the engine does not take it, ever. */
export type StoreOutcome = "stored" | "duplicate" | "busy" | "refused";

export interface EventStoreDeps {
  readonly engine: Engine;
  readonly createMany: CreateMany;
  readonly onRefused: (arrival: Arrival, reason: string) => void;
}

/**
 * Stores events once each, durably, in one request.
 * @param isRetry some of them may have been sent before without an answer, so what is there already may be their own
 * @returns the outcomes in the order of the arrivals
 * @throws EngineUnavailableError when the engine does not answer: some may have been stored
 */
export async function storeEvents(
  { engine, createMany, onRefused }: EventStoreDeps,
  arrivals: readonly Arrival[],
  { timeoutMs, isRetry }: { readonly timeoutMs: number; readonly isRetry: boolean },
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
  return isRetry ? withOwnWrites(engine, arrivals, outcomes) : outcomes;
}

/** What is there with our own token was stored by us, in a request whose answer never came. */
async function withOwnWrites(
  engine: Engine,
  arrivals: readonly Arrival[],
  outcomes: readonly StoreOutcome[],
): Promise<StoreOutcome[]> {
  const mended = [...outcomes];
  const months = new Map<string, number[]>();
  arrivals.forEach(({ month }, at) => {
    if (outcomes[at] === "duplicate") months.set(month, [...(months.get(month) ?? []), at]);
  });
  for (const [month, places] of months) {
    const found = places.map((at) => arrivals[at] as Arrival);
    const ids = found.map(({ event }) => documentId(event));
    const index = eventsStem(engine.prefix) + month;
    const stored = await getDocuments<UbiEvent>(engine, index, ids, { includes: ["event_attributes.token"] });
    places.forEach((at, nth) => {
      if (stored[nth]?.source.event_attributes.token === found[nth]?.token) mended[at] = "stored";
    });
  }
  return mended;
}
