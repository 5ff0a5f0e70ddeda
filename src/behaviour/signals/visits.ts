import type { ShopperEvent } from "../../tracking/event.js";
import type { DeviceTag } from "../device-tag.js";
import type { EventPosition } from "../../tracking/tail.js";
import { SESSION_PAUSE_MS } from "../visited.js";

/** The kinds of interest in a product, from looking to buying. */
export type Interest = "view" | "cart" | "purchase";

/** An event of interest in products of the catalogue. */
export interface Interested {
  readonly client_id: string;
  /** Names the device, or stands for it. */
  readonly device: string;
  readonly tag: DeviceTag;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly position: EventPosition;
  readonly interest: Interest;
  /** Identifiers of the catalogue, each once. */
  readonly products: readonly string[];
}

/** The change that an event makes to the signals of one product. */
export interface Contribution {
  readonly product: string;
  /** Of the device. */
  readonly tag: DeviceTag;
  readonly at: number;
  readonly position: EventPosition;
  /** Null when it has counted in this visit already, or it is another product's event. */
  readonly interest: Interest | null;
  /** The first of its kind in this visit. */
  readonly viewed: boolean;
  readonly bought: boolean;
  /** Other products of the visit that it is now known to go with. */
  readonly viewed_with: readonly string[];
  readonly bought_with: readonly string[];
}

/** The change that an event makes to the counts of the whole storefront. */
export interface Occasions {
  readonly client_id: string;
  readonly at: number;
  readonly position: EventPosition;
  /** Visits with a product in it, and visits with a purchase. */
  readonly viewed: boolean;
  readonly bought: boolean;
}

export interface SignalChanges {
  readonly contributions: readonly Contribution[];
  readonly occasion: Occasions | null;
}

/** A device's visit so far. */
interface Visit {
  /** Its latest event, milliseconds since 1970. */
  at: number;
  /** Product → the kinds of interest that were counted. The latest product is the last. */
  readonly met: Map<string, Set<Interest>>;
  hasBought: boolean;
}

/** Bounds the effect of one visit, such as that of a crawler. */
const MAX_PRODUCTS = 30;
/** At most about 100 MB, and only with this many devices at once that look at 30 products each. */
const MAX_DEVICES = 50_000;

/** The interest that an event shows. A returned product was of interest all the same. */
export function interestOf(event: ShopperEvent): Interest | undefined {
  switch (event.type) {
    case "product_view":
    case "list_click":
      return "view";
    case "add_to_cart":
      return "cart";
    case "transaction":
      return "purchase";
    case "list_view":
    case "remove_from_cart":
    case "refund":
    case "checkout_step":
    case "page_view":
    case "experiment_exposure":
      return undefined;
  }
}

/**
 * Devices' visits, in memory: what makes that a page loaded again does not count again, and which products go together.
 * Fed with events in the order of their arrival, it says what each of them teaches about products.
 */
export class Visits {
  readonly #visits = new Map<string, Visit>();

  constructor(private readonly maxDevices = MAX_DEVICES) {}

  take({ client_id, device, tag, at, position, interest, products }: Interested): SignalChanges {
    const visit = this.#visitOf(`${client_id} ${device}`, at);
    const isFirst = visit.met.size === 0;
    const isFirstPurchase = interest === "purchase" && !visit.hasBought;
    const contributions: Contribution[] = [];
    const blank = { tag, at, position, interest: null, viewed: false, bought: false, viewed_with: [], bought_with: [] };
    for (const product of products.slice(0, MAX_PRODUCTS)) {
      const known = visit.met.get(product);
      if (known?.has(interest)) continue;
      const others = [...visit.met].filter(([other]) => other !== product);
      const viewed_with = known === undefined ? others.map(([other]) => other) : [];
      const bought_with =
        interest === "purchase" ? others.filter(([, kinds]) => kinds.has("purchase")).map(([other]) => other) : [];
      contributions.push({
        product,
        tag,
        at,
        position,
        interest,
        viewed_with,
        bought_with,
        viewed: known === undefined,
        bought: interest === "purchase",
      });
      for (const other of new Set([...viewed_with, ...bought_with])) {
        contributions.push({
          ...blank,
          product: other,
          viewed_with: viewed_with.includes(other) ? [product] : [],
          bought_with: bought_with.includes(other) ? [product] : [],
        });
      }
      visit.met.delete(product);
      visit.met.set(product, new Set([...(known ?? []), interest]));
      if (visit.met.size > MAX_PRODUCTS) visit.met.delete(visit.met.keys().next().value as string);
    }
    visit.hasBought ||= interest === "purchase";
    const counts = contributions.length > 0 && (isFirst || isFirstPurchase);
    return {
      contributions,
      occasion: counts ? { client_id, at, position, viewed: isFirst, bought: isFirstPurchase } : null,
    };
  }

  /** Starts a new visit: products that the device viewed until now are not associated with those it views next. */
  forget(clientId: string, device: string): void {
    this.#visits.delete(`${clientId} ${device}`);
  }

  /** The time of the device's last event; undefined when it is not known. */
  lastOf(clientId: string, device: string): number | undefined {
    return this.#visits.get(`${clientId} ${device}`)?.at;
  }

  #visitOf(key: string, at: number): Visit {
    const before = this.#visits.get(key);
    const goesOn = before !== undefined && Math.abs(at - before.at) <= SESSION_PAUSE_MS;
    const visit: Visit = goesOn ? before : { at, met: new Map(), hasBought: false };
    visit.at = Math.max(visit.at, at);
    this.#visits.delete(key);
    if (this.#visits.size >= this.maxDevices) this.#visits.delete(this.#visits.keys().next().value as string);
    this.#visits.set(key, visit);
    return visit;
  }
}
