import type { EventProduct, EventType, ShopperEvent } from "../tracking/event.js";

/** After a pause this long (milliseconds) a device begins a new session. */
export const SESSION_PAUSE_MS = 30 * 60_000;

/** Whether a shopper chooses a product by an event: what led to it was worth showing. */
const CHOOSES: Readonly<Record<EventType, boolean>> = {
  list_click: true,
  product_view: true,
  add_to_cart: true,
  transaction: true,
  list_view: false,
  remove_from_cart: false,
  refund: false,
  checkout_step: false,
  page_view: false,
  experiment_exposure: false,
};

export const CHOICES: readonly EventType[] = (Object.keys(CHOOSES) as EventType[]).filter((type) => CHOOSES[type]);

/** The products that an event shows interest in; what was only shown, or left again, is none. */
export function visitedIn(event: ShopperEvent): readonly EventProduct[] {
  switch (event.type) {
    case "product_view":
    case "list_click":
      return [event.product];
    case "add_to_cart":
    case "transaction":
      return event.products;
    case "list_view":
    case "remove_from_cart":
    case "refund":
    case "checkout_step":
    case "page_view":
    case "experiment_exposure":
      return [];
  }
}

/**
 * Maps the names that a storefront uses for products to those of its catalogue, so that variants count for their
 * product. Names that are no product are missing and do not count.
 */
export type IdentifyProducts = (clientId: string, names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
