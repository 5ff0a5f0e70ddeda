import { isJsonObject } from "../../lib/json-text.js";
import { impressionId, MAX_RECOMMENDATION_ID_LENGTH } from "../shopper-id.js";
import {
  ANONYMOUS,
  type Arrival,
  type Clocks,
  type EventBase,
  eventTime,
  type EventType,
  isBot,
  type ShopperEvent,
  shopperEvent,
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
  selfDescribing,
  type SelfDescribing,
} from "./entities.js";
import { countIn, type Fields, idIn, MAX_URL_LENGTH, millisecondsIn, numberIn, textIn } from "./fields.js";

/** Reasons for rejecting a tracker payload, with the error messages for the sender. */
export const REJECTIONS = {
  bad_payload: "expected an event of the tracker protocol: an object with the event type in `e`",
  bad_base64: "`ue_px` or `cx` is not base64 of UTF-8 text",
  bad_json: "`ue_pr`, `ue_px`, `co` or `cx` is not valid JSON",
  bad_entities: "`cx` or `co` is not a list of entities with schema and data",
  bad_identifier: "an identifier (eid, aid, duid, uid, sid, a user or a recommendation_id) is not text, or is too long",
  no_client: "`aid` is missing; configure the client id as appId of the tracker",
  no_device: "`duid` is missing: taste is learned by device; allow the tracker's cookie or local storage",
  no_product: "the event contains no product entity with an id",
  too_many_products: "the event has too many products",
  incomplete_event: "a required field of this event type is missing, see docs/developers/events.md",
} as const;

type RejectionReason = keyof typeof REJECTIONS;

export type Decoded = DecodedEvent | { readonly outcome: "anonymous"; readonly type: EventType } | NoEvent;

export interface DecodedEvent extends Pick<Arrival, "event" | "month" | "happened_at"> {
  readonly outcome: "event";
}

/** Result for a payload without a valid event. `ignored`: unsupported event types, such as page pings. */
type NoEvent = { readonly outcome: "ignored" } | { readonly outcome: "rejected"; readonly reason: RejectionReason };

const IGNORED: NoEvent = { outcome: "ignored" };

const rejected = (reason: RejectionReason): NoEvent => ({ outcome: "rejected", reason });

export interface CollectorContext {
  /** Time at which the collector received the request, in milliseconds since 1970. */
  readonly collectedAt: number;
  /** Whether the header `SP-Anonymous` was sent: the shopper has not consented to tracking. */
  readonly anonymous: boolean;
  readonly userAgent: string | null;
  /** Creates an event id for an event without id. If an event without id is sent twice, it is counted twice. */
  readonly newId: () => string;
}

/**
 * Decodes one event of the Snowplow tracker protocol, from the fields of a query string or of one element of `data` in a POST request.
 * Field names of the protocol: e (event type), eid, aid (client), duid (device), uid, sid, dtm, stm, ttm, url, page, ua, p, ue_px or ue_pr
 * (self-describing event), cx or co (entities).
 */
export function decodePayload(payload: unknown, context: CollectorContext): Decoded {
  if (!isJsonObject(payload)) return rejected("bad_payload");
  const described = describedIn(payload);
  if (described !== null && "outcome" in described) return described;

  const contexts = jsonIn(payload, "cx", "co");
  if (contexts !== undefined && "error" in contexts) return rejected(contexts.error);
  const entities = entitiesIn(contexts?.value);
  if (entities === null) return rejected("bad_entities");

  const clocks = clocksOf(payload, context);
  const base = baseOf(payload, entities, context, clocks);
  if (typeof base === "string") return rejected(base);
  const event = eventOf(described, base, payload, entities);
  if ("outcome" in event) return event;
  if (context.anonymous || base.device_id === ANONYMOUS) return { outcome: "anonymous", type: event.type };
  if (base.device_id === "") return rejected("no_device");
  const happened_at = unboundedEventTime(clocks);
  const isOlder = happened_at < event.occurred_at;
  return { outcome: "event", event, month: storageMonth(clocks), ...(isOlder ? { happened_at } : {}) };
}

/** Returns the self-describing event of a payload; null for a page view. */
function describedIn(payload: Fields): SelfDescribing | null | NoEvent {
  if (payload.e === "pv") return null;
  if (typeof payload.e !== "string") return rejected("bad_payload");
  if (payload.e !== "ue") return IGNORED;
  const json = jsonIn(payload, "ue_px", "ue_pr");
  if (json === undefined) return rejected("incomplete_event");
  if ("error" in json) return rejected(json.error);
  return selfDescribing(selfDescribing(json.value)?.data) ?? rejected("incomplete_event");
}

