import type { EventLine } from "./schema.js";

type Known = "event_id" | "device_id" | "user_id" | "session_id" | "occurred_at" | "page_url" | "user_agent";
type Without<Line, Keys extends PropertyKey> = Line extends unknown ? Omit<Line, Keys> : never;

/** A shopper event without the fields that the client adds: user, time and page. */
export type ShopperEvent = Without<EventLine, Known>;

/** A product in an event. */
export type EventProduct = Extract<EventLine, { type: "product_view" }>["product"];

export interface EventOrigin {
  readonly clientId: string;
  readonly deviceId: string;
  readonly userId: string | null | undefined;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly eventId: string;
  readonly pageUrl: string | null;
}

const SNOWPLOW = "iglu:com.snowplowanalytics.snowplow";
const ECOMMERCE = `${SNOWPLOW}.ecommerce`;
const entity = (name: string, data: object) => ({ schema: `${ECOMMERCE}/${name}/jsonschema/1-0-0`, data });
const own = (name: string, data: object) => ({ schema: `iglu:vitrine/${name}/jsonschema/1-0-0`, data });

/** Creates the body of a POST request to the collector, with one event in the Snowplow tracker protocol. */
export function eventPayload(event: ShopperEvent, origin: EventOrigin): object {
  const entities = entitiesOf(event);
  const fields = {
    p: "web",
    tv: "vitrine-client",
    aid: origin.clientId,
    eid: origin.eventId,
    dtm: String(origin.now),
    stm: String(origin.now),
    duid: origin.deviceId,
    uid: origin.userId,
    url: origin.pageUrl,
    ...(entities.length > 0 && { co: wrapped("contexts", entities) }),
    ...(event.type === "page_view"
      ? { e: "pv", page: event.title }
      : { e: "ue", ue_pr: wrapped("unstruct_event", actionOf(event)) }),
  };
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return { schema: `${SNOWPLOW}/payload_data/jsonschema/1-0-4`, data: [Object.fromEntries(known)] };
}

function actionOf(event: Exclude<ShopperEvent, { type: "page_view" }>): object {
  if (event.type === "experiment_exposure") {
    const { experiment, variant } = event;
    return own("experiment_exposure", { experiment, variant });
  }
  const { type } = event;
  const schema = `${ECOMMERCE}/snowplow_ecommerce_action/jsonschema/1-0-2`;
  return { schema, data: { type, ...("list" in event && { name: event.list }) } };
}

function entitiesOf(event: ShopperEvent): object[] {
  const { recommendation_id } = event;
  const products = "product" in event ? [event.product] : "products" in event ? (event.products ?? []) : [];
  return [
    ...products.map((product) => entity("product", product)),
    ...furtherEntitiesOf(event),
    ...(recommendation_id ? [own("recommendation", { recommendation_id: shortId(recommendation_id) })] : []),
  ];
}

/** Returns the entities of an event, except for products. */
function furtherEntitiesOf(event: ShopperEvent): object[] {
  switch (event.type) {
    case "transaction":
      return [entity("transaction", orderOf(event))];
    case "refund":
      return [entity("refund", { transaction_id: event.transaction_id })];
    case "checkout_step":
      return [entity("checkout_step", { step: event.step })];
    case "product_view":
    case "list_view":
    case "list_click":
    case "add_to_cart":
    case "remove_from_cart":
    case "page_view":
    case "experiment_exposure":
      return [];
  }
}

const orderOf = ({ transaction_id, revenue, currency }: Extract<ShopperEvent, { type: "transaction" }>) => ({
  transaction_id,
  revenue,
  currency,
});

const wrapped = (name: string, data: unknown) =>
  JSON.stringify({ schema: `${SNOWPLOW}/${name}/jsonschema/1-0-0`, data });

/** The part of a recommendation_id that identifies the response. The rest is needed only to request the next page. */
export const shortId = (recommendationId: string): string => recommendationId.split(".", 1)[0] ?? "";
