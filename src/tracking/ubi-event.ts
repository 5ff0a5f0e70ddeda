import { type Arrival, type EventBase, type EventFields, type ShopperEvent, shopperEvent } from "./event.js";

/**
 * A stored event: the fields of `ubi_events` of the User Behavior Insights schema 1.3. In this schema, `client_id` is the device,
 * `application` the storefront, and `query_id` the response that led to the event. All other values are in `event_attributes`, whose fields
 * the schema does not define.
 */
export interface UbiEvent {
  readonly application: string;
  readonly action_name: ShopperEvent["type"];
  readonly client_id: string;
  readonly session_id: string | null;
  readonly query_id: string | null;
  /** Time of the event in ISO 8601. */
  readonly timestamp: string;
  readonly message_type: string;
  readonly message: string | null;
  readonly event_attributes: EventAttributes;
}

interface EventAttributes extends Omit<EventFields, "title" | "transaction_id"> {
  /** The product or transaction of the event, if there is exactly one. */
  readonly object?: { readonly object_id: string; readonly object_id_field: "product_identifier" | "transaction_id" };
  /** Position of the product in the displayed list, starting at 1. */
  readonly position?: { readonly ordinal: number };
  readonly event_id: string;
  readonly user_id: string | null;
  readonly page_url: string | null;
  readonly received_at: number;
  readonly counts: boolean;
  readonly source: EventBase["source"];
  /** See `Arrival.token`. */
  readonly token: string;
}

/** Returns the document id of an event. The id contains the client id, because two storefronts may use the same event id. */
export const documentId = ({ client_id, event_id }: Pick<EventBase, "client_id" | "event_id">): string =>
  `${client_id}:${event_id}`;

export function toDocument({ event, token }: Arrival): UbiEvent {
  const { type, client_id, device_id, session_id, recommendation_id, occurred_at, ...rest } = event;
  const { title = null, transaction_id, ...attributes }: typeof rest & EventFields = rest;
  return {
    application: client_id,
    action_name: type,
    client_id: device_id,
    session_id,
    query_id: recommendation_id,
    timestamp: new Date(occurred_at).toISOString(),
    message_type: MESSAGE_TYPES[type],
    message: title,
    event_attributes: { ...objectOf(attributes.products, transaction_id), ...attributes, token },
  };
}

/** The message type of each event type, as in the examples of the User Behavior Insights schema. */
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

function objectOf(
  products: ShopperEvent["products"],
  transaction: string | undefined,
): Pick<EventAttributes, "object" | "position"> {
  if (transaction !== undefined) return { object: { object_id: transaction, object_id_field: "transaction_id" } };
  const [product] = products;
  if (product === undefined || products.length > 1) return {};
  return {
    object: { object_id: product.id, object_id_field: "product_identifier" },
    ...(product.position === null ? {} : { position: { ordinal: product.position } }),
  };
}

/** Converts a stored document back to an event. */
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
