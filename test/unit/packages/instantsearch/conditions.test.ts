import { expect } from "chai";
import { conditionsOf } from "../../../../packages/instantsearch/src/conditions.js";
import type { SearchParams } from "../../../../packages/instantsearch/src/params.js";

const facet = (key: string, type: "list" | "tree" | "range") =>
  ({ key, type, field: key, label: key, selection_mode: "multi" }) as const;
const FACETS = [
  ...["color", "size", "pattern", "brand", "designer", "sizes"].map((key) => facet(key, "list")),
  ...[facet("categories", "tree"), facet("price", "range")],
];
const naming = { facets: FACETS, fields: { pattern: "attributes.pattern" }, separator: " > " };
const conditions = (params: SearchParams, counted = ["color", "pattern", "price", "categories.lvl0"]) =>
  conditionsOf(params, counted, naming);

describe("conditionsOf", () => {
  it("conditionsOf converts alternative values of a requested facet to a facet selection", () => {
    expect(conditions({ facetFilters: [["color:red", "color:blue"], ["pattern:Striped"]] })).to.deep.equal({
      facet_filters: { color: ["red", "blue"], pattern: ["Striped"] },
      filters: null,
    });
  });

  it("conditionsOf creates filters for conjunctions, exclusions, and values of facets that are not requested", () => {
    for (const [facetFilters, filters] of [
      [["color:red"], { color: "red" }],
      ["color:red", { color: "red" }],
      [
        ["pattern:Striped", "pattern:-Dotted"],
        {
          $and: [{ "attributes.pattern": "Striped" }, { $not: { "attributes.pattern": "Dotted" } }],
        },
      ],
      [[["size:S", "size:M"]], { $or: [{ size: "S" }, { size: "M" }] }],
      [[["color:red", "size:M"]], { $or: [{ color: "red" }, { size: "M" }] }],
      [["objectID:p1"], { product_identifier: "p1" }],
      [[["color:\\-5", "color:-a:b"]], { $or: [{ color: "-5" }, { $not: { color: "a:b" } }] }],
    ] as const) {
      expect(conditions({ facetFilters })).to.deep.equal({ facet_filters: {}, filters });
    }
  });

  it("conditionsOf converts hierarchical refinements to selections of category levels", () => {
    for (const facetFilters of [["categories.lvl1:Clothing > Knitwear"], [["categories.lvl1:Clothing > Knitwear"]]]) {
      expect(conditions({ facetFilters })).to.deep.equal({
        facet_filters: { categories: ["Clothing: Knitwear"] },
        filters: null,
      });
    }
  });

  it("conditionsOf converts numeric refinements of a requested facet to a range selection", () => {
    expect(conditions({ numericFilters: ["price>=0", "price<=20.5", "price<=0"] })).to.deep.equal({
      facet_filters: { price: { min: 0, max: 0 } },
      filters: null,
    });
    expect(conditions({ numericFilters: ["price>0", ["rating=5", "rating!=3"], "stock>=-1"] })).to.deep.equal({
      facet_filters: {},
      filters: {
        $and: [
          { price: { $gt: 0 } },
          { $or: [{ rating: { $eq: 5 } }, { rating: { $ne: 3 } }] },
          { stock: { $gte: -1 } },
        ],
      },
    });
    expect(conditions({ numericFilters: ["price>=5", "price<=4"] })).to.deep.equal({
      facet_filters: {},
      filters: { $or: [] },
    });
    expect(() => conditions({ numericFilters: ["price~3"] })).to.throw(SyntaxError);
  });

  it("conditionsOf combines refinements with filter strings", () => {
    expect(conditions({ filters: "on_sale:true", facetFilters: ["color:red"] })).to.deep.equal({
      facet_filters: {},
      filters: { $and: [{ on_sale: "true" }, { color: "red" }] },
    });
    expect(conditions({ filters: " " })).to.deep.equal({ facet_filters: {}, filters: null });
  });
});
