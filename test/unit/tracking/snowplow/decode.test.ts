import { expect } from "chai";
import fc from "fast-check";
import { decodePayload, type CollectorContext } from "../../../../src/tracking/snowplow/decode.js";
import { action, contexts, described, encoded, entity, payload, type Json } from "../../../support/tracker-payload.js";

const NOW = Date.UTC(2026, 10, 21, 12);
const context: CollectorContext = { collectedAt: NOW, anonymous: false, userAgent: null, newId: () => "made-up" };
const decode = (sent: unknown, more: Partial<CollectorContext> = {}) => decodePayload(sent, { ...context, ...more });

const base = {
  event_id: "11111111-1111-4111-8111-111111111111",
  client_id: "shop",
  device_id: "device",
  user_id: null,
  session_id: null,
  occurred_at: NOW,
  received_at: NOW,
  page_url: null,
  recommendation_id: null,
  counts: true,
  source: "tracker",
  products: [],
} as const;
const event = (more: Json) => ({ outcome: "event", event: { ...base, ...more }, month: "2026-11" });

const shirt = entity("product", {
  id: "p1",
  name: "Shirt",
  price: 10,
  currency: "EUR",
  quantity: 2,
  position: 3,
  brand: "Marlow",
  category: "Clothing: Shirts",
});
const tie = entity("product", { id: "p2", price: "7.5", currency: "EUR" });
const SHIRT = { id: "p1", price: 10, quantity: 2, position: 3, brand: "Marlow", category: "Clothing: Shirts" };
const TIE = { id: "p2", price: 7.5, quantity: 1, position: null, brand: null, category: null };
const recommendation = { schema: "iglu:vitrine/recommendation/jsonschema/1-0-0", data: { recommendation_id: "r1" } };

