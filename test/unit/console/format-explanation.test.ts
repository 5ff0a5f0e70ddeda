import { expect } from "chai";
import {
  compare,
  formatMetrics,
  formatMoved,
  formatPoints,
  markersOf,
  reasonsOf,
  signalName,
} from "../../../console/pages/preview/format-explanation.js";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";

type Engine = NonNullable<ExplainedItem["engine"]>;

const item = { type: "product", product_identifier: "1", variant_identifier: "1a" } as const;

function explained(engine: Partial<Engine> | null, more: Partial<ExplainedItem> = {}): ExplainedItem {
  const complete = engine && { rank: 1, score: 1, signals: [], sorted_by: [{ by: "_score", value: 1 }], ...engine };
  return { rank: 1, item, engine: complete, rerank: null, pinned: null, rules: [], ...more };
}

const points = (signals: Readonly<Record<string, number>>) =>
  Object.entries(signals).map(([signal, given]) => ({ signal, points: given }));

const scored = (signals: Readonly<Record<string, number>>, more: Partial<ExplainedItem> = {}) =>
  explained({ signals: points(signals) }, more);

const pinned = (rule: string, rank: number, wanted_position: number): ExplainedItem =>
  explained(null, {
    rank,
    pinned: { rule, wanted_position },
    rules: [{ key: rule, action: rule === "B" ? "reserve" : "pin" }],
  });

const reasons = (one: ExplainedItem) => reasonsOf(one, [one]).map(({ text }) => text);