function clocksOf(payload: Fields, { collectedAt }: CollectorContext): Clocks {
  return {
    created: millisecondsIn(payload, "dtm"),
    sent: millisecondsIn(payload, "stm"),
    trueTimestamp: millisecondsIn(payload, "ttm"),
    collected: collectedAt,
  };
}

/** Returns the fields that all events have. The device id is "" for trackers that send no device id, such as anonymous trackers. */
function baseOf(
  payload: Fields,
  entities: Entities,
  { collectedAt, anonymous, userAgent, newId }: CollectorContext,
  clocks: Clocks,
): EventBase | RejectionReason {
  const event = idIn(payload, "eid");
  const client = idIn(payload, "aid");
  const device = idIn(payload, "duid");
  const user = idIn(payload, "uid") ?? knownUser(entities.user);
  const session = idIn(payload, "sid");
  const recommendation = entities.recommendation === null ? null : responseIn(entities.recommendation);
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

function responseIn(recommendation: Fields): string | null | undefined {
  const id = idIn(recommendation, "recommendation_id", MAX_RECOMMENDATION_ID_LENGTH);
  return typeof id === "string" ? impressionId(id) : id;
}

const knownUser = (user: Fields | null) => (user === null || user.is_guest === true ? null : idIn(user, "id"));

/**
 * Returns the user agent of the shopper. For an event sent by a server, the `User-Agent` header is ignored, because it does not belong to
 * the shopper.
 */
function userAgentOf(payload: Fields, header: string | null): string | null {
  const isBrowser = payload.p === undefined || payload.p === "web";
  return textIn(payload, "ua", MAX_URL_LENGTH) ?? (isBrowser ? header : null);
}

function eventOf(
  described: SelfDescribing | null,
  base: EventBase,
  payload: Fields,
  entities: Entities,
): ShopperEvent | NoEvent {
  if (described === null) return shopperEvent(base, "page_view", { title: textIn(payload, "page") });
  const { schema, data } = described;
  if (schema === ACTION) return ecommerceEvent(base, data, entities);
  if (schema !== EXPERIMENT_EXPOSURE) return IGNORED;
  const experiment = isJsonObject(data) ? textIn(data, "experiment") : null;
  const variant = isJsonObject(data) ? textIn(data, "variant") : null;
  if (experiment === null || variant === null) return rejected("incomplete_event");
  return shopperEvent(base, "experiment_exposure", { experiment, variant });
}

/**
 * Decodes an event of the Snowplow ecommerce plugin: `data` is the `snowplow_ecommerce_action`; all other values of the event are in its
 * entities.
 */
function ecommerceEvent(base: EventBase, data: unknown, entities: Entities): ShopperEvent | NoEvent {
  if (!isJsonObject(data)) return rejected("incomplete_event");
  if (entities.products.length > MAX_PRODUCTS) return rejected("too_many_products");
  const { type } = data;
  if (!isAction(type)) return IGNORED;
  const products = entities.products.map(eventProductOf).filter((product) => product !== undefined);
  if (type === "transaction" || type === "refund") {
    const order = entities[type] ?? {};
    const transaction_id = idIn(order, "transaction_id");
    if (transaction_id === null) return rejected("incomplete_event");
    if (transaction_id === undefined) return rejected("bad_identifier");
    const [revenue, currency] = [numberIn(order, "revenue"), textIn(order, "currency")];
    return shopperEvent(base, type, { transaction_id, revenue, currency, products });
  }
  if (type === "checkout_step") {
    const step = countIn(entities.checkoutStep ?? {}, "step");
    return step === null ? rejected("incomplete_event") : shopperEvent(base, type, { step });
  }
  // A `list_view` event without products is valid.
  const isEmptyList = type === "list_view" && entities.products.length === 0;
  if (products.length === 0 && !isEmptyList) return rejected("no_product");
  return shopperEvent(base, type, { list: textIn(data, "name"), products });
}

/** The event types of the Snowplow ecommerce plugin. All other event types have their own schemas. */
const ACTIONS = [
  "product_view", "list_view", "list_click", "add_to_cart", "remove_from_cart", "transaction", "refund", "checkout_step",
] as const satisfies readonly EventType[]; // prettier-ignore

const isAction = (type: unknown): type is (typeof ACTIONS)[number] => ACTIONS.some((action) => action === type);
