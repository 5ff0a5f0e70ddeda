import { expect } from "chai";
import { basketsOf, type Basket, type BasketRow } from "../../../../../quality/relevance/taste/basket.js";
import { eventLine } from "../../../../../quality/relevance/taste/event-line.js";
import { parseEvents } from "../../../../../quality/relevance/taste/google-merchandise.js";
import { stepsOf } from "../../../../../quality/relevance/taste/questions.js";

const row = (product: string, more: Partial<BasketRow> = {}): BasketRow => ({
  at: 1_000,
  shopper: "ada",
  session: "ada-1",
  type: "add_to_cart" as const,
  product,
  named: `${product}-red`,
  ...more,
});

const CSV = `event_time,event_type,product_identifier,variant_identifier,user_id,session_id
2020-11-01 00:27:14,begin_checkout,g84,94,2133,2133-16909
2020-11-01 00:27:15,purchase,g84,94,2133,2133-16909
`;

describe("basketsOf and parseEvents", () => {
  it("event rows with the same session, second and event type form one basket", () => {
    const rows = [
      row("shirt"),
      row("hat", { shopper: "bob", session: "bob-1" }),
      row("shoes"),
      row("shirt", { type: "transaction" }),
      row("socks", { at: 2_000 }),
      row("belt", { session: "ada-2" }),
    ];
    const contents = basketsOf(rows).map(({ at, session, type, products }) => [
      ...[at, session, type],
      products.map(({ product }) => product),
    ]);
    expect(contents).to.deep.equal([
      [1_000, "ada-1", "add_to_cart", ["shirt", "shoes"]],
      [1_000, "bob-1", "add_to_cart", ["hat"]],
      [1_000, "ada-1", "transaction", ["shirt"]],
      [1_000, "ada-2", "add_to_cart", ["belt"]],
      [2_000, "ada-1", "add_to_cart", ["socks"]],
    ]);
  });

  it("basketsOf sorts baskets by time, and adds each variant once", () => {
    const rows = [row("shirt", { at: 2_000 }), row("hat"), row("hat"), row("hat", { named: "hat-blue" })];
    const base = { shopper: "ada", session: "ada-1", type: "add_to_cart" };
    expect(basketsOf(rows)).to.deep.equal([
      {
        ...base,
        at: 1_000,
        products: [
          { product: "hat", named: "hat-red" },
          { product: "hat", named: "hat-blue" },
        ],
      },
      { ...base, at: 2_000, products: [{ product: "shirt", named: "shirt-red" }] },
    ]);
  });

  it("parseEvents parses recorded events with times in UTC", () => {
    const base = { shopper: "2133", session: "2133-16909", product: "g84", named: "94" };
    expect(parseEvents(CSV)).to.deep.equal([
      { ...base, at: Date.UTC(2020, 10, 1, 0, 27, 14), type: "add_to_cart" },
      { ...base, at: Date.UTC(2020, 10, 1, 0, 27, 15), type: "transaction" },
    ]);
  });

  it("parseEvents rejects a file with a malformed line", () => {
    const broken = (line: string) => () => parseEvents(`${CSV}${line}\n`);
    expect(broken("2020-11-01 00:27:16,view,g84,94,2133,2133-16909")).to.throw("line 4 of the event file");
    expect(broken("soon,purchase,g84,94,2133,2133-16909")).to.throw("line 4 of the event file");
    expect(broken("2020-11-01 00:27:16,purchase,g84,94,2133")).to.throw("line 4 of the event file");
    expect(broken('2020-11-01 00:27:16,purchase,"g84,94",94,2133,2133-16909')).to.throw("line 4 of the event file");
    expect(() => parseEvents("id,time\n")).to.throw("to begin with the line event_time,");
  });
});

const basket = (shopper: string, at: number, ...products: string[]): Basket => ({
  at,
  shopper,
  session: `${shopper}-1`,
  type: "add_to_cart",
  products: products.map((product) => ({ product, named: `${product}-red` })),
});

describe("the prediction of a basket", () => {
  it("a basket product counts as repeated if the shopper had another variant of the product before", () => {
    const second = { ...basket("ada", 3), products: [{ product: "hat", named: "hat-blue" }] };
    const steps = stepsOf([
      basket("ada", 1, "hat", "shirt"),
      basket("bob", 2, "hat"),
      second,
      basket("ada", 4, "shirt", "socks"),
      basket("ada", 5, "socks"),
    ]);
    expect(steps.map(({ hasHistory, fresh, repeated }) => [hasHistory, [...fresh], [...repeated]])).to.deep.equal([
      [false, ["hat", "shirt"], []],
      [false, ["hat"], []],
      [true, [], ["hat"]],
      [true, ["socks"], ["shirt"]],
      [true, [], ["socks"]],
    ]);
  });
});

describe("the event sent for a basket", () => {
  const base = { device_id: "ada", session_id: "ada-1", occurred_at: 7 };

  it("the event sent for a basket contains variant identifiers, as shops send them", () => {
    expect(eventLine(basket("ada", 7, "hat", "shirt"))).to.deep.equal({
      ...base,
      type: "add_to_cart",
      event_id: "ada-1 7 add_to_cart",
      products: [{ id: "hat-red" }, { id: "shirt-red" }],
    });
  });

  it("the event sent for a basket has the required fields of its type", () => {
    expect(eventLine({ ...basket("ada", 7, "hat"), type: "transaction" })).to.deep.equal({
      ...base,
      type: "transaction",
      event_id: "ada-1 7 transaction",
      transaction_id: "ada-1 7 transaction",
      products: [{ id: "hat-red" }],
    });
    expect(eventLine({ ...basket("ada", 7, "hat"), type: "product_view" })).to.deep.equal({
      ...base,
      type: "product_view",
      event_id: "ada-1 7 product_view",
      product: { id: "hat-red" },
    });
  });
});
