import { expect } from "chai";
import { formatWhy } from "../../../console/pages/catalog/format-why.js";
import type { Why, WhyThere } from "../../../console/server/catalog/why.js";

const why = (given: Partial<Why>): Why => ({
  product_identifier: "lamp",
  total: 40,
  position: null,
  reasons: [],
  ...given,
});

const POSITION: WhyThere = {
  rank: 26,
  page: 2,
  engine_rank: 27,
  score: 129.5,
  signals: [
    { signal: "intent Home: Lamps", points: 1.5 },
    { signal: "stock", points: 128 },
    { signal: "text kind", points: 2 },
  ],
  sorted_by: [
    { by: "_score", value: 129.5 },
    { by: "prior", value: 1_767_225_600 },
    { by: "product_identifier", value: "lamp" },
  ],
  pinned: null,
  first_page_needs: [131, 1_767_312_000, "desk"],
};

describe("formatted explanation of a product's position", () => {
  it("the formatted explanation of a product's position lists the ranking signals and the sort values", () => {
    expect(formatWhy(why({ position: POSITION }))).to.deep.equal([
      { sentence: "Position 26 of 40, on page 2.", points: [] },
      { sentence: "Without pinned products and personalization, the product would be at position 27.", points: [] },
      {
        sentence: "Points:",
        points: ["In stock: before sold-out products", "Product type match: +2.00", "Category match: +1.50"],
      },
      {
        sentence: "Sorted by:",
        points: ["points 129.5", "popularity and freshness 2026-01-01", "product number lamp"],
      },
      {
        sentence:
          "For comparison, the sort values of the last product on the first page: points 131, popularity and freshness 2026-01-02, product number desk.",
        points: [],
      },
    ]);
  });

  it("the formatted explanation of a pinned product names the pinning rule and contains no ranking points", () => {
    expect(formatWhy(why({ position: { ...POSITION, pinned: { rule: "spring" } } }))).to.deep.equal([
      { sentence: "Position 26 of 40, on page 2.", points: [] },
      { sentence: "Rule “spring” pins the product to this position.", points: [] },
    ]);
  });

  it("the formatted explanation for a product missing from the results lists the reasons, with field values of variants", () => {
    const failure = { by: "rule", name: "no-black", condition: 'not (color is "Black")', values: { color: ["Black"], size: [] } } as const; // prettier-ignore
    const reasons: Why["reasons"] = [
      { code: "conditions", variants: [{ variant_identifier: "L1", failures: [failure] }] },
      { code: "words", tier: "strict", missing: ["sofa"] },
      { code: "inactive" },
    ];
    expect(formatWhy(why({ reasons }))).to.deep.equal([
      { sentence: "The product is not in the results of this search or listing.", points: [] },
      {
        sentence: "Variant L1 does not match these conditions:",
        points: ['not (color is "Black") (rule “no-black”). The variant has: color Black; size no value'],
      },
      {
        sentence:
          "Products must contain all words of the search. Missing words: “sofa”. Add the missing words to the product, or add a synonym.",
        points: [],
      },
      { sentence: "The product is inactive. To sell it again, import a file that contains it.", points: [] },
    ]);
  });
});
