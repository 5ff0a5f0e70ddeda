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
  const effect = event.counts ? effectOf(event, weights) : undefined;
  if (effect === undefined) return undefined;
  return {
    event_id: event.event_id,
    received_at: event.received_at,
    // A clock that is ahead must not make everything before look old.
    at: Math.min(event.occurred_at, event.received_at),
    user_id: event.user_id,
    effect,
    products: event.products.slice(0, MAX_PRODUCTS),
  };
}

function effectOf(event: ShopperEvent, weights: EventWeights): Effect | undefined {
  const isEmpty = event.products.length === 0;
  const interest = (weight: number): Effect | undefined => (isEmpty ? undefined : { kind: "interest", weight });
  switch (event.type) {
    case "product_view":
      return interest(weights.view);
    case "list_click":
      return interest(weights.click);
    case "add_to_cart":
      return interest(weights.cart);
    case "remove_from_cart":
      return interest(-weights.cart);
    case "transaction":
      return { kind: "order", weight: weights.purchase, transaction_id: event.transaction_id };
    case "refund":
      return { kind: "refund", weight: -weights.purchase, transaction_id: event.transaction_id };
    case "list_view":
      return isEmpty ? undefined : { kind: "impression" };
    case "checkout_step":
    case "page_view":
    case "experiment_exposure":
      return undefined;
  }
}
