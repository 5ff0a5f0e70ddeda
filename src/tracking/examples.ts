/** Example requests for the OpenAPI document. A test sends the requests and compares the responses. */

const base = {
  device_id: "8f14e45f-ceea-467f-ab1c-4c2e1a5f0c11",
  user_id: "ada",
  session_id: "8f14e45f-17",
  occurred_at: "2026-11-02T10:15:00Z",
} as const;

const shirt = { id: "oxford-shirt", price: 79.5, brand: "Marlow & Finch", category: "Clothing: Shirts" } as const;

/** Returns example lines of an event import. @param at time of the events in ISO 8601 */
const eventLines = (at: string = base.occurred_at) => [
  { type: "product_view", event_id: "e-1", ...base, occurred_at: at, product: shirt },
  { type: "add_to_cart", event_id: "e-2", ...base, occurred_at: at, products: [{ ...shirt, quantity: 2 }] },
  { type: "add_to_card", event_id: "e-3", ...base, occurred_at: at },
];

export const eventsBody = (at?: string): string =>
  eventLines(at)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");

export const EVENTS_IMPORTED = {
  errors: null,
  meta: null,
  data: {
    events: { received: 3, accepted: 2, duplicate: 0, anonymous: 0, erased: 0, rejected: 1 },
    errors: [
      {
        line: 3,
        event_id: "e-3",
        reason:
          '`type` must be one of product_view, list_view, list_click, add_to_cart, remove_from_cart, transaction, refund, checkout_step, page_view, experiment_exposure, got "add_to_card"',
      },
    ],
  },
} as const;

const ECOMMERCE = "iglu:com.snowplowanalytics.snowplow.ecommerce";
const SNOWPLOW = "iglu:com.snowplowanalytics.snowplow";

/** The payload that the browser tracker sends for a product view, with embedded JSON in plain text instead of base64. */
export const TRACKED = {
  schema: `${SNOWPLOW}/payload_data/jsonschema/1-0-4`,
  data: [
    {
      e: "ue",
      eid: "6f2a2c2e-41f5-4b0e-9c57-3d2f1c5d8a10",
      aid: "demo",
      duid: base.device_id,
      uid: base.user_id,
      p: "web",
      dtm: "1793700900000",
      stm: "1793700900040",
      url: "https://shop.example/p/oxford-shirt",
      ue_pr: JSON.stringify({
        schema: `${SNOWPLOW}/unstruct_event/jsonschema/1-0-0`,
        data: {
          schema: `${ECOMMERCE}/snowplow_ecommerce_action/jsonschema/1-0-2`,
          data: { type: "product_view" },
        },
      }),
      co: JSON.stringify({
        schema: `${SNOWPLOW}/contexts/jsonschema/1-0-0`,
        data: [
          {
            schema: `${ECOMMERCE}/product/jsonschema/1-0-0`,
            data: { id: shirt.id, price: shirt.price, currency: "EUR" },
          },
        ],
      }),
    },
  ],
};
