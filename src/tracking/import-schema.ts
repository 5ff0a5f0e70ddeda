import Type, { type Static, type TArrayOptions, type TNumberOptions, type TObject, type TProperties } from "typebox";
import { count, list, nullable, oneOf, text } from "../schema/typed.js";
import type { StoreOutcome } from "./event-store.js";
import type { EventType } from "./event.js";
import { MAX_RECOMMENDATION_ID_LENGTH } from "./shopper-id.js";
import { MAX_PRODUCTS } from "./snowplow/entities.js";
import { MAX_ID_LENGTH, MAX_TEXT_LENGTH, MAX_URL_LENGTH } from "./snowplow/fields.js";

const id = (description: string) => Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH, description });
const optionalId = (description: string, maxLength = MAX_ID_LENGTH) =>
  Type.Optional(nullable(Type.String({ minLength: 1, maxLength, description })));
const optionalText = (description: string, maxLength = MAX_TEXT_LENGTH) =>
  Type.Optional(nullable(Type.String({ maxLength, description })));
const amount = (description: string) =>
  Type.Optional(nullable(Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })));
const many = (options: TNumberOptions) => Type.Integer({ minimum: 1, maximum: 1_000_000, ...options });

/** Range of accepted times, from the year 1970 to the start of the year 9999. */
const MILLISECONDS = { minimum: 0, maximum: Date.UTC(9999, 0) };

const PRODUCT = Type.Object(
  {
    id: id("Product or variant identifier in the catalogue."),
    price: amount("Unit price in the storefront's currency."),
    quantity: Type.Optional(many({ description: "Number of units.", default: 1 })),
    position: Type.Optional(
      nullable(many({ description: "Position of the product in the displayed list, starting at 1." })),
    ),
    brand: optionalText("Brand of the product."),
    category: optionalText('Category path, with levels separated as in the feed (": ").'),
  },
  { additionalProperties: false, description: "A product of an event." },
);

const products = (options: TArrayOptions = {}) => list(PRODUCT, { maxItems: MAX_PRODUCTS, ...options });
const LIST = optionalText("Name of the product list.");

const BASE = {
  event_id: id("Unique identifier of the event. Events with an identifier that is already stored are skipped."),
  device_id: id(
    "Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored.",
  ),
  user_id: optionalId("Identifier of the logged-in shopper."),
  session_id: optionalId("Identifier of the session."),
  occurred_at: Type.Unsafe<string | number>({
    type: ["string", "integer"],
    "x-published": {
      anyOf: [
        { type: "string", format: "date-time" },
        { type: "integer", ...MILLISECONDS },
      ],
    },
    description:
      "Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events.",
  }),
  page_url: optionalText("URL of the page.", MAX_URL_LENGTH),
  recommendation_id: optionalId(
    "`recommendation_id` of the response that led to the event.",
    MAX_RECOMMENDATION_ID_LENGTH,
  ),
  user_agent: optionalText("User agent of the browser. Only used to detect bots; not stored.", MAX_URL_LENGTH),
};

const PARTICULARS: Readonly<Record<EventType, TProperties>> = {
  product_view: { product: PRODUCT },
  list_view: { list: LIST, products: products() },
  list_click: { list: LIST, product: PRODUCT },
  add_to_cart: { products: products({ minItems: 1 }) },
  remove_from_cart: { products: products({ minItems: 1 }) },
  transaction: {
    transaction_id: id("Identifier of the order."),
    revenue: amount("Total amount of the order."),
    currency: optionalText("Currency of the revenue."),
    products: products(),
  },
  refund: {
    transaction_id: id("Identifier of the refunded order."),
    products: Type.Optional(
      products({ description: "Refunded products. If absent or empty, the whole order is refunded." }),
    ),
  },
  checkout_step: { step: many({ description: "Number of the checkout step, starting at 1." }) },
  page_view: { title: optionalText("Title of the page.") },
  experiment_exposure: {
    experiment: id("Name of the experiment."),
    variant: id("Experiment variant that the shopper saw."),
  },
};

export const EVENT_TYPES = Object.keys(PARTICULARS) as readonly EventType[];

export type EventLineProduct = Static<typeof PRODUCT>;

export type EventLineBase = Static<TObject<typeof BASE>>;

/** Schema of one line in the request body of `POST /v1/events`. */
export const EVENT_LINE_SCHEMA = {
  description: "A shopper event. Consists of fields that all events have and fields that depend on the event type.",
  ...oneOf(
    "type",
    Object.entries(PARTICULARS).map(([type, own]) =>
      Type.Object({ type: Type.Unsafe({ const: type }), ...BASE, ...own }, { additionalProperties: false }),
    ),
  ),
};

const LINE_ERROR = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: "Line number in the body, including empty lines." }),
    event_id: nullable(text("Identifier of the event. null if it could not be parsed.")),
    reason: text("Reason why the line was rejected."),
  },
  { $id: "EventLineError", description: "A rejected line." },
);

/** Schema of the event counts in import responses and in import errors. */
export const EVENT_COUNTS = Type.Object(
  {
    received: count("Number of received lines, without empty lines."),
    accepted: count("Number of newly stored events."),
    duplicate: count("Number of skipped events whose `event_id` was already stored."),
    anonymous: count("Number of events of the device `anonymous`, which are not stored."),
    erased: count(
      "Number of events that are not stored, because they occurred before the data of their device or user was deleted.",
    ),
    rejected: count("Number of rejected lines. `errors` lists the reasons."),
  },
  { description: "Number of lines by outcome." },
);

/** The response of `POST /v1/events`. */
export const EVENT_IMPORT = Type.Object(
  { events: EVENT_COUNTS, errors: list(LINE_ERROR, { description: "The first 100 rejected lines." }) },
  { $id: "EventImport", description: "Result of an event import." },
);

type ImportError = Static<typeof LINE_ERROR>;
export type ImportResult = Static<typeof EVENT_IMPORT>;

const MAX_ERRORS = 100;

const COUNTED = { stored: "accepted", duplicate: "duplicate", erased: "erased", refused: "rejected" } as const;

export class ImportReport implements ImportResult {
  readonly events = { received: 0, accepted: 0, duplicate: 0, anonymous: 0, erased: 0, rejected: 0 };
  readonly errors: ImportError[] = [];

  count(outcomes: readonly StoreOutcome[]): void {
    for (const outcome of outcomes) if (outcome !== "busy") this.events[COUNTED[outcome]] += 1;
  }

  reject(error: ImportError): void {
    this.events.rejected += 1;
    if (this.errors.length < MAX_ERRORS) this.errors.push(error);
  }
}
