import { impressionId, MAX_RECOMMENDATION_ID_LENGTH } from "../shopper-id.js";
import {
  ANONYMOUS,
  type Clocks,
  type EventBase,
  type EventProduct,
  eventTime,
  type EventType,
  isBot,
  type ShopperEvent,
  storageMonth,
  unboundedEventTime,
} from "../event.js";
import {
  ACTION,
  type Entities,
  entitiesIn,
  eventProductOf,
  EXPERIMENT_EXPOSURE,
  jsonIn,
  MAX_PRODUCTS,
  NO_ENTITIES,
  selfDescribing,
  type SelfDescribing,
} from "./entities.js";
import { countIn, type Fields, idIn, isFields, MAX_URL_LENGTH, millisecondsIn, numberIn, textIn } from "./fields.js";

export type RejectionReason =
  | "bad_payload"
  | "bad_base64"
  | "bad_json"
  | "bad_entities"
  | "bad_identifier"
  | "no_client"
  | "no_device"
  | "no_product"
  | "too_many_products"
  | "incomplete_event";

interface Rejected {
  readonly outcome: "rejected";
  readonly reason: RejectionReason;
}

/** The result of decoding one payload. `ignored` are kinds of events that mean nothing here, page pings among them. */
export type Decoded =
  | {
      readonly outcome: "event";
      readonly event: ShopperEvent;
      readonly month: string;
      /** See `Arrival.happened_at`. */
      readonly happened_at?: number;
    }
  | { readonly outcome: "anonymous"; readonly type: EventType }
  | Ignored
  | Rejected;

interface Ignored {
  readonly outcome: "ignored";
}

const rejectedPayload = (reason: RejectionReason): Rejected => ({ outcome: "rejected", reason });

/** The properties of the request around an event. */
export interface CollectorContext {
  /** Milliseconds since 1970. */
  readonly collectedAt: number;
  /** The header `SP-Anonymous` came: the shopper has not agreed to be recognised. */
  readonly anonymous: boolean;
  /** The header. */
  readonly userAgent: string | null;
  /** For an event whose tracker gave it none: such an event counts again whenever it is sent again. */
  readonly newId: () => string;
}

/**
 * Reads one event of the Snowplow tracker protocol, from the fields of a query string or of one member of a POST's `data`.
 * Field names are the protocol's: e (kind), eid, aid (client), duid (device), uid, sid, dtm, stm, ttm, url, page, ua, p,
 * ue_px or ue_pr (self-describing event), cx or co (entities).
 */
export function decodePayload(payload: unknown, context: CollectorContext): Decoded {
  if (!isFields(payload)) return rejectedPayload("bad_payload");
  const kind = kindOf(payload);
  if ("outcome" in kind) return kind;

  const contexts = jsonIn(payload, "cx", "co");
  if (contexts !== undefined && "mistake" in contexts) return rejectedPayload(contexts.mistake);
  const entities = contexts === undefined ? NO_ENTITIES : entitiesIn(contexts.value);
  if (entities === null) return rejectedPayload("bad_entities");

  const clocks = clocksOf(payload, context);
  const base = baseOf(payload, entities, context, clocks);
  if (typeof base === "string") return rejectedPayload(base);
  const event = eventOf(kind, base, payload, entities);
  if ("outcome" in event) return event;
  if (context.anonymous || base.device_id === ANONYMOUS) return { outcome: "anonymous", type: event.type };
  if (base.device_id === "") return rejectedPayload("no_device");
  const happened_at = unboundedEventTime(clocks);
  const isOlder = happened_at < event.occurred_at;
  return { outcome: "event", event, month: storageMonth(clocks), ...(isOlder ? { happened_at } : {}) };
}

type Kind = { readonly kind: "page_view" } | { readonly kind: "self_describing"; readonly described: SelfDescribing };

function kindOf(payload: Fields): Kind | Ignored | Rejected {
  if (payload.e === "pv") return { kind: "page_view" };
  if (typeof payload.e !== "string") return rejectedPayload("bad_payload");
  if (payload.e !== "ue") return { outcome: "ignored" };
  const json = jsonIn(payload, "ue_px", "ue_pr");
  if (json === undefined) return rejectedPayload("incomplete_event");
  if ("mistake" in json) return rejectedPayload(json.mistake);
  const described = selfDescribing(selfDescribing(json.value)?.data);
  return described === undefined ? rejectedPayload("incomplete_event") : { kind: "self_describing", described };
}

function clocksOf(payload: Fields, { collectedAt }: CollectorContext): Clocks {
  return {
    created: millisecondsIn(payload, "dtm"),
    sent: millisecondsIn(payload, "stm"),
    trueTimestamp: millisecondsIn(payload, "ttm"),
    collected: collectedAt,
  };
}

