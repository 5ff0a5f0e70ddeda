import type { EventBase, EventProduct, ShopperEvent } from "../../src/tracking/event.js";

/** Creates a product of a shopper event. */
export const product = (id: string, more: Partial<EventProduct> = {}): EventProduct => ({
  id,
  price: null,
  quantity: 1,
  position: null,
  brand: null,
  category: null,
  ...more,
});

let reported = 0;

/** Base fields of an event that has just happened. The event id is new by default. */
export const base = (at: number, more: Partial<EventBase> = {}): EventBase => ({
  event_id: `event-${++reported}`,
  client_id: "shop",
  device_id: "device",
  user_id: null,
  session_id: null,
  occurred_at: at,
  received_at: at,
  page_url: null,
  recommendation_id: null,
  counts: true,
  source: "tracker",
  ...more,
});

export const view = (id: string, at: number, more: Partial<EventBase> = {}): ShopperEvent => ({
  ...base(at, more),
  type: "product_view",
  products: [product(id)],
});

export const listView = (ids: readonly string[], at: number, more: Partial<EventBase> = {}): ShopperEvent => ({
  ...base(at, more),
  type: "list_view",
  list: null,
  products: ids.map((id) => product(id)),
});

export const cart = (
  type: "add_to_cart" | "remove_from_cart",
  ids: readonly string[],
  at: number,
  more: Partial<EventBase> = {},
): ShopperEvent => ({ ...base(at, more), type, products: ids.map((id) => product(id)) });

export const purchase = (
  transaction_id: string,
  ids: readonly string[],
  at: number,
  more: Partial<EventBase> = {},
): ShopperEvent => ({
  ...base(at, more),
  type: "transaction",
  transaction_id,
  revenue: null,
  currency: null,
  products: ids.map((id) => product(id)),
});

/** Refund event; without product ids, a refund of the whole transaction. */
export const refund = (
  transaction_id: string,
  at: number,
  ids: readonly string[] = [],
  more: Partial<EventBase> = {},
): ShopperEvent => ({ ...base(at, more), type: "refund", transaction_id, products: ids.map((id) => product(id)) });
