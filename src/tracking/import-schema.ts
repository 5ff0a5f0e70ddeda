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

/** Up to the year 9999. */
const MILLISECONDS = { minimum: 0, maximum: Date.UTC(9999, 0) };

const PRODUCT = Type.Object(
  {
    id: id("A product or variant identifier of the catalogue."),
    price: amount("Of one piece, in the storefront's currency."),
    quantity: Type.Optional(many({ description: "How many.", default: 1 })),
    position: Type.Optional(nullable(many({ description: "Where it stood in its list, from 1." }))),
    brand: optionalText("Its brand."),
    category: optionalText('Its category, levels separated as in the feed (": ").'),
  },
  { additionalProperties: false, description: "A product as the storefront named it." },
);

const products = (options: TArrayOptions = {}) => list(PRODUCT, { maxItems: MAX_PRODUCTS, ...options });
const LIST = optionalText("What the shop calls the list.");

const BASE = {
  event_id: id("Names the event; the same one sent twice counts once."),
  device_id: id("The browser's long-lived identifier. `anonymous` is counted and not stored."),
  user_id: optionalId("The account of a shopper who was logged in."),
  session_id: optionalId("The visit it belongs to, where it is known."),
  occurred_at: Type.Unsafe<string | number>({
    type: ["string", "integer"],
    "x-published": {
      anyOf: [
        { type: "string", format: "date-time" },
        { type: "integer", ...MILLISECONDS },
      ],
    },
    description:
      "When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept.",
  }),
  page_url: optionalText("The page it happened on.", MAX_URL_LENGTH),
  recommendation_id: optionalId("The answer of this service that led to it.", MAX_RECOMMENDATION_ID_LENGTH),
  user_agent: optionalText("The browser's user agent. Only tells bots apart; it is not stored.", MAX_URL_LENGTH),
};

const PARTICULARS: Readonly<Record<EventType, TProperties>> = {
  product_view: { product: PRODUCT },
  list_view: { list: LIST, products: products() },
  list_click: { list: LIST, product: PRODUCT },
  add_to_cart: { products: products({ minItems: 1 }) },
  remove_from_cart: { products: products({ minItems: 1 }) },
  transaction: {
    transaction_id: id("The order."),
    revenue: amount("What it brought."),
    currency: optionalText("Of the revenue."),
    products: products(),
  },
  refund: { transaction_id: id("The order."), products: Type.Optional(products({ description: "Empty: all of it." })) },
  checkout_step: { step: many({ description: "From 1." }) },
  page_view: { title: optionalText("Of the page.") },
  experiment_exposure: { experiment: id("Its name."), variant: id("Which one was shown.") },
};

export const EVENT_TYPES = Object.keys(PARTICULARS) as readonly EventType[];

export type EventLineProduct = Static<typeof PRODUCT>;

export type EventLineBase = Static<TObject<typeof BASE>>;

/** One line of `POST /v1/events`. */
export const EVENT_LINE_SCHEMA = {
  description: "A shopper event as a shop reports it: the fields all have, and those of its type.",
  ...oneOf(
    "type",
    Object.entries(PARTICULARS).map(([type, own]) =>
      Type.Object({ type: Type.Unsafe({ const: type }), ...BASE, ...own }, { additionalProperties: false }),
    ),
  ),
};

const LINE_ERROR = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: "Number of the line in the body, blank lines included." }),
    event_id: nullable(text("Where it could be read.")),
    reason: text("What is wrong with the line."),
  },
  { $id: "EventLineError", description: "A line that was not taken." },
);

/** Also part of the context of errors. */
export const EVENT_COUNTS = Type.Object(
  {
    received: count("Lines that are not blank."),
    accepted: count("New ones, now stored."),
    duplicate: count("Those whose `event_id` had been stored before."),
    anonymous: count("Those of the device `anonymous`, of which nothing is stored."),
    erased: count("Those from before their device or user was erased, which are not stored again."),
    rejected: count("Those that were not taken; see `errors`."),
  },
  { description: "Lines by what became of them." },
);

/** The response of `POST /v1/events`. */
export const EVENT_IMPORT = Type.Object(
  { events: EVENT_COUNTS, errors: list(LINE_ERROR, { description: "The first hundred." }) },
  { $id: "EventImport", description: "What became of a list of events." },
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
