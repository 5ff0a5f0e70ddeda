import { groupedBy } from "../../lib/grouped-by.js";
import type { Engine } from "../../engine/engine.js";
import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { ANONYMOUS, type ShopperEvent } from "../../tracking/event.js";
import { shopperId } from "../../tracking/shopper-id.js";
import type { EventPosition } from "../../tracking/tail.js";
import type { TagDevice } from "../device-tag.js";
import { visitedIn } from "../visited.js";
import { learnBatch } from "./learn-batch.js";
import { interestOf, type Interested, type SignalChanges, type Visits } from "./visits.js";

export interface LearnDeps {
  readonly engine: Engine;
  /** Undefined for a client that does not exist (any more). */
  readonly rulesOf: (clientId: string) => Promise<PopularityRules | undefined>;
  /**
   * Maps the names that a storefront uses for products to those of its catalogue. Names that are no product are
   * missing.
   */
  readonly identify: (clientId: string, names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** When devices were forgotten, milliseconds since 1970; only of those that were. */
  readonly forgottenAt: (clientId: string, devices: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly tagDevice: TagDevice;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** An event and where it stands among all. */
export interface StoredEvent {
  readonly event: ShopperEvent;
  readonly position: EventPosition;
}

/** Learns from events that may have been learnt from before. @param events in the order of arrival */
export async function learnEvents(deps: LearnDeps, visits: Visits, events: readonly StoredEvent[]): Promise<void> {
  for (const [clientId, own] of byClient(events)) {
    const rules = await deps.rulesOf(clientId);
    if (rules === undefined) continue;
    await learnBatch(deps.engine, clientId, rules, await visitAll(deps, visits, clientId, own), deps.now());
  }
}

/** Recalls the visits that events belong to, without learning from them again. */
export async function restoreVisits(deps: LearnDeps, visits: Visits, events: readonly StoredEvent[]): Promise<void> {
  for (const [clientId, own] of byClient(events)) await visitAll(deps, visits, clientId, own);
}

function byClient(events: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const counted = events.filter(
    ({ event }) => event.counts && event.device_id !== ANONYMOUS && interestOf(event) !== undefined,
  );
  return groupedBy(counted, ({ event }) => event.client_id);
}

async function visitAll(
  deps: LearnDeps,
  visits: Visits,
  clientId: string,
  events: readonly StoredEvent[],
): Promise<SignalChanges[]> {
  const names = events.flatMap(({ event }) => visitedIn(event).map(({ id }) => id)).filter(isUsable);
  const devices = new Set(events.map(({ event }) => event.device_id));
  const [identified, forgotten] = await Promise.all([
    deps.identify(clientId, [...new Set(names)]),
    deps.forgottenAt(clientId, [...devices]),
  ]);
  return events.map(({ event, position }) => {
    // Only hashes are kept in memory, no names.
    const device = shopperId({ client_id: clientId, kind: "device", id: event.device_id });
    // A clock that is ahead must not make everything before look old.
    const at = Math.min(event.occurred_at, event.received_at);
    const until = forgotten.get(event.device_id) ?? -Infinity;
    if ((visits.lastOf(clientId, device) ?? Infinity) <= until) visits.forget(clientId, device);
    const products = new Set(visitedIn(event).flatMap(({ id }) => identified.get(id) ?? []));
    const interest = interestOf(event) as Interested["interest"];
    const tag = deps.tagDevice(device);
    return visits.take({ client_id: clientId, device, tag, at, position, interest, products: [...products] });
  });
}

/** Longer than any identifier that ingestion takes. */
const MAX_ID_LENGTH = 512;
const isUsable = (id: string) => id !== "" && id.length <= MAX_ID_LENGTH;
