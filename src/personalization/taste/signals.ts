import type { EventWeights } from "../../storefront/taste-configuration.js";
import type { EventProduct, ShopperEvent } from "../../tracking/event.js";

/** The effect of an event on taste, before its products are looked up. */
export interface TasteSignal {
  readonly event_id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly received_at: number;
  readonly user_id: string | null;
  readonly effect: Effect;
  readonly products: readonly EventProduct[];
}

export type Effect =
  | { readonly kind: "interest"; readonly weight: number }
  | { readonly kind: "impression" }
  | { readonly kind: "order"; readonly weight: number; readonly transaction_id: string }
  /** `weight` is below 0. No products: the whole transaction. */
  | { readonly kind: "refund"; readonly weight: number; readonly transaction_id: string };

/** A list longer than this was not looked at as a whole; nor is a cart filled by hand. */
const MAX_PRODUCTS = 100;

/** Undefined for what says nothing about taste, and for what bots do. */
export function signalOf(event: ShopperEvent, weights: EventWeights): TasteSignal | undefined {
  if (!event.counts) return undefined;
  const signal = (effect: Effect, products: readonly EventProduct[]): TasteSignal => ({
    event_id: event.event_id,
    received_at: event.received_at,
    // A clock that is ahead must not make everything before look old.
    at: Math.min(event.occurred_at, event.received_at),
    user_id: event.user_id,
    effect,
    products: products.slice(0, MAX_PRODUCTS),
  });
  const interest = (weight: number, products: readonly EventProduct[]) =>
    products.length === 0 ? undefined : signal({ kind: "interest", weight }, products);
  switch (event.type) {
    case "product_view":
      return interest(weights.view, [event.product]);
    case "list_click":
      return interest(weights.click, [event.product]);
    case "add_to_cart":
      return interest(weights.cart, event.products);
    case "remove_from_cart":
      return interest(-weights.cart, event.products);
    case "transaction":
      return signal({ kind: "order", weight: weights.purchase, transaction_id: event.transaction_id }, event.products);
    case "refund":
      return signal(
        { kind: "refund", weight: -weights.purchase, transaction_id: event.transaction_id },
        event.products,
      );
    case "list_view":
      return event.products.length === 0 ? undefined : signal({ kind: "impression" }, event.products);
    case "checkout_step":
    case "page_view":
    case "experiment_exposure":
      return undefined;
  }
}
