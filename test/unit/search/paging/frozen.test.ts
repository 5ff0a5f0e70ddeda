import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { LeafType } from "../../../../src/catalog/leaves.js";
import { ServiceError } from "../../../../src/errors.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import { freeze, frozenConfiguration, inheritBody } from "../../../../src/search/paging/frozen.js";
import type { ChainRoot } from "../../../../src/search/paging/state.js";
import { windowBody } from "../../../../src/search/paging/windows.js";
import type { Personal } from "../../../../src/search/listing/plan.js";
import { NO_RULES, type RulesInForce } from "../../../../src/search/rules/rules-in-force.js";
import { canonicalFilter } from "../../../../src/filters/canonical-filter.js";
import { parseFilter } from "../../../../src/filters/filter-expression.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import {
  completeConfiguration,
  DEFAULT_CONFIGURATION,
  type StorefrontConfiguration,
} from "../../../../src/storefront/configuration.js";
import type { Facet } from "../../../../src/storefront/facets-configuration.js";

const user = { device_id: "d" };
const first: SearchBody = {
  user,
  query: " red dress ",
  limit: 12,
  sort: ["price_asc"],
  filters: { $or: [{ designer: "GUCCI" }, { color: { $in: ["red", "blue"] } }] },
  facet_filters: { designer: ["GUCCI", "PRADA"], price: { max: 100 } },
  projection: ["name"],
};
const configuration = DEFAULT_CONFIGURATION;
const plannedOf = (body: SearchBody, intent: string | null) =>
  planSearch(
    parseSearchRequest(body, configuration, undefined),
    configuration,
    { leaves: new Map(), multi_variant: false },
    NO_FACTS,
    { rules: NO_RULES, intent },
  );
const root = freeze(
  first,
  { total: 99, plan: { ...plannedOf(first, "Clothing: Dresses"), tier: "any", all_words: 3 } },
  null,
  1_000,
);

