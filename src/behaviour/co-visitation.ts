import { ANONYMOUS, type ShopperEvent } from "../tracking/event.js";
import { visitedIn, type IdentifyProducts } from "./visited.js";

/**
 * Which products the same devices look at one after the other. In memory, of the events this process has seen since it
 * started: a first signal, simple on purpose.
 */
export interface CoVisitation {
  readonly name: string;
  consume(events: readonly ShopperEvent[]): Promise<void>;
  /**
   * How well products go with others, from 0 to 1: Σ strength · n(a, b) / √(n(a) · n(b)) over the seeds, where n counts
   * devices' visits (cosine similarity), divided by the sum of strengths. Products of 0 are left out, and so are seeds.
   */
  related(
    clientId: string,
    seeds: readonly (readonly [id: string, strength: number])[],
    candidates: readonly string[],
  ): ReadonlyMap<string, number>;
  /** Lets go of what a device looked at. What it taught about products stays, and names nobody. */
  forget(clientId: string, deviceId: string): void;
}

export interface CoVisitationOptions {
  /** Without it, every name is a product's own. */
  readonly identify?: IdentifyProducts;
  readonly maxProducts?: number;
  readonly maxDevices?: number;
}

/** What a device has looked at just now. */
interface Session {
  /** Milliseconds since 1970: its latest event. */
  readonly at: number;
  readonly ids: readonly string[];
}

interface Counts {
  visits: number;
  readonly together: Map<string, number>;
}

/** With the neighbours below at most about 200 MB, and that only where every product has all of them. */
const MAX_PRODUCTS = 50_000;
const MAX_DEVICES = 50_000;
/** After a pause this long a device begins anew. */
const SESSION_MS = 30 * 60_000;
/** Products of one device that a new one is seen together with. */
const MEMORY = 8;
const MAX_NEIGHBOURS = 20;
/** At so many visits a product's counts are halved: fashions pass. */
const HALVED_AT = 1_000;

export function createCoVisitation(options: CoVisitationOptions = {}): CoVisitation {
  const { maxProducts = MAX_PRODUCTS, maxDevices = MAX_DEVICES, identify } = options;
  const products = new Map<string, Counts>();
  const devices = new Map<string, Session>();

  function visit(clientId: string, deviceId: string, at: number, id: string): void {
    const device = keyOf(clientId, deviceId);
    const session = devices.get(device);
    const before = session !== undefined && Math.abs(at - session.at) <= SESSION_MS ? session.ids : [];
    devices.delete(device);
    if (before.includes(id)) {
      devices.set(device, { at, ids: before });
      return;
    }
    const counts = touch(products, keyOf(clientId, id), maxProducts);
    counts.visits += 1;
    for (const other of before) {
      add(counts.together, other);
      add(touch(products, keyOf(clientId, other), maxProducts).together, id);
    }
    if (counts.visits >= HALVED_AT) halve(counts);
    if (devices.size >= maxDevices) devices.delete(devices.keys().next().value as string);
    devices.set(device, { at, ids: [...before, id].slice(-MEMORY) });
  }

  return {
    name: "co-visitation",

    async consume(events) {
      const visits = events.flatMap((event) =>
        event.counts && event.device_id !== ANONYMOUS ? visitedIn(event).map((product) => ({ event, product })) : [],
      );
      const ids = new Map<string, ReadonlyMap<string, string> | undefined>();
      for (const clientId of new Set(visits.map(({ event }) => event.client_id))) {
        const named = visits.filter(({ event }) => event.client_id === clientId).map(({ product }) => product);
        ids.set(clientId, await identify?.(clientId, named));
      }
      for (const { event, product } of visits) {
        const identified = ids.get(event.client_id);
        const id = identified === undefined ? product.id : identified.get(product.id);
        if (id !== undefined) visit(event.client_id, event.device_id, event.occurred_at, id);
      }
    },

    related(clientId, seeds, candidates) {
      const seeded = new Set(seeds.map(([id]) => id));
      const total = seeds.reduce((sum, [, strength]) => sum + strength, 0);
      const scores = new Map<string, number>();
      if (total === 0) return scores;
      const known = seeds.flatMap(([id, strength]) => {
        const counts = products.get(keyOf(clientId, id));
        return counts === undefined ? [] : [{ counts, strength }];
      });
      for (const id of candidates) {
        const own = seeded.has(id) ? undefined : products.get(keyOf(clientId, id));
        if (own === undefined) continue;
        let score = 0;
        for (const { counts, strength } of known) {
          const together = counts.together.get(id) ?? 0;
          if (together > 0) score += strength * Math.min(1, together / Math.sqrt(counts.visits * own.visits));
        }
        if (score > 0) scores.set(id, score / total);
      }
      return scores;
    },

    forget(clientId, deviceId) {
      devices.delete(keyOf(clientId, deviceId));
    },
  };
}

/** A client id has no blank. */
const keyOf = (clientId: string, id: string) => `${clientId} ${id}`;

/** The counts of a product, which now is the last to be let go of. */
function touch(products: Map<string, Counts>, key: string, most: number): Counts {
  const counts = products.get(key) ?? { visits: 0, together: new Map<string, number>() };
  products.delete(key);
  if (products.size >= most) products.delete(products.keys().next().value as string);
  products.set(key, counts);
  return counts;
}

/** One more; when there are too many, the rarest others make room. */
function add(together: Map<string, number>, id: string): void {
  together.set(id, (together.get(id) ?? 0) + 1);
  if (together.size <= 2 * MAX_NEIGHBOURS) return;
  const rarest = [...together].sort(([, a], [, b]) => a - b).slice(0, MAX_NEIGHBOURS);
  for (const [other] of rarest) together.delete(other);
}

function halve(counts: Counts): void {
  counts.visits /= 2;
  for (const [id, times] of counts.together) {
    if (times < 2) counts.together.delete(id);
    else counts.together.set(id, times / 2);
  }
}
