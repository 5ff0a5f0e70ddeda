import { type Arrival, type EventBase, type EventProduct, type ShopperEvent, shopperEvent } from "./event.js";

/**
 * An event as it is stored: the fields of `ubi_events` of the User Behavior Insights schema 1.3, where `client_id` is the
 * device, `application` the storefront and `query_id` the answer that led to the event. What the schema has no name for is
 * in `event_attributes`, which it leaves open.
 */
export interface UbiEvent {
  readonly application: string;
  readonly action_name: ShopperEvent["type"];
  readonly client_id: string;
  readonly session_id: string | null;
  readonly query_id: string | null;
  /** ISO 8601: when it happened. */
  readonly timestamp: string;
  readonly message_type: string;
  readonly message: string | null;
  readonly event_attributes: EventAttributes;
}

interface EventAttributes {
  /** The one thing that the event is about: a product, or a transaction. */
  readonly object?: { readonly object_id: string; readonly object_id_field: "product_identifier" | "transaction_id" };
  /** Where the one product stood in its list, from 1. */
  readonly position?: { readonly ordinal: number };
  readonly products?: readonly EventProduct[];
  readonly list?: string | null;
  readonly revenue?: number | null;
  readonly currency?: string | null;
  readonly step?: number;
  readonly experiment?: string;
  readonly variant?: string;
  readonly event_id: string;
  readonly user_id: string | null;
  readonly page_url: string | null;
  readonly received_at: number;
  readonly counts: boolean;
  readonly source: EventBase["source"];
  /** See `Arrival.token`. */
  readonly token: string;
}

/** Two storefronts may call different events the same. */
export const documentId = ({ client_id, event_id }: Pick<EventBase, "client_id" | "event_id">): string =>
  `${client_id}:${event_id}`;

export function toDocument({ event, token }: Arrival): UbiEvent {
  const { message, attributes } = particulars(event);
  return {
    application: event.client_id,
    action_name: event.type,
    client_id: event.device_id,
    session_id: event.session_id,
    query_id: event.recommendation_id,
    timestamp: new Date(event.occurred_at).toISOString(),
    message_type: MESSAGE_TYPES[event.type],
    message,
    event_attributes: {
      ...attributes,
      event_id: event.event_id,
      user_id: event.user_id,
      page_url: event.page_url,
      received_at: event.received_at,
      counts: event.counts,
      source: event.source,
      token,
    },
  };
}

/** The schema's groups of actions, as its own examples have them. */
const MESSAGE_TYPES: Readonly<Record<ShopperEvent["type"], string>> = {
  product_view: "INFO",
  list_view: "IMPRESSION",
  list_click: "CLICK",
  add_to_cart: "CONVERSION",
  remove_from_cart: "INFO",
  transaction: "CONVERSION",
  refund: "INFO",
  checkout_step: "INFO",
  page_view: "INFO",
  experiment_exposure: "INFO",
};

type Particulars = { readonly message: string | null; readonly attributes: Partial<EventAttributes> };

function particulars(event: ShopperEvent): Particulars {
  switch (event.type) {
    case "product_view":
      return { message: null, attributes: ofProducts([event.product]) };
    case "list_view":
      return { message: null, attributes: { ...ofProducts(event.products), list: event.list } };
    case "list_click":
      return { message: null, attributes: { ...ofProducts([event.product]), list: event.list } };
    case "add_to_cart":
    case "remove_from_cart":
      return { message: null, attributes: ofProducts(event.products) };
    case "transaction": {
      const { transaction_id, revenue, currency, products } = event;
      return { message: null, attributes: { ...ofTransaction(transaction_id), products, revenue, currency } };
    }
    case "refund":
      return { message: null, attributes: { ...ofTransaction(event.transaction_id), products: event.products } };
    case "checkout_step":
      return { message: null, attributes: { step: event.step } };
    case "page_view":
      return { message: event.title, attributes: {} };
    case "experiment_exposure":
      return { message: null, attributes: { experiment: event.experiment, variant: event.variant } };
  }
}

function ofProducts(products: readonly EventProduct[]): Partial<EventAttributes> {
  const [product] = products;
  if (product === undefined || products.length > 1) return { products };
  return {
    object: { object_id: product.id, object_id_field: "product_identifier" },
    ...(product.position === null ? {} : { position: { ordinal: product.position } }),
    products,
  };
}

const ofTransaction = (id: string): Partial<EventAttributes> => ({
  object: { object_id: id, object_id_field: "transaction_id" },
});

/** The event that `toDocument` was given. */
export function fromDocument(document: UbiEvent): ShopperEvent {
  const { action_name, message, event_attributes: attributes } = document;
  const base: EventBase = {
    event_id: attributes.event_id,
    client_id: document.application,
    device_id: document.client_id,
    user_id: attributes.user_id,
    session_id: document.session_id,
    occurred_at: Date.parse(document.timestamp),
    received_at: attributes.received_at,
    page_url: attributes.page_url,
    recommendation_id: document.query_id,
    counts: attributes.counts,
    source: attributes.source,
  };
  const { object } = attributes;
  const own = { ...attributes, title: message, ...(object === undefined ? {} : { transaction_id: object.object_id }) };
  return shopperEvent(base, action_name, own);
}
