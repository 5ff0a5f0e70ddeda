import { expect } from "chai";
import type { LeafType } from "../../../../src/catalog/leaves.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { itemsBody } from "../../../../src/search/listing/items.js";
import { windowBody } from "../../../../src/search/paging/windows.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { mustCount } from "../../../../src/search/sort.js";
import { textQuery } from "../../../../src/search/text/text-query.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const leaves = new Map<string, LeafType>([
  ["price", "number"],
  ["color", "string"],
  ["available_from", "date"],
]);
const catalog = { leaves, multi_variant: true };
const configuration: StorefrontConfiguration = {
  ...DEFAULT_CONFIGURATION,
  sort_keys: [
    ...DEFAULT_CONFIGURATION.sort_keys,
    { key: "soonest", label: "Soonest", by: "field", field: "available_from", order: "asc" },
  ],
};

function plan(body: Omit<SearchBody, "user">): Plan {
  const request = parseSearchRequest({ user: { device_id: "d" }, ...body }, configuration, leaves);
  return planSearch(request, configuration, catalog, { shards: 1, proposed: new Map() });
}

const RED = { term: { "variants.data.color": "red" } };
const RED_PRODUCTS = { nested: { path: "variants", score_mode: "none", query: RED } };

describe("the body of a window", () => {
  it("requests only the order, without delivered products", () => {
    expect(windowBody(plan({}), { size: 100, excluded: ["a", "b"] })).to.deep.equal({
      size: 100,
      track_total_hits: false,
      stored_fields: "_none_",
      query: { bool: { filter: [{ term: { active: true } }], must_not: [{ ids: { values: ["a", "b"] } }] } },
      sort: [{ prior: "desc" }, { created_at: "desc" }, { product_identifier: "asc" }],
    });
  });

  it("continues after a hit with the conditions, the text and the score", () => {
    const text = plan({ query: "dress", facet_filters: { color: "red" } });
    expect(windowBody(text, { size: 100, after: [1.5, "p"] })).to.deep.equal({
      size: 100,
      track_total_hits: false,
      stored_fields: "_none_",
      query: { bool: { filter: [RED_PRODUCTS], must: [textQuery("dress", configuration, "strict")] } },
      sort: [{ _score: "desc" }, { product_identifier: "asc" }],
      search_after: [1.5, "p"],
    });
  });

  it("counts its hits where the order looks into variants", () => {
    const nested = plan({ filters: { color: "red" }, sort: ["price_asc"] });
    expect(windowBody(nested, { size: 10, from: 3 })).to.deep.equal({
      size: 10,
      from: 3,
      track_total_hits: true,
      stored_fields: "_none_",
      query: { bool: { filter: [RED_PRODUCTS] } },
      post_filter: { match_all: {} },
      sort: [
        {
          "variants.data.price": {
            order: "asc",
            mode: "min",
            missing: "_last",
            nested: { path: "variants", filter: RED },
          },
        },
        { product_identifier: "asc" },
      ],
    });
  });

  it("gives products without a date a position that can be continued from", () => {
    const { sort } = windowBody(plan({ sort: ["soonest"] }), { size: 1 });
    const date = { order: "asc", mode: "min", missing: 8_640_000_000_000_000, nested: { path: "variants" } };
    expect(sort).to.deep.equal([{ "variants.data.available_from": date }, { product_identifier: "asc" }]);
  });
});

describe("an order", () => {
  it("must be counted only where it is nested", () => {
    expect(mustCount([{ prior: "desc" }, { "sort.price": { order: "asc" } }])).to.equal(false);
    expect(mustCount([{ "variants.data.price": { order: "asc", nested: { path: "variants" } } }])).to.equal(true);
  });
});

describe("the body that reads a page's products", () => {
  it("requests those that are active and match now, the text included", () => {
    const text = plan({ query: "dress", filters: { color: "red" } });
    expect(itemsBody(text, ["b", "a"])).to.deep.equal({
      size: 2,
      track_total_hits: false,
      query: {
        bool: {
          filter: [{ ids: { values: ["b", "a"] } }, RED_PRODUCTS, textQuery("dress", configuration, "strict")],
        },
      },
    });
  });
});
