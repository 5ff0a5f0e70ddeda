import { expect } from "chai";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { NO_TAXONOMY } from "../../../../src/catalog/taxonomy.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { matchBody } from "../../../../src/search/match/matches.js";
import { questionsOf } from "../../../../src/search/text/relaxation.js";
import { hasAllWords, textQuery } from "../../../../src/search/text/text-query.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { LIVE, NOW, PERSONAL, planned, type Given } from "./planned.js";

const bodyOf = (body: Omit<SearchBody, "user"> = {}, given: Given = {}, reach = 0) =>
  matchBody(planned(body, given), reach);

const ACTIVE = { bool: { filter: [{ term: { active: true } }] } };
const has = (field: string, value: string) => ({ term: { [`variants.data.${field}`]: value } });
const products = (query: object) => ({ nested: { path: "variants", score_mode: "none", query } });
const RED = { kind: "in", field: "color", values: ["red"] } as const;
const GUCCI = { kind: "in", field: "designer", values: ["GUCCI"] } as const;
const UP = { key: "up", points: 3, target: RED };

const every = (most = 20_000, score = "") => ({
  scripted_metric: {
    params: { most },
    init_script: "state.count = 0; state.found = new StringBuilder()",
    map_script: `if (state.count++ < params.most) { state.found.append(doc['hash'].value).append(' ')${score} }`,
    combine_script: "return state.found.toString()",
    reduce_script:
      "StringBuilder all = new StringBuilder(); for (found in states) { if (found != null) { all.append(found) } } return all.toString()",
  },
});
const some = (size = 20_000) => ({ terms: { field: "product_identifier", size } });
const scored = every(20_000, ".append(Float.floatToIntBits((float) _score)).append(' ')");
const among = (...ids: readonly string[]) => ({
  filters: { filters: Object.fromEntries(ids.map((id) => [id, { ids: { values: [id] } }])) },
});
const listing = { size: 0, track_total_hits: true, query: ACTIVE };

