import { expect } from "chai";
import fc from "fast-check";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { documentId, fromDocument, toDocument, type UbiEvent } from "../../../src/tracking/ubi-event.js";

const text = fc.string({ minLength: 1 });
const maybe = fc.option(text);
const product = fc.record({
  id: text,
  price: fc.option(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((price) => price + 0)),
  quantity: fc.integer({ min: 1 }),
  position: fc.option(fc.integer({ min: 1 })),
  brand: maybe,
  category: maybe,
});
const products = fc.array(product, { maxLength: 4 });
const some = fc.array(product, { minLength: 1, maxLength: 4 });
const one = fc.tuple(product);
const none = fc.constant([]);
const time = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
const base = {
  event_id: text,
  client_id: text,
  device_id: text,
  user_id: maybe,
  session_id: maybe,
  occurred_at: time,
  received_at: time,
  page_url: maybe,
  recommendation_id: maybe,
  counts: fc.boolean(),
  source: fc.constantFrom("tracker" as const, "import" as const),
};
const of = <T extends string>(type: T) => ({ ...base, type: fc.constant(type) });

/** Generates an event of any type. */
const anyEvent: fc.Arbitrary<ShopperEvent> = fc.oneof(
  fc.record({ ...of("product_view"), products: one }),
  fc.record({ ...of("list_view"), list: maybe, products }),
  fc.record({ ...of("list_click"), list: maybe, products: one }),
  fc.record({ ...of("add_to_cart"), products: some }),
  fc.record({ ...of("remove_from_cart"), products: some }),
  fc.record({ ...of("transaction"), transaction_id: text, revenue: fc.option(time), currency: maybe, products }),
  fc.record({ ...of("refund"), transaction_id: text, products }),
  fc.record({ ...of("checkout_step"), step: fc.integer({ min: 1 }), products: none }),
  fc.record({ ...of("page_view"), title: maybe, products: none }),
  fc.record({ ...of("experiment_exposure"), experiment: text, variant: text, products: none }),
);

describe("a stored event", () => {
  it("a stored event is restored unchanged from its UBI document", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const document = JSON.parse(JSON.stringify(toDocument({ event, month: "2026-11", token: "t" }))) as UbiEvent;
        expect(fromDocument(document)).to.deep.equal(JSON.parse(JSON.stringify(event)));
      }),
    );
  });

  it("a stored event contains the product and its position in the standard UBI fields", () => {
    const event: ShopperEvent = {
      event_id: "e",
      client_id: "shop",
      device_id: "d",
      user_id: null,
      session_id: null,
      occurred_at: 0,
      received_at: 0,
      page_url: null,
      recommendation_id: "r",
      counts: true,
      source: "tracker",
      type: "list_click",
      list: "new",
      products: [{ id: "p", price: null, quantity: 1, position: 4, brand: null, category: null }],
    };
    const { query_id, event_attributes } = toDocument({ event, month: "", token: "t" });
    expect(query_id).to.equal("r");
    expect(event_attributes.object).to.deep.equal({ object_id: "p", object_id_field: "product_identifier" });
    expect(event_attributes.position).to.deep.equal({ ordinal: 4 });
  });

  it("a stored event has a different document id in each storefront", () => {
    expect(documentId({ client_id: "a", event_id: "1" })).to.not.equal(documentId({ client_id: "b", event_id: "1" }));
  });
});