const facet = (key: string): Facet => {
  const found = configuration.facets.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no facet ${key}`);
  return found;
};

function fieldOf(body: Omit<SearchBody, "user">, of: ChainRoot = root): unknown {
  try {
    inheritBody(of, { user, ...body }, frozenConfiguration(of, configuration));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "validation_error") return error.context?.["field"];
    throw error;
  }
  return undefined;
}

describe("the frozen request of a chain", () => {
  it("is the request as it came and the rules that rank", () => {
    expect(root).to.deep.equal({
      started_at: 1_000,
      total: 99,
      tier: "any",
      all_words: 3,
      personal: null,
      rules: null,
      intent: "Clothing: Dresses",
      request: {
        query: "red dress",
        limit: 12,
        filters: first.filters,
        facet_filters: first.facet_filters,
        projection: ["name"],
      },
      ranking: {
        sort: { key: "price_asc", label: "Price: low to high", by: "field", field: "price", order: "asc" },
        field_weights: configuration.field_weights,
        search: { ...configuration.search, general_synonyms: false },
        availability: null,
        facets: [facet("designer"), facet("price")],
      },
    });
  });

  it("outlives changes of the storefront's configuration", () => {
    const changed = {
      ...configuration,
      sort_keys: [{ key: "featured", label: "Featured", by: "featured" as const }],
      field_weights: { title: 1, designer: 1, categories: 1, description: 1, other: 1 },
      facets: [{ ...facet("designer"), field: "brand" }, facet("color")],
      currency: "EUR",
    };
    expect(frozenConfiguration(root, changed)).to.deep.equal({
      ...configuration,
      sort_keys: [root.ranking.sort],
      default_sort: "price_asc",
      search: { ...configuration.search, general_synonyms: false },
      facets: [facet("designer"), facet("color"), facet("price")],
      currency: "EUR",
    });
  });

  it("completes a later request that leaves it out", () => {
    const pagination = { page: 2, cursor: "c" };
    expect(inheritBody(root, { user, pagination }, configuration)).to.deep.equal({
      ...first,
      query: "red dress",
      pagination,
    });
    const nulls = { user, pagination, query: null, filters: null, facet_filters: null };
    expect(inheritBody(root, nulls, configuration)).to.deep.equal({ ...first, query: "red dress", pagination });
  });

  it("leaves projection and facets to the later request", () => {
    const later: SearchBody = { user: { device_id: "d", user_id: "u" }, projection: [], facets: { keys: ["*"] } };
    expect(inheritBody(root, later, configuration)).to.deep.equal({ ...first, query: "red dress", ...later });
  });

  it("may be repeated, also in another form", () => {
    expect(fieldOf(first)).to.equal(undefined);
    const filters = { $or: [{ color: { $in: ["blue", "red", "blue"] } }, { designer: { $eq: "GUCCI" } }] };
    expect(fieldOf({ filters, query: "red dress" })).to.equal(undefined);
    expect(fieldOf({ facet_filters: { price: [{ max: 100 }], designer: ["PRADA", "GUCCI"], color: [] } })).to.equal(
      undefined,
    );
  });

  for (const [field, body] of [
    ["limit", { limit: 24 }],
    ["limit", { limit: 0 }],
    ["query", { query: "red" }],
    ["sort", { sort: ["price_desc"] }],
    ["filters", { filters: {} }],
    ["filters", { filters: { designer: "GUCCI" } }],
    ["facet_filters", { facet_filters: {} }],
    ["facet_filters", { facet_filters: { designer: ["GUCCI", "PRADA"], price: { max: 101 } } }],
  ] as const) {
    it(`may not be ${JSON.stringify(body)}`, () => {
      expect(fieldOf(body)).to.equal(field);
    });
  }

  it("treats no filters like filters that hold for everything", () => {
    const plain = freeze({ user }, { total: 1, plan: plannedOf({ user }, null) }, null, 0);
    expect(fieldOf({ filters: {}, facet_filters: { color: [] }, query: " " }, plain)).to.equal(undefined);
    expect(fieldOf({ filters: { color: "red" } }, plain)).to.equal("filters");
  });
});

describe("a later page", () => {
  const leaves = new Map<string, LeafType>([
    ["price", "number"],
    ["color", "string"],
    ["stock", "boolean"],
    ["categories", "string"],
  ]);
  const catalog = { leaves, multi_variant: true, taxonomy: undefined };
  const before: StorefrontConfiguration = {
    ...configuration,
    availability: { field: "stock", in_stock: [true], out_of_stock: "bury", sorted: "bury" },
  };
  const after = completeConfiguration({
    currency: "EUR",
    sort_keys: [{ key: "name", label: "Name", by: "field", field: "title", order: "asc" }],
    default_sort: "name",
    facets: [{ key: "color", label: "Colour", type: "list", field: "colour" }],
    field_weights: { title: 9, designer: 8, categories: 7, description: 6, other: 5 },
    search: { popularity: 9, category_intent: 9, brand: 9, spelling: false, synonyms: [{ terms: ["red", "dress"] }] },
    suggest: { shoppers: 9 },
    availability: { field: "color", in_stock: ["red"], out_of_stock: "hide" },
    department: "color",
    sells_fashion: true,
    field_types: { price: "number" },
    redirects: [{ queries: ["red"], url: "/red" }],
    ingestion: { max_leaves: 9 },
    holdout_share: 0.1,
    signed_user_ids: true,
    events: { page_url_parameters: ["ref"] },
    taste: { price: null },
    ranking: { affinity: 9, text_affinity: 9 },
    popularity: { half_life_days: 9 },
    profiles: { mine: { recommenders: [{ by: "popular" }] } },
    placements: { page: { slots: [{ key: "one", profile: "mine" }] } },
    rules: [{ key: "hide", action: "hide", filters: { color: "red" } }],
  });
  const rules: RulesInForce = {
    at: 1_000,
    half_life_days: 30,
    shown: { kind: "not", filter: { kind: "in", field: "color", values: ["green"] } },
    scores: [{ key: "summer", points: 3, target: { kind: "in", field: "color", values: ["red"] } }],
    pins: [{ product: "p1", position: 1 }],
  };
  const taste = { at: 1_000, tokens: [["color=red", 1]], seen: [], products: [], prices: [] };
  const { ranking: weights } = configuration;
  const personal = {
    taste: { recent: [], ...taste },
    weights,
    half_life_days: 30,
    diversify_categories: true,
  } as unknown as Personal;

  /** Of all settings only those by which words and values are read may change what a chain goes on with. */
  it("is tried with every other setting changed", () => {
    const same = Object.entries(after).filter(([name, setting]) =>
      isDeepStrictEqual(setting, before[name as keyof StorefrontConfiguration]),
    );
    expect(same.map(([name]) => name)).to.deep.equal(["language", "aliases", "fields"]);
  });

  const bodies: readonly Omit<SearchBody, "user">[] = [
    { query: "red dresses" },
    { query: "red dresses", filters: { color: "red" }, facet_filters: { price: { max: 100 } } },
    {},
    { facet_filters: { color: ["red", "blue"] } },
    { sort: ["price_asc"], filters: { color: "red" } },
  ];
  for (const body of bodies) {
    for (const tier of ["strict", "any"] as const) {
      it(`asks for what the first page asked for ${JSON.stringify(body)}, tier ${tier}`, () => {
        const request = parseSearchRequest({ user, ...body }, before, leaves);
        const intent = request.query === null ? null : "Clothing: Dresses";
        const plan = { ...planSearch(request, before, catalog, NO_FACTS, { rules, intent }), tier, personal };
        const kept = JSON.parse(
          JSON.stringify(freeze({ user, ...body }, { plan, total: 9 }, null, 1_000)),
        ) as ChainRoot;

        const frozen = frozenConfiguration(kept, after);
        const later = parseSearchRequest(inheritBody(kept, { user }, frozen), frozen, leaves);
        const lookedUp = { rules: kept.rules ?? NO_RULES, intent: kept.intent ?? null };
        const next = {
          ...planSearch(later, frozen, catalog, NO_FACTS, lookedUp),
          tier: kept.tier,
          personal: kept.personal,
        };
        expect(windowBody(next, { size: 100 })).to.deep.equal(windowBody(plan, { size: 100 }));
      });
    }
  }
});

describe("the canonical text of a filter", () => {
  const text = (expression: object) => canonicalFilter(parseFilter(expression, "filters"));

  it("is the same whatever the order, and different for what is different", () => {
    expect(text({ a: 1, b: { $gte: 2, $lte: 3 } })).to.equal(text({ $and: [{ b: { $lte: 3, $gte: 2 } }, { a: { $in: [1, 1] } }] })); // prettier-ignore
    const different = [
      {}, { $or: [] }, { a: 1 }, { a: "1" }, { a: true }, { a: null }, { a: { $ne: 1 } }, { a: { $gt: 1 } }, { a: { $gte: 1 } },
      { a: { $in: [] } }, { $or: [{ a: 1 }, { b: 1 }] }, { a: 1, b: 1 }, { a: 0 }, { a: false },
    ].map(text); // prettier-ignore
    expect(new Set(different).size).to.equal(different.length);
  });
});
