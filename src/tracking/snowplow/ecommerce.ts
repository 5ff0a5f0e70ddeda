import type { EventBase, EventProduct, ShopperEvent } from "../event.js";
import { rejectedPayload, type Ignored, type Rejected } from "./decoded.js";
import { MAX_PRODUCTS, eventProductOf, type Entities } from "./entities.js";
import { countIn, idIn, isFields, numberIn, textIn } from "./fields.js";

/** Reads an event of the Snowplow ecommerce plugin: `data` is its `snowplow_ecommerce_action`, the rest is in its entities. */
export function ecommerceEvent(base: EventBase, data: unknown, entities: Entities): ShopperEvent | Ignored | Rejected {
  if (!isFields(data)) return rejectedPayload("incomplete_event");
  if (entities.products.length > MAX_PRODUCTS) return rejectedPayload("too_many_products");
  const products = entities.products.map(eventProductOf).filter((product) => product !== undefined);
  const [product] = products;
  const list = textIn(data, "name");
  switch (data.type) {
    case "product_view":
      return product === undefined ? rejectedPayload("no_product") : { ...base, type: "product_view", product };
    case "list_click":
      return product === undefined ? rejectedPayload("no_product") : { ...base, type: "list_click", list, product };
    case "list_view":
      // A list that is empty was seen too.
      return entities.products.length > 0 && product === undefined
        ? rejectedPayload("no_product")
        : { ...base, type: "list_view", list, products };
    case "add_to_cart":
      return product === undefined ? rejectedPayload("no_product") : { ...base, type: "add_to_cart", products };
    case "remove_from_cart":
      return product === undefined ? rejectedPayload("no_product") : { ...base, type: "remove_from_cart", products };
    case "transaction":
      return transactionOf(base, products, entities);
    case "refund":
      return refundOf(base, products, entities);
    case "checkout_step": {
      const step = entities.checkoutStep === null ? null : countIn(entities.checkoutStep, "step");
      return step === null ? rejectedPayload("incomplete_event") : { ...base, type: "checkout_step", step };
    }
    default:
      return { outcome: "ignored" };
  }
}

function transactionOf(base: EventBase, products: readonly EventProduct[], { transaction }: Entities) {
  const transaction_id = transaction === null ? null : idIn(transaction, "transaction_id");
  if (transaction === null || transaction_id === null) return rejectedPayload("incomplete_event");
  if (transaction_id === undefined) return rejectedPayload("bad_identifier");
  const revenue = numberIn(transaction, "revenue");
  const currency = textIn(transaction, "currency");
  return { ...base, type: "transaction", transaction_id, revenue, currency, products } as const;
}

function refundOf(base: EventBase, products: readonly EventProduct[], { refund }: Entities) {
  const transaction_id = refund === null ? null : idIn(refund, "transaction_id");
  if (transaction_id === null) return rejectedPayload("incomplete_event");
  if (transaction_id === undefined) return rejectedPayload("bad_identifier");
  return { ...base, type: "refund", transaction_id, products } as const;
}
