import { getDocuments } from "../../src/engine/documents.js";
import type { Engine } from "../../src/engine/engine.js";
import { tasteIndex } from "../../src/personalization/taste-store.js";
import { shopperId } from "../../src/tracking/shopper-id.js";
import type { TasteDocument } from "../../src/personalization/taste/document.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";
import { countStored } from "../../test/support/stored-events.js";
import { exactly, none, type Check } from "./scenario.js";
import type { SentEvent } from "./tracker.js";

/** Number of times that each event was stored, and was counted in the taste profiles. */
export interface EventCounts {
  readonly stored: ReadonlyMap<string, number>;
  readonly learnt: ReadonlyMap<string, number>;
}

export async function countEvents(
  engine: Engine,
  clientId: string,
  events: readonly SentEvent[],
): Promise<EventCounts> {
  return { stored: await countStored(engine), learnt: await countLearnt(engine, clientId, events) };
}

const DEVICES_AT_ONCE = 500;
const VIEW = DEFAULT_CONFIGURATION.taste.event_weights.view;

/**
 * Counts how often each event is part of a taste profile. Each device views a product only once, so the device's
 * interest in the product is proportional to this count.
 */
async function countLearnt(
  engine: Engine,
  clientId: string,
  events: readonly SentEvent[],
): Promise<Map<string, number>> {
  const devices = [...new Set(events.map(({ device }) => device))];
  const interest = new Map<string, number>();
  for (let start = 0; start < devices.length; start += DEVICES_AT_ONCE) {
    const some = devices.slice(start, start + DEVICES_AT_ONCE);
    const ids = some.map((id) => shopperId({ client_id: clientId, kind: "device", id }));
    const found = await getDocuments<TasteDocument>(engine, tasteIndex(engine), ids);
    found.forEach((document, at) => {
      for (const product of document?.source.products ?? []) {
        interest.set(`${some[at] ?? ""} ${product.id}`, Math.round(product.interest / VIEW));
      }
    });
  }
  return new Map(events.map(({ id, device, product }) => [id, interest.get(`${device} ${product}`) ?? 0]));
}

export const isComplete = ({ stored, learnt }: EventCounts, events: readonly SentEvent[]): boolean =>
  events.every(({ id }) => stored.has(id) && (learnt.get(id) ?? 0) > 0);

/** Checks the guarantee of a 2xx response: the event is stored once and counted in the taste profiles once. */
export function eventChecks(events: readonly SentEvent[], counts: EventCounts, unacknowledged: number): Check[] {
  const times = (of: ReadonlyMap<string, number>, isWrong: (count: number) => boolean) =>
    events.flatMap(({ id }) => (isWrong(of.get(id) ?? 0) ? [id] : []));
  return [
    exactly("events acknowledged until the end of the scenario", events.length, events.length + unacknowledged),
    none(
      "acknowledged events that are not stored",
      times(counts.stored, (count) => count === 0),
    ),
    none(
      "events stored more than once",
      times(counts.stored, (count) => count > 1),
    ),
    none(
      "acknowledged events that are not processed",
      times(counts.learnt, (count) => count <= 0),
    ),
    none(
      "events processed more than once",
      times(counts.learnt, (count) => count > 1),
    ),
  ];
}
