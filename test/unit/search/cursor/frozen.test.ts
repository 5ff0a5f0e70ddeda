import { expect } from "chai";
import { ServiceError } from "../../../../src/errors.js";
import { freeze, frozenConfiguration, inheritBody } from "../../../../src/search/cursor/frozen.js";
import type { ChainRoot } from "../../../../src/search/cursor/state.js";
import { canonicalFilter } from "../../../../src/filters/canonical-filter.js";
import { parseFilter } from "../../../../src/filters/filter-expression.js";
import { parseSearchRequest } from "../../../../src/search/request.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
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
const root = freeze(
  first,
  parseSearchRequest(first, configuration, undefined),
  configuration,
  { total: 99, tier: "any", personal: null, rules: null, intent: "Clothing: Dresses" },
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
    const plain = freeze({ user }, parseSearchRequest({ user }, configuration, undefined), configuration, { total: 1, tier: "strict", personal: null, rules: null, intent: null }, 0); // prettier-ignore
    expect(fieldOf({ filters: {}, facet_filters: { color: [] }, query: " " }, plain)).to.equal(undefined);
    expect(fieldOf({ filters: { color: "red" } }, plain)).to.equal("filters");
  });
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
