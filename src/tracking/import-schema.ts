import type { JsonSchema } from "../schema/validator.js";
import type { EventType } from "./event.js";
import { MAX_RECOMMENDATION_ID_LENGTH } from "./shopper-id.js";
import { MAX_ID_LENGTH, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from "./snowplow/fields.js";
import { MAX_PRODUCTS } from "./snowplow/entities.js";

const id = (description: string): JsonSchema => ({
  type: "string",
  minLength: 1,
  maxLength: MAX_ID_LENGTH,
  description,
});
const optionalId = (description: string, maxLength = MAX_ID_LENGTH): JsonSchema => ({
  type: ["string", "null"],
  minLength: 1,
  maxLength,
  description,
});
const text = (description: string, maxLength = MAX_TEXT_LENGTH): JsonSchema => ({
  type: ["string", "null"],
  maxLength,
  description,
});
const amount = (description: string): JsonSchema => ({
  type: ["number", "null"],
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description,
});
const count = (type: string | string[], description: string): JsonSchema => ({
  type,
  minimum: 1,
  maximum: 1_000_000,
  description,
});

/** Up to the year 9999. */
const MILLISECONDS = { minimum: 0, maximum: Date.UTC(9999, 0) };

const PRODUCT: JsonSchema = {
  type: "object",
  required: ["id"],
  additionalProperties: false,
  description: "A product as the storefront named it.",
  properties: {
    id: id("A product or variant identifier of the catalogue."),
    price: amount("Of one piece, in the storefront's currency."),
    quantity: { ...count("integer", "How many."), default: 1 },
    position: count(["integer", "null"], "Where it stood in its list, from 1."),
    brand: text("Its brand."),
    category: text('Its category, levels separated as in the feed (": ").'),
  },
};

const PRODUCTS: JsonSchema = { type: "array", maxItems: MAX_PRODUCTS, items: PRODUCT };
const SOME_PRODUCTS: JsonSchema = { ...PRODUCTS, minItems: 1 };
const LIST = text("What the shop calls the list.");

const BASE: Readonly<Record<string, JsonSchema>> = {
  event_id: id("Names the event; the same one sent twice counts once."),
  device_id: id("The browser's long-lived identifier. `anonymous` is counted and not stored."),
  user_id: optionalId("The account of a shopper who was logged in."),
  session_id: optionalId("The visit it belongs to, where it is known."),
  occurred_at: {
    type: ["string", "integer"],
    "x-published": {
      anyOf: [
        { type: "string", format: "date-time" },
        { type: "integer", ...MILLISECONDS },
      ],
    },
    description:
      "When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept.",
  },
  page_url: text("The page it happened on.", MAX_URL_LENGTH),
  recommendation_id: optionalId("The answer of this service that led to it.", MAX_RECOMMENDATION_ID_LENGTH),
  user_agent: text("The browser's user agent. Only tells bots apart; it is not stored.", MAX_URL_LENGTH),
};

interface Particulars {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

const PARTICULARS: Readonly<Record<EventType, Particulars>> = {
  product_view: { properties: { product: PRODUCT }, required: ["product"] },
  list_view: { properties: { list: LIST, products: PRODUCTS }, required: ["products"] },
  list_click: { properties: { list: LIST, product: PRODUCT }, required: ["product"] },
  add_to_cart: { properties: { products: SOME_PRODUCTS }, required: ["products"] },
  remove_from_cart: { properties: { products: SOME_PRODUCTS }, required: ["products"] },
  transaction: {
    properties: {
      transaction_id: id("The order."),
      revenue: amount("What it brought."),
      currency: text("Of the revenue."),
      products: PRODUCTS,
    },
    required: ["transaction_id", "products"],
  },
  refund: {
    properties: { transaction_id: id("The order."), products: { ...PRODUCTS, description: "Empty: all of it." } },
    required: ["transaction_id"],
  },
  checkout_step: { properties: { step: count("integer", "From 1.") }, required: ["step"] },
  page_view: { properties: { title: text("Of the page.") }, required: [] },
  experiment_exposure: {
    properties: { experiment: id("Its name."), variant: id("Which one was shown.") },
    required: ["experiment", "variant"],
  },
};

export const EVENT_TYPES = Object.keys(PARTICULARS) as readonly EventType[];

/** One line of `POST /v1/events`. */
export const EVENT_LINE_SCHEMA: JsonSchema = {
  description: "A shopper event as a shop reports it: the fields all have, and those of its type.",
  type: "object",
  required: ["type"],
  discriminator: { propertyName: "type" },
  oneOf: Object.entries(PARTICULARS).map(([type, { properties, required }]) => ({
    type: "object",
    required: ["type", "event_id", "device_id", "occurred_at", ...required],
    additionalProperties: false,
    properties: { type: { const: type }, ...BASE, ...properties },
  })),
};
