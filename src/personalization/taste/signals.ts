import type { EventWeights } from "../../storefront/taste-configuration.js";
import type { ShopperEvent } from "../../tracking/event.js";

export type Effect =
  | { readonly kind: "interest"; readonly weight: number }
  | { readonly kind: "impression" }
  | { readonly kind: "order"; readonly weight: number; readonly transaction_id: string }
  /** A refund, whose `weight` is below 0. If the event contains no products, the whole transaction is refunded. */
  | { readonly kind: "refund"; readonly weight: number; readonly transaction_id: string };

/** Returns the effect of an event on taste, or undefined for events of bots and events without an effect. */
export function effectOf(event: ShopperEvent, weights: EventWeights): Effect | undefined {
  if (!event.counts) return undefined;
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