/** The fields that all events have. The device is "" where the tracker names none, as an anonymous tracker does. */
function baseOf(
  payload: Fields,
  entities: Entities,
  { collectedAt, anonymous, userAgent, newId }: CollectorContext,
  clocks: Clocks,
): EventBase | RejectionReason {
  const ids = {
    event: idIn(payload, "eid"),
    client: idIn(payload, "aid"),
    device: idIn(payload, "duid"),
    user: idIn(payload, "uid") ?? knownUser(entities.user),
    session: idIn(payload, "sid"),
    recommendation: entities.recommendation === null ? null : answerIn(entities.recommendation),
  };
  const { event, client, device, user, session, recommendation } = ids;
  if (event === undefined || client === undefined || device === undefined) return "bad_identifier";
  if (user === undefined || session === undefined || recommendation === undefined) return "bad_identifier";
  if (client === null) return "no_client";
  return {
    event_id: event ?? newId(),
    client_id: client,
    device_id: device ?? "",
    user_id: anonymous ? null : user,
    session_id: session,
    occurred_at: eventTime(clocks),
    received_at: collectedAt,
    page_url: textIn(payload, "url", MAX_URL_LENGTH),
    recommendation_id: recommendation,
    counts: !isBot(userAgentOf(payload, userAgent)),
    source: "tracker",
  };
}

/** A guest's identifier is not a user id. */
function answerIn(recommendation: Fields): string | null | undefined {
  const id = idIn(recommendation, "recommendation_id", MAX_RECOMMENDATION_ID_LENGTH);
  return typeof id === "string" ? impressionId(id) : id;
}

const knownUser = (user: Fields | null) => (user === null || user.is_guest === true ? null : idIn(user, "id"));

/** A server that reports for a shopper has a user agent of its own, which says nothing about the shopper. */
function userAgentOf(payload: Fields, header: string | null): string | null {
  const isBrowser = payload.p === undefined || payload.p === "web";
  return textIn(payload, "ua", MAX_URL_LENGTH) ?? (isBrowser ? header : null);
}

function eventOf(kind: Kind, base: EventBase, payload: Fields, entities: Entities): ShopperEvent | Ignored | Rejected {
  if (kind.kind === "page_view") return { ...base, type: "page_view", title: textIn(payload, "page") };
  const { schema, data } = kind.described;
  if (schema === ACTION) return ecommerceEvent(base, data, entities);
  if (schema !== EXPERIMENT_EXPOSURE) return { outcome: "ignored" };
  const experiment = isFields(data) ? textIn(data, "experiment") : null;
  const variant = isFields(data) ? textIn(data, "variant") : null;
  if (experiment === null || variant === null) return rejectedPayload("incomplete_event");
  return { ...base, type: "experiment_exposure", experiment, variant };
}

/** Reads an event of the Snowplow ecommerce plugin: `data` is its `snowplow_ecommerce_action`, the rest is in its entities. */
function ecommerceEvent(base: EventBase, data: unknown, entities: Entities): ShopperEvent | Ignored | Rejected {
  if (!isFields(data)) return rejectedPayload("incomplete_event");
  if (entities.products.length > MAX_PRODUCTS) return rejectedPayload("too_many_products");
  const products = entities.products.map(eventProductOf).filter((product) => product !== undefined);
  const list = textIn(data, "name");
  const { type } = data;
  if (typeof type !== "string" || !Object.hasOwn(ACTIONS, type)) return { outcome: "ignored" };
  return ACTIONS[type as keyof typeof ACTIONS]({ base, list, products, entities });
}

interface Action {
  readonly base: EventBase;
  readonly list: string | null;
  readonly products: readonly EventProduct[];
  readonly entities: Entities;
}

/** The events of the Snowplow ecommerce plugin; the others have schemas of their own. */
const ACTIONS: Readonly<
  Record<Exclude<EventType, "page_view" | "experiment_exposure">, (action: Action) => ShopperEvent | Rejected>
> = {
  product_view: ({ base, products: [product] }) =>
    product === undefined ? rejectedPayload("no_product") : { ...base, type: "product_view", product },
  list_click: ({ base, list, products: [product] }) =>
    product === undefined ? rejectedPayload("no_product") : { ...base, type: "list_click", list, product },
  // A list that is empty was seen too.
  list_view: ({ base, list, products, entities }) =>
    entities.products.length > 0 && products.length === 0
      ? rejectedPayload("no_product")
      : { ...base, type: "list_view", list, products },
  add_to_cart: ({ base, products }) =>
    products.length === 0 ? rejectedPayload("no_product") : { ...base, type: "add_to_cart", products },
  remove_from_cart: ({ base, products }) =>
    products.length === 0 ? rejectedPayload("no_product") : { ...base, type: "remove_from_cart", products },
  transaction: transactionOf,
  refund: refundOf,
  checkout_step: ({ base, entities: { checkoutStep } }) => {
    const step = checkoutStep === null ? null : countIn(checkoutStep, "step");
    return step === null ? rejectedPayload("incomplete_event") : { ...base, type: "checkout_step", step };
  },
};

function transactionOf({ base, products, entities: { transaction } }: Action) {
  const transaction_id = transaction === null ? null : idIn(transaction, "transaction_id");
  if (transaction === null || transaction_id === null) return rejectedPayload("incomplete_event");
  if (transaction_id === undefined) return rejectedPayload("bad_identifier");
  const revenue = numberIn(transaction, "revenue");
  const currency = textIn(transaction, "currency");
  return { ...base, type: "transaction", transaction_id, revenue, currency, products } as const;
}

function refundOf({ base, products, entities: { refund } }: Action) {
  const transaction_id = refund === null ? null : idIn(refund, "transaction_id");
  if (transaction_id === null) return rejectedPayload("incomplete_event");
  if (transaction_id === undefined) return rejectedPayload("bad_identifier");
  return { ...base, type: "refund", transaction_id, products } as const;
}
