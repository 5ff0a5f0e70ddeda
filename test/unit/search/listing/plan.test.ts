import { expect } from "chai";
import type { FieldType } from "../../../../src/catalog/fields.js";
import { ServiceError } from "../../../../src/errors.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { matchBody } from "../../../../src/search/match/matches.js";
import { sliceBody } from "../../../../src/search/match/ordered.js";
import { facetAggregations } from "../../../../src/search/facets/facet-aggregations.js";
import type { CatalogFacts } from "../../../../src/search/facets/catalog-facts.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { textQuery } from "../../../../src/search/text/text-query.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const fields = new Map<string, FieldType>([
  ["title", "string"],
  ["designer", "string"],
  ["color", "string"],
  ["sizes", "string"],
  ["categories", "string"],
  ["price", "number"],
  ["weight", "number"],
  ["stock", "boolean"],
]);
const SINGLE = { fields, multi_variant: false };
const MULTI = { fields, multi_variant: true };
const FACTS: CatalogFacts = { shards: 1, proposed: new Map([["price", [{ max: 20 }, { min: 20 }]]]) };

function planOf(
  given: Omit<SearchBody, "user">,
  catalog = SINGLE,
  configuration: Partial<StorefrontConfiguration> = {},
  facts = FACTS,
) {
  const storefront = { ...DEFAULT_CONFIGURATION, ...configuration };
  const request = parseSearchRequest({ user: { device_id: "d" }, ...given }, storefront, fields);
  return planSearch(request, storefront, catalog, facts);
}

/** Returns the query, post filter and facet aggregations of a plan. */
function bodyOf(...given: Parameters<typeof planOf>) {
  const plan = planOf(...given);
  const { query, post_filter } = matchBody(plan, 0);
  const aggs = facetAggregations(plan.facets, plan.catalog.fields);
  return { query, ...(post_filter !== undefined && { post_filter }), ...(aggs !== undefined && { aggs }) };
}

const PRIOR = [{ prior: "desc" }, { created_at: "desc" }, { product_identifier: "asc" }];
const RED = { term: { "variants.data.color": "red" } };
const LARGE = { term: { "variants.data.sizes": "L" } };
const products = (query: object) => ({ nested: { path: "variants", score_mode: "none", query } });
const terms = (field: string, more: object = {}) => ({ terms: { field: `variants.data.${field}`, size: 50, ...more } });
const behind = { aggs: { products: { reverse_nested: {} } } };
const byProducts = { order: [{ products: "desc" }, { _key: "asc" }] };
const span = { stats: { field: "variants.data.price" } };
const ranges = {
  range: {
    field: "variants.data.price",
    keyed: true,
    ranges: [
      { key: "r0", to: 20 },
      { key: "r1", from: 20 },
    ],
  },
};

