import { expect } from "chai";
import { createClient, type ShopperEvent } from "@vitrine/client";
import { decodePayload } from "../../../../src/tracking/snowplow/decode.js";

const PRODUCT = { id: "1", price: 12.5, quantity: 2, position: 3, brand: "Marlow", category: "Clothing: Shirts" };
const PLAIN = { id: "2", price: null, quantity: 1, position: null, brand: null, category: null };

/**
 * Shopper events in the form in which the client sends them and, if different, the form in which the service decodes
 * them.
 */
const EVENTS: readonly (readonly [sent: ShopperEvent, read?: ShopperEvent])[] = [
  [{ type: "page_view", title: "Shirts" }],
  [{ type: "product_view", product: PRODUCT }],
  [{ type: "list_view", list: "shirts", products: [PRODUCT, PLAIN], recommendation_id: "answer-1" }],
  [
    { type: "list_click", list: "shirts", product: { id: "2" }, recommendation_id: "answer-1.of-the-next-page" },
    { type: "list_click", list: "shirts", product: PLAIN, recommendation_id: "answer-1" },
  ],
  [{ type: "add_to_cart", products: [PRODUCT] }],
  [{ type: "remove_from_cart", products: [PLAIN] }],
  [{ type: "checkout_step", step: 2 }],
  [{ type: "transaction", transaction_id: "order-1", revenue: 25, currency: "EUR", products: [PRODUCT] }],
  [{ type: "refund", transaction_id: "order-1", products: [PRODUCT] }],
  [{ type: "experiment_exposure", experiment: "ranking", variant: "b" }],
];

async function sentBy(deviceId: string, ...events: readonly ShopperEvent[]) {
  const sent: [url: string, init: RequestInit & { readonly body: string }][] = [];
  const fetch = (...request: (typeof sent)[number]) => {
    sent.push(request);
    return Promise.resolve(new Response("ok"));
  };
  const user = () => ({ device_id: deviceId, user_id: "ada" });
  const options = { url: "https://search.shop.example", clientId: "shop", publicKey: "pk_1", user };
  const client = createClient({ ...options, fetch: fetch as unknown as typeof globalThis.fetch });
  for (const event of events) await client.report(event);
  return sent;
}

describe("event reporting", () => {
  it("the API client sends events in the format that the service decodes", async () => {
    const before = Date.now();
    const sent = await sentBy("device", ...EVENTS.map(([event]) => event));
    const read = sent.map(([url, { body, keepalive, headers }]) => {
      expect([url, keepalive]).to.deep.equal(["https://search.shop.example/com.snowplowanalytics.snowplow/tp2", true]);
      expect(headers).to.deep.equal({ "Content-Type": "text/plain;charset=UTF-8" });
      const { data } = JSON.parse(body) as { data: [unknown] };
      const decoded = decodePayload(data[0], {
        collectedAt: Date.now(),
        anonymous: false,
        userAgent: null,
        newId: () => "none",
      });
      if (decoded.outcome !== "event") throw new Error(JSON.stringify(decoded));
      const { event_id, occurred_at, received_at, ...event } = decoded.event;
      expect(event_id).to.match(/^[0-9a-f-]{36}$/);
      expect(occurred_at).to.be.within(before, received_at);
      return event;
    });
    const common = {
      client_id: "shop",
      device_id: "device",
      user_id: "ada",
      session_id: null,
      page_url: null,
      counts: true,
    };
    expect(read).to.deep.equal(
      EVENTS.map(([event, reported = event]) => {
        const { product, ...others } = { product: undefined, ...reported };
        const products = product === undefined ? [] : [product];
        return { recommendation_id: null, ...common, source: "tracker", products, ...others };
      }),
    );
  });

  it("the API client sends no events for anonymous shoppers", async () => {
    expect(await sentBy("anonymous", { type: "page_view" })).to.deep.equal([]);
  });
});
