import { groupedBy } from "../../lib/grouped-by.js";
import type { Engine } from "../../engine/engine.js";
import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { ANONYMOUS, type ShopperEvent } from "../../tracking/event.js";
import { shopperId } from "../../tracking/shopper-id.js";
import type { EventPosition } from "../../tracking/tail.js";
import type { TagDevice } from "../device-tag.js";
import { visitedIn } from "../visited.js";
import { type Interested, interestOf, type SignalChanges, type Visits } from "./visits.js";
import { accumulate, accumulateOccasions, faded } from "./accumulate.js";
import { distil, type Indicators } from "./distil.js";
import {
  type Association,
  type CoVisit,
  isSeveralDevices,
  type ProductSignals,
  type StorefrontSignals,
} from "./product-signals.js";
import { changeSignals, changeStorefront, readOccasions } from "./signals-store.js";
import { logLikelihoodRatio } from "../../lib/statistics.js";

/**
 * Adds the changes of some events of one storefront to its product signals, in any number of steps that may each be the
 * last one: what has been counted is not counted again.
 * @param changes in the order of arrival
 * @param now milliseconds since 1970
 */
async function learnBatch(
  engine: Engine,
  clientId: string,
  rules: PopularityRules,
  changes: readonly SignalChanges[],
  now: number,
): Promise<void> {
  const contributed = changes.flatMap(({ contributions }) => contributions);
  const byProduct = groupedBy(contributed, ({ product }) => product);
  if (byProduct.size === 0) return;
  const occasions = changes.flatMap(({ occasion }) => occasion ?? []);
  const storefront = await changeStorefront(engine, clientId, now, (before) => accumulateOccasions(before, occasions));
  await changeSignals(engine, clientId, [...byProduct.keys()], async (before) => {
    const grown = before.map((one) => accumulate(one, byProduct.get(one.product_identifier) ?? [], rules));
    const indicated = await reconsider(
      engine,
      grown.filter((one, at) => one !== before[at]),
      storefront,
      rules,
      now,
    );
    return grown.map((one, at) => {
      if (one === before[at]) return one;
      const { signals, indicators } = indicated.get(one.product_identifier) ?? { signals: one, indicators: {} };
      return distil(signals, rules, now, indicators);
    });
  });
}

interface Reconsidered {
  readonly signals: ProductSignals;
  readonly indicators: Indicators;
}

/** Works indicators out anew for the products of which enough is new. */
async function reconsider(
  engine: Engine,
  grown: readonly ProductSignals[],
  storefront: StorefrontSignals,
  { half_life_days }: PopularityRules,
  now: number,
): Promise<ReadonlyMap<string, Reconsidered>> {
  const due = grown
    .filter(({ viewed, bought }) => mustReconsider(viewed) || mustReconsider(bought))
    .map((one) => faded(one, now, half_life_days));
  const candidates = new Set(
    due.flatMap(({ viewed, bought }) => [...indicatorCandidates(viewed), ...indicatorCandidates(bought)]),
  );
  if (candidates.size === 0) return new Map();
  const known = await readOccasions(engine, storefront.client_id, [...candidates], now);
  for (const one of grown) {
    // The counts of this batch are not stored yet.
    const { viewed, bought } = faded(one, now, half_life_days);
    known.viewed.set(one.product_identifier, viewed.occasions);
    known.bought.set(one.product_identifier, bought.occasions);
  }
  return new Map(
    due.map((one) => [
      one.product_identifier,
      {
        signals: { ...one, viewed: { ...one.viewed, news: 0 }, bought: { ...one.bought, news: 0 } },
        indicators: {
          viewed_with: indicatorsOf(one.viewed, known.viewed, storefront.visits),
          bought_with: indicatorsOf(one.bought, known.bought, storefront.purchases),
        },
      },
    ]),
  );
}

/** Products that are kept as going with one. */
const MAX_INDICATORS = 20;
/** χ² with one degree of freedom exceeds it by chance once in a thousand times; many pairs are tried. */
const MIN_RATIO = 10.83;
/** A coincidence can look like anything: two visits have to agree, and still do half a year later, nearly. */
const MIN_TOGETHER = 1.4;
/** Indicators are worked out anew when there was a fifth more to learn from. */
const NEWS_SHARE = 0.2;

/** No device by itself says what goes together. */
const isTelling = ([, times, devices]: CoVisit): boolean => times >= MIN_TOGETHER && isSeveralDevices(devices);

export const mustReconsider = ({ occasions, together, news }: Association): boolean =>
  together.length > 0 && news > 0 && news >= NEWS_SHARE * occasions;

/** The others that may become indicators: those of which more has to be known. */
const indicatorCandidates = ({ together }: Association): string[] => together.filter(isTelling).map(([other]) => other);

/**
 * The products that go with one beyond chance, the most telling first.
 * @param occasionsOf of the candidates, faded to the same time; those it does not know are left out @param all occasions
 */
export function indicatorsOf(
  { occasions, together }: Association,
  occasionsOf: ReadonlyMap<string, number>,
  all: number,
): string[] {
  return together
    .filter(isTelling)
    .flatMap(([other, times]) => {
      const others = occasionsOf.get(other);
      if (others === undefined) return [];
      const ratio = logLikelihoodRatio(times, occasions, others, all);
      return ratio < MIN_RATIO ? [] : [{ other, ratio }];
    })
    .sort((a, b) => b.ratio - a.ratio || (a.other < b.other ? -1 : 1))
    .slice(0, MAX_INDICATORS)
    .map(({ other }) => other);
}

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
