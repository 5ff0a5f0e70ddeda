import { groupedBy } from "../lib/grouped-by.js";
import { ANONYMOUS, type EventProduct, type EventType, type ShopperEvent } from "../tracking/event.js";

/** Duration of inactivity after which a device begins a new session, in milliseconds. */
export const SESSION_PAUSE_MS = 30 * 60_000;

/** Types of interest in a product, from the weakest to the strongest. */
export type Interest = "view" | "cart" | "purchase";

/** The interest that each event type shows, or null. A refund does not change the interest in the product. */
const INTERESTS: Readonly<Record<EventType, Interest | null>> = {
  list_click: "view",
  product_view: "view",
  add_to_cart: "cart",
  transaction: "purchase",
  list_view: null,
  remove_from_cart: null,
  refund: null,
  checkout_step: null,
  page_view: null,
  experiment_exposure: null,
};

/** Event types by which a shopper chooses a product from a list. */
export const CHOICES: readonly EventType[] = (Object.keys(INTERESTS) as EventType[]).filter((type) => INTERESTS[type]);

export const interestOf = ({ type }: ShopperEvent): Interest | null => INTERESTS[type];

/** Returns the products in which an event shows interest; empty if the products were only displayed or removed from the cart. */
export const visitedIn = (event: ShopperEvent): readonly EventProduct[] =>
  interestOf(event) === null ? [] : event.products;

/**
 * Finds catalogue products by the identifiers that storefronts send, so that events of a variant count for its product. Unknown identifiers
 * are missing from the result and do not count.
 */
export type FindProducts = (clientId: string, names: readonly string[]) => Promise<ReadonlyMap<string, FoundProduct>>;

export interface FoundProduct {
  readonly id: string;
  /** Taste tokens, see `catalog/taste-tokens.ts`. */
  readonly tokens: readonly string[];
}

/** An event of an identified device, with the products of the event that the catalogue contains, in the order of the event. */
export interface Visit<E> {
  readonly stored: E;
  readonly products: readonly FoundProduct[];
}

/** Returns the events that are visits, in the given order. Events of bots are excluded. */
export async function visitsIn<E extends { readonly event: ShopperEvent }>(
  events: readonly E[],
  find: FindProducts,
): Promise<readonly Visit<E>[]> {
  const counted = events.filter(
    ({ event }) => event.counts && event.device_id !== ANONYMOUS && visitedIn(event).length > 0,
  );
  const known = new Map<string, ReadonlyMap<string, FoundProduct>>();
  for (const [clientId, own] of groupedBy(counted, ({ event }) => event.client_id)) {
    const names = own.flatMap(({ event }) => visitedIn(event).map(({ id }) => id));
    known.set(clientId, await find(clientId, [...new Set(names)]));
  }
  return counted.map((stored) => ({
    stored,
    products: visitedIn(stored.event).flatMap(({ id }) => known.get(stored.event.client_id)?.get(id) ?? []),
  }));
}
