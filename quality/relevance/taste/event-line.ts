import type { EventLine } from "../storefront.js";
import type { Basket } from "./basket.js";

/** Converts a basket to a single event with all its products. */
export function eventLine({ at, shopper, session, type, products }: Basket): EventLine {
  const id = `${session} ${at} ${type}`;
  const base = { type, event_id: id, device_id: shopper, session_id: session, occurred_at: at };
  const named = products.map((product) => ({ id: product.named }));
  switch (type) {
    case "product_view":
      return { ...base, product: named[0] };
    case "add_to_cart":
      return { ...base, products: named };
    case "transaction":
      return { ...base, transaction_id: id, products: named };
  }
}