describe("a Snowplow tracker payload", () => {
  const cases: readonly [string, Json, unknown][] = [
    ["a product view", payload({ type: "product_view" }, [shirt]), event({ type: "product_view", products: [SHIRT] })],
    [
      "a list view",
      payload({ type: "list_view", name: "new" }, [shirt, tie]),
      event({ type: "list_view", list: "new", products: [SHIRT, TIE] }),
    ],
    [
      "a click in a list with a recommendation id",
      payload({ type: "list_click", name: "new" }, [tie, recommendation]),
      event({ type: "list_click", list: "new", products: [TIE], recommendation_id: "r1" }),
    ],
    [
      "products added to a cart",
      payload({ type: "add_to_cart" }, [shirt, entity("cart", { total_value: 20, currency: "EUR" })]),
      event({ type: "add_to_cart", products: [SHIRT] }),
    ],
    [
      "products removed from a cart",
      payload({ type: "remove_from_cart" }, [tie]),
      event({ type: "remove_from_cart", products: [TIE] }),
    ],
    [
      "a transaction",
      payload({ type: "transaction" }, [
        shirt,
        entity("transaction", { transaction_id: "t1", revenue: 20, currency: "EUR", payment_method: "card" }),
      ]),
      event({ type: "transaction", transaction_id: "t1", revenue: 20, currency: "EUR", products: [SHIRT] }),
    ],
    [
      "a refund of a whole order",
      payload({ type: "refund" }, [entity("refund", { transaction_id: "t1", refund_amount: 20, currency: "EUR" })]),
      event({ type: "refund", transaction_id: "t1", products: [] }),
    ],
    [
      "a step of the checkout",
      payload({ type: "checkout_step" }, [entity("checkout_step", { step: 2 })]),
      event({ type: "checkout_step", step: 2 }),
    ],
    [
      "a product view with a user id",
      payload({ type: "product_view" }, [tie, entity("user", { id: "ann", is_guest: false })]),
      event({ type: "product_view", products: [TIE], user_id: "ann" }),
    ],
    [
      "a product view of a guest without the user id",
      payload({ type: "product_view" }, [tie, entity("user", { id: "g-1", is_guest: true })]),
      event({ type: "product_view", products: [TIE] }),
    ],
    [
      "JSON without base64 encoding",
      {
        ...payload({}, []),
        ue_px: undefined,
        ue_pr: JSON.stringify(action({ type: "product_view" })),
        co: JSON.stringify(contexts(tie)),
      },
      event({ type: "product_view", products: [TIE] }),
    ],
    [
      "standard base64 encoding",
      { ...payload({}, []), ue_px: Buffer.from(JSON.stringify(action({ type: "list_view" }))).toString("base64") },
      event({ type: "list_view", list: null, products: [] }),
    ],
    [
      "a page view",
      { ...payload({}, []), e: "pv", page: "Home", url: "https://shop.example/", uid: "ann", sid: "s", eid: undefined },
      event({
        type: "page_view",
        title: "Home",
        page_url: "https://shop.example/",
        user_id: "ann",
        session_id: "s",
        event_id: "made-up",
      }),
    ],
    [
      "an exposure to an experiment",
      {
        ...payload({}, []),
        ue_px: encoded(
          described("iglu:vitrine/experiment_exposure/jsonschema/1-0-0", { experiment: "ranking", variant: "b" }),
        ),
      },
      event({ type: "experiment_exposure", experiment: "ranking", variant: "b" }),
    ],
    ["a page ping", { ...payload({}, []), e: "pp" }, { outcome: "ignored" }],
    ["a promotion", payload({ type: "promo_view" }, []), { outcome: "ignored" }],
    [
      "an event with an unknown schema",
      { ...payload({}, []), ue_px: encoded(described("iglu:com.acme/thing/jsonschema/1-0-0", {})) },
      { outcome: "ignored" },
    ],
    [
      "an action with an unsupported schema version",
      {
        ...payload({}, [tie]),
        ue_px: encoded(
          described("iglu:com.snowplowanalytics.snowplow.ecommerce/snowplow_ecommerce_action/jsonschema/2-0-0", {
            type: "product_view",
          }),
        ),
      },
      { outcome: "rejected", reason: "incomplete_event" },
    ],
    [
      "too many products",
      payload(
        { type: "list_view" },
        Array.from({ length: 501 }, () => tie),
      ),
      { outcome: "rejected", reason: "too_many_products" },
    ],
    [
      "a product without an identifier",
      payload({ type: "product_view" }, [entity("product", { price: 1 })]),
      { outcome: "rejected", reason: "no_product" },
    ],
  ];
  for (const [what, sent, expected] of cases) {
    it(`decodes ${what}`, () => {
      expect(decode(JSON.parse(JSON.stringify(sent)))).to.deep.equal(expected);
    });
  }

  it("a Snowplow tracker payload is decoded without values of the wrong type", () => {
    const odd =
      '{"id":7,"price":1e400,"quantity":0.5,"position":-1,"brand":{},"category":["a"],"__proto__":{"price":1}}';
    const product = JSON.parse(odd) as Json;
    const decoded = decode(payload({ type: "product_view" }, [entity("product", product)]));
    // Numbers that are not finite are null in JSON.
    const plain = { id: "7", price: null, quantity: 1, position: null, brand: null, category: null };
    expect(decoded).to.deep.equal(event({ type: "product_view", products: [plain] }));
    expect(({} as Json).price).to.equal(undefined);
  });

  it("a Snowplow tracker payload of a shopper without consent is decoded without a device", () => {
    const sent = payload({ type: "product_view" }, [shirt], { uid: "ann" });
    const nobody = { outcome: "anonymous", type: "product_view" };
    expect(decode(sent, { anonymous: true })).to.deep.equal(nobody);
    expect(decode({ ...sent, duid: undefined }, { anonymous: true })).to.deep.equal(nobody);
    expect(decode({ ...sent, duid: "anonymous" })).to.deep.equal(nobody);
  });

  it("a Snowplow tracker payload is not counted if a bot sent it", () => {
    const sent = payload({ type: "product_view" }, [tie]);
    const counts = (decoded: ReturnType<typeof decode>) => decoded.outcome === "event" && decoded.event.counts;
    expect(counts(decode(sent, { userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1)" }))).to.equal(false);
    expect(counts(decode({ ...sent, ua: "bingbot/2.0" }))).to.equal(false);
    expect(counts(decode({ ...sent, p: "srv" }, { userAgent: "got (https://github.com/sindresorhus/got)" }))).to.equal(
      true,
    );
  });

  it("a Snowplow tracker payload is decoded or rejected without an exception for any field values", () => {
    const field = fc.oneof(fc.string(), fc.jsonValue(), fc.constantFrom("ue", "pv", "shop", encoded(action({}))));
    const names = fc.constantFrom(
      "e",
      "eid",
      "aid",
      "duid",
      "uid",
      "ue_px",
      "ue_pr",
      "cx",
      "co",
      "dtm",
      "stm",
      "ttm",
      "url",
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(names, field)), (sent) => {
        expect(decode(sent).outcome).to.be.oneOf(["event", "anonymous", "ignored", "rejected"]);
      }),
      { numRuns: 500 },
    );
  });
});