describe("matchBody", () => {
  it("the engine request of a listing loads all products in one aggregation, without scores", () => {
    expect(bodyOf()).to.deep.equal({ ...listing, aggs: { found: every() } });
    expect(bodyOf({ filters: { color: "red" } }, { whole: 40 })).to.deep.equal({
      ...listing,
      query: { bool: { filter: [products(has("color", "red"))] } },
      aggs: { found: every(40) },
    });
  });

  it("the engine request is the same for all shoppers, pages and page sizes of a listing", () => {
    const requested = bodyOf();
    expect(bodyOf({ limit: 5, context: { category_diversification: true } })).to.deep.equal(requested);
    expect(bodyOf({ pagination: { page: 7 } })).to.deep.equal(requested);
    expect(bodyOf({}, { personal: PERSONAL })).to.deep.equal(requested);
    expect(bodyOf({}, {}, 50_000)).to.deep.equal(requested);
  });

  it("the engine request includes rules, intent and stock in the score, but not the time-dependent static rank", () => {
    const constant = (filter: object, boost: number) => ({ constant_score: { filter, boost } });
    const rules = { at: NOW, half_life_days: 10, scores: [UP, { key: "down", points: -2, target: GUCCI }] };
    const body = bodyOf({}, { rules });
    expect(body).to.deep.equal({
      ...listing,
      query: {
        bool: {
          ...ACTIVE.bool,
          should: [
            constant(products(has("color", "red")), 3),
            constant({ bool: { must_not: [products(has("designer", "GUCCI"))] } }, 2),
          ],
        },
      },
      aggs: { found: scored },
    });
    expect(bodyOf({}, { rules: { ...rules, at: NOW + 1 } })).to.deep.equal(body);
    const intent = bodyOf({ query: "dress" }, { intent: "Clothing: Dresses" });
    expect(intent).to.have.deep.nested.property("query.bool.should", [
      constant(products(has("categories", "Clothing: Dresses")), DEFAULT_CONFIGURATION.search.category_intent),
    ]);
    const availability = { field: "stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } as const;
    const stocked = {
      bool: {
        should: [
          { term: { "variants.data.stock": true } },
          { bool: { must_not: [{ exists: { field: "variants.data.stock" } }] } },
        ],
      },
    };
    expect(bodyOf({}, { configuration: { availability } })).to.deep.equal({
      ...listing,
      query: { bool: { ...ACTIVE.bool, should: [constant(products(stocked), 128)] } },
      aggs: { found: scored },
    });
  });

  it("the engine request of a search loads the best matches as hits", () => {
    expect(bodyOf({ query: "red shirt", filters: { color: "red" } })).to.deep.equal({
      size: 500,
      track_total_hits: true,
      query: {
        bool: {
          filter: [products(has("color", "red"))],
          must: [textQuery("red shirt", DEFAULT_CONFIGURATION, "strict")],
        },
      },
      stored_fields: "_none_",
      sort: [{ _score: "desc" }, { hash: "asc" }],
      suggest: questionsOf(planned({ query: "red shirt" })).suggest,
    });
    expect(bodyOf({ query: "shirt" }, { personal: PERSONAL })).to.deep.equal(bodyOf({ query: "shirt", limit: 5 }));
  });

  it("the engine request of a search loads more hits for later pages, up to the engine's result window", () => {
    const sizeAt = (reach: number, whole?: number) => bodyOf({ query: "shirt" }, { whole }, reach)["size"];
    expect([0, 500, 501, 2_000, 2_001, 8_001, 32_000].map((reach) => sizeAt(reach))).to.deep.equal(
      [500, 500, 2_000, 2_000, 8_000, 32_000, 32_000],
    ); // prettier-ignore
    expect([32_001, 128_000, 1_000_000].map((reach) => sizeAt(reach))).to.deep.equal([100_000, 100_000, 100_000]);
    expect([0, 40, 41, 161].map((reach) => sizeAt(reach, 40))).to.deep.equal([40, 40, 160, 640]);
  });

  it("the engine request of a field sort loads only the total for later pages", () => {
    const first = { ...listing, size: 12, stored_fields: "_none_", sort: [{ "sort.price": { order: "asc", missing: "_last" } }, { product_identifier: "asc" }] }; // prettier-ignore
    expect(bodyOf({ sort: ["price_asc"], limit: 12 })).to.deep.equal(first);
    expect(bodyOf({ sort: ["price_asc"], limit: 12 }, { personal: PERSONAL, whole: 5 }, 9_000)).to.deep.equal(first);
    expect(bodyOf({ sort: ["price_asc"], limit: 12, pagination: { page: 2 } })).to.deep.equal(listing);
  });

  it("the engine request sends facet selections as a post filter if it sorts by values of matching variants", () => {
    const multi: LiveCatalog = { ...LIVE, multi_variant: true };
    const large = has("sizes", "L");
    const red = has("color", "red");
    const nested = (filter: object) => [{ "variants.data.price": { order: "desc", mode: "max", missing: "_last", nested: { path: "variants", filter } } }, { product_identifier: "asc" }]; // prettier-ignore
    const sorted = { sort: ["price_desc"] as [string], limit: 3, filters: { color: "red" } };
    const first = {
      size: 3,
      track_total_hits: true,
      query: { bool: { filter: [products(red)] } },
      stored_fields: "_none_",
    };
    expect(bodyOf(sorted, { live: multi })).to.deep.equal({
      ...first,
      sort: nested(red),
      post_filter: { match_all: {} },
    });
    const counting = { ...sorted, facet_filters: { sizes: ["L"] }, facets: { keys: ["sizes"] } };
    const both = { bool: { filter: [red, large] } };
    expect(bodyOf(counting, { live: multi })).to.deep.equal({
      ...first,
      sort: nested(both),
      post_filter: products(both),
    });
  });

  it("the engine request aggregates matching pinned products and candidates for reserved positions", () => {
    const pins = ["b", "a"].map((product, at) => ({ product, position: at + 1 }));
    const reservations = [
      { key: "red", position: 3, target: RED },
      { key: "gucci", position: 2, target: GUCCI },
    ];
    expect(bodyOf({}, { rules: { pins } })).to.deep.equal({
      ...listing,
      aggs: { found: every(), pinned: among("b", "a") },
    });
    // Only the aggregation of all matches returns scores.
    const rules = { pins, reservations, scores: [UP] };
    const { aggs } = bodyOf({}, { rules, whole: 40 });
    expect(aggs).to.deep.equal({
      found: every(40, ".append(Float.floatToIntBits((float) _score)).append(' ')"),
      pinned: among("b", "a"),
      reserved_0: { filter: products(has("color", "red")), aggs: { like: some(40) } },
      reserved_1: { filter: products(has("designer", "GUCCI")), aggs: { like: some(40) } },
    });
    const { found: _, ...others } = bodyOf({}, { rules })["aggs"] as Record<string, unknown>;
    expect(bodyOf({ query: "shirt" }, { rules })["aggs"]).to.deep.equal(others);
  });

  it("the engine request filters aggregations by the selected facet values if the query omits this filter", () => {
    const rules = {
      pins: [{ product: "a", position: 1 }],
      reservations: [{ key: "gucci", position: 3, target: GUCCI }],
    };
    const filter = products({ bool: { filter: [has("color", "red"), has("sizes", "L")] } });
    const within = (agg: object) => ({ filter, aggs: { in: agg } });
    const requested = { facet_filters: { color: ["red"], sizes: ["L"] }, facets: { keys: ["sizes", "color"] } };
    const narrowed = {
      pinned: within(among("a")),
      reserved_0: within({ filter: products(has("designer", "GUCCI")), aggs: { like: some() } }),
    };
    expect(bodyOf(requested, { rules })).to.deep.equal({
      ...listing,
      post_filter: filter,
      aggs: { found: within(every()), ...narrowed },
    });
    const search = bodyOf({ ...requested, query: "shirt" }, { rules });
    expect([search["post_filter"], search["aggs"]]).to.deep.equal([filter, narrowed]);
    // Selections in facets whose values are not counted are part of the query.
    expect(bodyOf({ ...requested, facets: { keys: [] } })).to.deep.equal({
      ...listing,
      query: { bool: { filter: [filter] } },
      aggs: { found: every() },
    });
  });

  it("the engine request counts the products that contain all words of a corrected query", () => {
    const corrections = [{ terms: ["dres"], to: ["dress"] }];
    const body = bodyOf({ query: "dres" }, { suggestion: "dress", corrections });
    expect(body["aggs"]).to.deep.equal({ suggested: { filter: hasAllWords("dress", DEFAULT_CONFIGURATION) } });
    expect(body["suggest"]).to.equal(undefined);
  });

  it("the engine request boosts products in the category of a query only if categories are not a taste field", () => {
    const taxonomy = { ...NO_TAXONOMY, sells_fashion: false, departments: null };
    const live = { ...LIVE, taxonomy };
    const { called } = questionsOf(planned({ query: "tv" }, { live }));
    const body = bodyOf({ query: "tv" }, { live });
    expect([called === undefined, body["aggs"]]).to.deep.equal([false, { called }]);
    const among = { categories: ["Video"] };
    expect(bodyOf({ query: "tv" }, { live, ...among })).to.deep.equal(body);
    const { taste } = DEFAULT_CONFIGURATION;
    const untold = { taste: { ...taste, fields: taste.fields.filter(({ field }) => field !== "categories") } };
    const requested = bodyOf({ query: "tv" }, { live, configuration: untold, ...among });
    expect(requested).to.have.deep.nested.property("query.bool.should", [
      {
        constant_score: {
          filter: products(has("categories", "Video")),
          boost: DEFAULT_CONFIGURATION.search.category_intent / 2,
        },
      },
    ]);
  });

  it("the engine request for limit 0 loads only totals and corrections", () => {
    const rules = {
      pins: [{ product: "a", position: 1 }],
      reservations: [{ key: "red", position: 3, target: RED }],
      scores: [UP],
    };
    for (const sort of ["featured", "price_asc"]) {
      expect(bodyOf({ limit: 0, sort: [sort] }, { rules, intent: "Shoes" })).to.deep.equal(listing);
    }
    const counting = { limit: 0, facet_filters: { color: ["red"] }, facets: { keys: ["color"] } };
    expect(bodyOf(counting, { rules })).to.deep.equal({ ...listing, post_filter: products(has("color", "red")) });
    const corrections = [{ terms: ["dres"], to: ["dress"] }];
    const search = bodyOf({ limit: 0, query: "dres" }, { suggestion: "dress", corrections });
    expect(search).to.deep.equal({
      size: 0,
      track_total_hits: true,
      query: { bool: { ...ACTIVE.bool, must: [textQuery("dres", DEFAULT_CONFIGURATION, "strict")] } },
      aggs: { suggested: { filter: hasAllWords("dress", DEFAULT_CONFIGURATION) } },
    });
  });
});
