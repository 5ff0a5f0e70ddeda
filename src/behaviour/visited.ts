import { groupedBy } from "../lib/grouped-by.js";
import { ANONYMOUS, type EventProduct, type EventType, type ShopperEvent } from "../tracking/event.js";

/** After a pause this long (milliseconds) a device begins a new session. */
export const SESSION_PAUSE_MS = 30 * 60_000;

/** The kinds of interest in a product, from looking to buying. */
export type Interest = "view" | "cart" | "purchase";

/** The interest that an event of each type shows; null: none. A returned product was of interest all the same. */
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

/** Events by which a shopper chooses a product: what led to it was worth showing. */
export const CHOICES: readonly EventType[] = (Object.keys(INTERESTS) as EventType[]).filter((type) => INTERESTS[type]);

export const interestOf = ({ type }: ShopperEvent): Interest | null => INTERESTS[type];

/** The products that an event shows interest in; what was only shown, or left again, is none. */
export const visitedIn = (event: ShopperEvent): readonly EventProduct[] =>
  interestOf(event) === null ? [] : event.products;

/**
 * Looks up products of a catalogue by the names that storefronts use for them, so that variants count for their product.
 * Names that are no product are missing and do not count.
 */
export type FindProducts = (clientId: string, names: readonly string[]) => Promise<ReadonlyMap<string, FoundProduct>>;

export interface FoundProduct {
  readonly id: string;
  /** Taste tokens, see `catalog/taste-tokens.ts`. */
  readonly tokens: readonly string[];
}

/** An event of a recognised device with the products of the catalogue that it shows interest in, in its order. */
export interface Visit<E> {
  readonly stored: E;
  readonly products: readonly FoundProduct[];
}

/** The visits among events, in their order. Events of bots are left out. */
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