describe("the engine query of a search plan", () => {
  it("the engine query for a listing of all products contains only the required clauses", () => {
    expect(bodyOf({})).to.deep.equal({
      query: { bool: { filter: [{ term: { active: true } }] } },
    });
  });

  it("the engine query counts facets without nested filters if each product has one variant", () => {
    expect(bodyOf({ filters: { color: "red" }, facets: { keys: ["designer", "price"] } })).to.deep.equal({
      query: { bool: { filter: [products(RED)] } },
      aggs: { variants: { nested: { path: "variants" }, aggs: { f0: terms("designer"), f1_span: span, f1: ranges } } },
    });
  });

  it("the engine query counts products through their matching variants if products have several variants", () => {
    expect(bodyOf({ filters: { color: "red" }, facets: { keys: ["designer", "price"] } }, MULTI)).to.deep.equal({
      query: { bool: { filter: [products(RED)] } },
      aggs: {
        variants: {
          nested: { path: "variants" },
          aggs: {
            g0: {
              filter: RED,
              aggs: {
                f0: { ...terms("designer", byProducts), ...behind },
                f1_span: span,
                f1: { ...ranges, ...behind },
              },
            },
          },
        },
      },
    });
  });

  it("the engine query filters each counted facet by the selections of the other facets", () => {
    const body = bodyOf(
      {
        filters: { color: "red" },
        facet_filters: { sizes: ["L"], designer: ["A", "B"], price: { max: 5 } },
        facets: { keys: ["designer", "sizes", "color"], max_values: 7 },
      },
      MULTI,
    );
    const designers = { terms: { "variants.data.designer": ["A", "B"] } };
    const cheap = { range: { "variants.data.price": { lte: 5 } } };
    const listed = (field: string) => ({ ...terms(field, { ...byProducts, size: 7 }), ...behind });
    const selected = (field: string, include: string[]) => ({
      terms: { field: `variants.data.${field}`, include, size: include.length },
      ...behind,
    });
    expect(body).to.deep.equal({
      query: { bool: { filter: [products({ bool: { filter: [RED, cheap] } })] } },
      post_filter: products({ bool: { filter: [RED, cheap, designers, LARGE] } }),
      aggs: {
        variants: {
          nested: { path: "variants" },
          aggs: {
            g0: { filter: { bool: { filter: [RED, cheap, designers, LARGE] } }, aggs: { f2: listed("color") } },
            g1: {
              filter: { bool: { filter: [RED, cheap, LARGE] } },
              aggs: { f0: listed("designer"), f0_selected: selected("designer", ["A", "B"]) },
            },
            g2: {
              filter: { bool: { filter: [RED, cheap, designers] } },
              aggs: { f1: listed("sizes"), f1_selected: selected("sizes", ["L"]) },
            },
          },
        },
      },
    });
  });

  it("facet counts of single-variant products do not repeat the filters of the query", () => {
    const { aggs } = bodyOf({
      filters: { color: "red" },
      facet_filters: { sizes: "L" },
      facets: { keys: ["sizes", "designer"] },
    });
    expect(aggs).to.deep.equal({
      variants: {
        nested: { path: "variants" },
        aggs: {
          g0: { filter: LARGE, aggs: { f1: terms("designer") } },
          f0: terms("sizes"),
          f0_selected: { terms: { field: "variants.data.sizes", include: ["L"], size: 1 } },
        },
      },
    });
  });

  it("the engine query requests more facet values from each shard if there are several shards", () => {
    const { aggs } = bodyOf({ facets: { keys: ["color"] } }, SINGLE, {}, { ...FACTS, shards: 3 });
    expect(aggs).to.deep.equal({
      variants: { nested: { path: "variants" }, aggs: { f0: terms("color", { shard_size: 10_000 }) } },
    });
  });

  it("the engine query adds a selected range to the configured ranges of a facet", () => {
    const numbers: StorefrontConfiguration["facets"] = [
      {
        key: "w",
        label: "W",
        field: "weight",
        type: "list",
        selection_mode: "multi",
        collapsed: false,
        order: "count",
      },
      ...DEFAULT_CONFIGURATION.facets,
    ];
    const { aggs } = bodyOf(
      {
        facet_filters: { w: ["5.0"], price: [{ min: 1, max: 2 }, { max: 19.999999999999996 }] },
        facets: { keys: ["w", "price"] },
      },
      SINGLE,
      { facets: numbers },
    );
    const priced = { bool: { should: [{ range: { "variants.data.price": { gte: 1, lte: 2 } } }, { range: { "variants.data.price": { lte: 19.999999999999996 } } }] } }; // prettier-ignore
    expect(aggs).to.deep.equal({
      variants: {
        nested: { path: "variants" },
        aggs: {
          g0: {
            filter: priced,
            aggs: {
              f0: terms("weight"),
              f0_selected: { terms: { field: "variants.data.weight", include: ["5"], size: 1 } },
            },
          },
          g1: {
            filter: { term: { "variants.data.weight": 5 } },
            aggs: {
              f1_span: span,
              f1: {
                range: {
                  ...ranges.range,
                  ranges: [...ranges.range.ranges, { key: "r2", from: 1, to: 2.0000000000000004 }],
                },
              },
            },
          },
        },
      },
    });
  });

  it("the engine query counts facets in a request with limit 0", () => {
    expect(bodyOf({ limit: 0, sort: ["price_asc"], facets: { keys: ["color"] } })).to.deep.equal({
      query: { bool: { filter: [{ term: { active: true } }] } },
      aggs: { variants: { nested: { path: "variants" }, aggs: { f0: terms("color") } } },
    });
  });

  it("the engine query scores text only for products that match the filters", () => {
    expect(bodyOf({ query: "red shirt", filters: { color: "red" } })).to.deep.equal({
      query: {
        bool: {
          filter: [products(RED)],
          must: [textQuery("red shirt", DEFAULT_CONFIGURATION, "strict")],
        },
      },
    });
  });

  it("the engine query sorts by score if products have a score, and otherwise by static rank and age", () => {
    const sortOf = (...given: Parameters<typeof planOf>) => sliceBody(planOf(...given), { size: 1 })["sort"];
    expect(sortOf({})).to.deep.equal(PRIOR);
    expect(sortOf({ query: "red shirt" })).to.deep.equal([{ _score: "desc" }, { product_identifier: "asc" }]);
    const availability = { field: "stock", in_stock: [true], sorted: "keep", out_of_stock: "bury" } as const;
    expect(sortOf({}, MULTI, { availability })).to.deep.equal([{ _score: "desc" }, ...PRIOR]);
  });

  describe("the engine's sort criteria for a field sort", () => {
    const sortOf = (
      given: Omit<SearchBody, "user">,
      catalog = MULTI,
      configuration: Partial<StorefrontConfiguration> = {},
    ) => matchBody(planOf(given, catalog, configuration), 0)["sort"];
    const tie = { product_identifier: "asc" };

    it("a field sort uses product-level values if all variants match", () => {
      expect(sortOf({ sort: ["price_desc"] })).to.deep.equal([
        { "sort.price": { order: "desc", missing: "_last" } },
        tie,
      ]);
      expect(sortOf({ sort: ["name_asc"] })).to.deep.equal([{ "sort.title": { order: "asc", missing: "_last" } }, tie]);
      expect(sortOf({ sort: ["price_asc"], filters: { color: "red" } }, SINGLE)).to.deep.equal([
        { "sort.price": { order: "asc", missing: "_last" } },
        tie,
      ]);
    });

    it("a field sort uses the values of matching variants if only some variants match", () => {
      const given = { filters: { color: "red" }, facet_filters: { sizes: "L" }, facets: { keys: ["sizes"] } };
      const nested = { path: "variants", filter: { bool: { filter: [RED, LARGE] } } };
      expect(sortOf({ ...given, sort: ["price_asc"] })).to.deep.equal([
        { "variants.data.price": { order: "asc", mode: "min", missing: "_last", nested } },
        tie,
      ]);
      expect(sortOf({ ...given, sort: ["name_asc"] })).to.deep.equal([
        { "variants.data.title.order": { order: "asc", mode: "min", missing: "_last", nested } },
        tie,
      ]);
    });

    it("a field sort uses variant values if the field has no product-level values", () => {
      const sort_keys: StorefrontConfiguration["sort_keys"] = [
        { key: "heavy", label: "Heavy", by: "field", field: "weight", order: "desc" },
        { key: "new", label: "New", by: "field", field: "released_at", order: "desc" },
      ];
      const configuration = { sort_keys, default_sort: "heavy" };
      expect(sortOf({}, MULTI, configuration)).to.deep.equal([
        { "variants.data.weight": { order: "desc", mode: "max", missing: "_last", nested: { path: "variants" } } },
        tie,
      ]);
      expect(sortOf({ sort: ["new"] }, MULTI, configuration)).to.deep.equal([tie]);
    });
  });

  describe("with stock", () => {
    const availability = { field: "stock", in_stock: [true], sorted: "keep" as const };
    const stocked = {
      bool: {
        should: [
          { term: { "variants.data.stock": true } },
          { bool: { must_not: [{ exists: { field: "variants.data.stock" } }] } },
        ],
      },
    };

    it("the engine query hides variants out of stock if `out_of_stock` is `hide`", () => {
      expect(bodyOf({}, MULTI, { availability: { ...availability, out_of_stock: "hide" } })).to.deep.equal({
        query: { bool: { filter: [products(stocked)] } },
      });
    });

    it("the engine query ranks products with a matching variant in stock first if `out_of_stock` is `bury`", () => {
      expect(
        bodyOf({ filters: { color: "red" } }, MULTI, { availability: { ...availability, out_of_stock: "bury" } }),
      ).to.deep.equal({
        query: {
          bool: {
            filter: [products(RED)],
            should: [{ constant_score: { filter: products({ bool: { filter: [RED, stocked] } }), boost: 128 } }],
          },
        },
      });
    });

    it("the engine query does not consider stock in a field sort if `sorted` is `keep`", () => {
      const body = bodyOf({ sort: ["price_asc"] }, MULTI, { availability: { ...availability, out_of_stock: "bury" } });
      expect(body.query).to.deep.equal({ bool: { filter: [{ term: { active: true } }] } });
    });
  });

  it("a search request is rejected if its filters exceed the clause limit of the engine", () => {
    const $and = Array.from({ length: 501 }, (_, at) => ({ price: { $gt: at } }));
    expect(() => bodyOf({ filters: { $and } }))
      .to.throw(ServiceError)
      .that.deep.includes({
        code: "validation_error",
        context: { field: "filters" },
      });
  });
});