describe("the explanation of a product's position", () => {
  it("the explanation of a product's position contains a readable name for every ranking signal", () => {
    const names = Object.entries({
      "text words": "Words match",
      "text kind 1": "Product type match",
      "text without red": "Without “red”",
      "text something new": "Words match",
      semantic: "Similar meaning",
      stock: "In stock",
      prior: "Popularity and freshness",
      "intent Shoes: Boots": "Category match",
      "category Shoes": "Category match",
      "rule Boost: Shirt": "Rule “Boost: Shirt”",
      "taste price_band=16": "Price range",
      "taste price": "Price level",
      "taste designer=A=B": "Visitor likes A=B",
      "taste product_identifier=1": "Viewed before",
      co_visitation: "Viewed together",
      new_signal: "New signal",
    });
    expect(names.map(([signal]) => signalName(signal))).to.deep.equal(names.map(([, name]) => name));
  });

  it("the explanation of a pinned product names the pinning rule, and the rule that already occupies the pinned position", () => {
    const [first, second] = [pinned("A", 2, 2), pinned("C", 3, 2)];
    const all = [explained({}), first, second];
    expect(reasonsOf(first, all)).to.deep.equal([{ text: "Pinned to position 2 by rule “A”", points: null }]);
    expect(reasonsOf(second, all)[0]?.text).to.equal(
      "Pinned to position 2 by rule “C”, shown at 3: rule “A” already uses position 2",
    );
    expect(reasons(pinned("A", 3, 50))).to.deep.equal(["Pinned to position 50 by rule “A”, shown at 3"]);
    expect(reasons(pinned("B", 2, 3))).to.deep.equal(["Reserved position 3 by rule “B”"]);
  });

  it("the explanation of a product's position lists ranking signals by points, strongest first", () => {
    const one = scored({
      "text words": 7,
      "text kind 1": 4,
      "text kind 2": 4,
      "rule early": -3,
      "taste color=Blue": 0,
    });
    expect(reasonsOf(one, [one])).to.deep.equal([
      { text: "Product type match", points: 8 },
      { text: "Words match", points: 7 },
      { text: "Rule “early”", points: -3 },
    ]);
    expect(reasons(explained({}))).to.deep.equal(["Popularity and freshness"]);
  });

  it("the explanation of a product's position names the sort field and the sort value, or reports a missing value", () => {
    const by = (value: unknown) => [
      { by: "variants.data.original_price", value },
      { by: "product_identifier", value: "1" },
    ];
    expect(reasons(explained({ score: null, sorted_by: by(0) }))).to.deep.equal(["Sorted by original price: 0"]);
    expect(reasons(explained({ score: null, sorted_by: by(null) }))).to.deep.equal([
      "Sorted by original price: no value",
    ]);
  });

  it("describes reranking", () => {
    const rerank: ExplainedItem["rerank"] = {
      score: 1,
      signals: [
        { signal: "engine_rank", score: 1 },
        { signal: "fatigue", score: -0.1 },
        { signal: "category_diversity", score: -0.1 },
      ],
      limited_by: ["designer=A=B", "categories=Shoes"],
    };
    expect(reasons(explained({}, { rerank }))).to.deep.equal([
      "Lower: often shown to this visitor without clicks",
      "Moved down, because other products of the same category rank above it",
      "Lower: the page has enough products of A=B, Shoes",
    ]);
  });

  it("the explanation compares the ranking signals of a product and the next product, largest difference first", () => {
    const next = scored({ stock: 8192, "text words": 7.5, "rule early": 2 });
    expect(compare(scored({ stock: 8192, "text words": 7, "text kind 1": 4 }), next)).to.deep.equal([
      { text: "Product type match", points: 4 },
      { text: "Rule “early”", points: -2 },
      { text: "Words match", points: -0.5 },
    ]);
    expect(compare(scored({}), pinned("A", 2, 2))[0]?.text).to.equal(
      "A rule sets the position of the next product, so ranking points do not count.",
    );
    expect(compare(pinned("A", 1, 1), next)[0]?.text).to.equal(
      "A rule sets the position of this product, so ranking points do not count.",
    );
  });

  it("the explanation of a product's position names the tie-breaker if points or sort values are equal", () => {
    const sorted = (prior: number, id: string) =>
      explained({
        signals: points({ stock: 128 }),
        sorted_by: [{ by: "_score", value: 128 }, { by: "prior", value: prior }, { by: "product_identifier", value: id }], // prettier-ignore
      });
    expect(compare(sorted(2, "1"), sorted(1, "2"))[0]?.text).to.equal(
      "The products are equal in all other respects, so the order is decided by popularity and freshness.",
    );
    expect(compare(sorted(1, "1"), sorted(1, "2"))[0]?.text).to.equal(
      "The products are equal in all other respects, so the order is decided by product number.",
    );
    const byPrice = (value: number, id: string) =>
      explained({ score: null, sorted_by: [{ by: "sort.price", value }, { by: "product_identifier", value: id }] }); // prettier-ignore
    expect(compare(byPrice(10, "1"), byPrice(12, "2"))[0]?.text).to.equal(
      "Price: 10, compared with 12 for the next product",
    );
    expect(compare(byPrice(10, "1"), byPrice(10, "2"))[0]?.text).to.equal(
      "The products are equal in all other respects, so the order is decided by product number.",
    );
  });

  it("the explanation of a product's position reports that the next product was moved down for variety", () => {
    const one = explained({ rank: 2, signals: points({ prior: 1 }) });
    expect(compare(one, explained({ rank: 1, signals: points({ prior: 2 }) }))).to.deep.equal([
      { text: "The next product has more ranking points, but was moved down for variety.", points: null },
      { text: "Popularity and freshness", points: -1 },
    ]);
  });

  it("formatPoints adds a plus or minus sign to ranking points, and describes points for stock in words", () => {
    const formatted = [
      { text: "Words match", points: 4 },
      { text: "Rule “x”", points: -0.5 },
      { text: "In stock", points: 8192 },
      { text: "In stock", points: -8192 },
      { text: "Sorted by price", points: null },
    ].map(formatPoints);
    expect(formatted).to.deep.equal(["+4.00", "−0.50", "before sold-out products", "sold out", ""]);
  });

  it("the explanation of a product's position marks products that rules pin, boost or bury", () => {
    const rules: ExplainedItem["rules"] = [{ key: "up", action: "boost" }, { key: "down", action: "bury" }]; // prettier-ignore
    expect(markersOf(explained({}, { rules }), [])).to.deep.equal([
      { action: "boost", text: "Boosted by rule “up”" },
      { action: "bury", text: "Buried by rule “down”" },
    ]);
    expect(markersOf(pinned("A", 2, 2), [])).to.deep.equal([
      { action: "pin", text: "Pinned to position 2 by rule “A”" },
    ]);
  });

  it("the explanation of a product's position shows the difference from the position without personalization", () => {
    expect([formatMoved(3, 3), formatMoved(3, 4), formatMoved(4, 1), formatMoved(4, undefined)]).to.deep.equal([
      "",
      "▲ 1 position",
      "▼ 3 positions",
      "Not on the first page for unknown visitors",
    ]);
  });

  it("the list of a product's metrics omits unknown metrics", () => {
    const metrics = { product: "1", currency: "EUR", seen: 1, clicked: null, ordered: 0, stock: { in_stock: 2, variants: 3 } }; // prettier-ignore
    expect(formatMetrics(metrics)).to.deep.equal(["1 impression", "0 orders", "2 of 3 variants in stock"]);
    expect(formatMetrics({ ...metrics, seen: null, ordered: null, stock: null })).to.deep.equal([]);
  });
});
