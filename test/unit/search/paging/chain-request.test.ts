import { expect } from "chai";
import { ServiceError } from "../../../../src/errors.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import { chainRequest, inheritBody } from "../../../../src/search/paging/chain-request.js";
import type { ChainRequest } from "../../../../src/search/paging/state.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const user = { device_id: "d" };
const configuration = DEFAULT_CONFIGURATION;
const first: SearchBody = {
  user,
  query: " red dress ",
  limit: 12,
  sort: ["price_asc"],
  filters: { $or: [{ designer: "GUCCI" }, { color: { $in: ["red", "blue"] } }] },
  facet_filters: { designer: ["GUCCI", "PRADA"], price: { max: 100 } },
  projection: ["name"],
};
const requestOf = (body: SearchBody, of = configuration) => chainRequest(body, parseSearchRequest(body, of, undefined));
const chain = requestOf(first);
const inherited = {
  query: "red dress",
  limit: 12,
  sort: ["price_asc"],
  filters: first.filters,
  facet_filters: first.facet_filters,
  context: { category_diversification: false },
  projection: ["name"],
};

/** Returns the field whose value in a later request differs from the first request of the cursor chain, if any. */
function differing(body: Omit<SearchBody, "user">, of: ChainRequest = chain, by = configuration): unknown {
  try {
    inheritBody(of, { user, ...body }, by);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "validation_error") return error.context?.["field"];
    throw error;
  }
  return undefined;
}

describe("the stored request of a cursor chain", () => {
  it("the stored request of a cursor chain contains the parameters of the first request, including defaults", () => {
    expect(chain).to.deep.equal({
      query: "red dress",
      limit: 12,
      sort: "price_asc",
      filters: first.filters,
      facet_filters: first.facet_filters,
      projection: ["name"],
    });
    const nothing = { query: null, limit: 24, sort: "featured", filters: null, facet_filters: null, projection: null };
    expect(requestOf({ user })).to.deep.equal(nothing);
    expect(requestOf({ user, query: " ", filters: null, facet_filters: null })).to.deep.equal(nothing);
    expect(requestOf({ user, context: { category_diversification: false } })).to.deep.equal(nothing);
    expect(requestOf({ user, context: { category_diversification: true } })).to.deep.equal({
      ...nothing,
      diversify_categories: true,
    });
    expect(requestOf({ user }, { ...configuration, default_sort: "name_asc" }).sort).to.equal("name_asc");
  });

  it("the stored request of a cursor chain contains the query as typed, including its price words", () => {
    const body = { user, query: "dress under 50" };
    const request = parseSearchRequest(body, configuration, new Map([["price", "number"]]));
    expect([request.query, chainRequest(body, request).query]).to.deep.equal(["dress", "dress under 50"]);
  });

  it("a later request of a cursor chain inherits omitted parameters from the first request", () => {
    const pagination = { page: 2, cursor: "c" };
    expect(inheritBody(chain, { user, pagination }, configuration)).to.deep.equal({ user, pagination, ...inherited });
    const nulls = { user, pagination, query: null, filters: null, facet_filters: null };
    expect(inheritBody(chain, nulls, configuration)).to.deep.equal({ user, pagination, ...inherited });
    const plain = inheritBody(requestOf({ user }), { user, pagination }, configuration);
    expect(plain).to.deep.equal({
      user,
      pagination,
      query: null,
      limit: 24,
      sort: ["featured"],
      filters: null,
      facet_filters: null,
      context: { category_diversification: false },
    });
  });

  it("a later request of a cursor chain is parsed like the first request if it inherits all parameters", () => {
    const read = (body: SearchBody) => {
      const { projection, ...others } = parseSearchRequest(body, configuration, undefined);
      return { ...others, projection: projection.map(({ name }) => name) };
    };
    const diverse = { query: "dress under 50", context: { category_diversification: true } };
    for (const body of [first, { user }, { user, ...diverse }]) {
      expect(read(inheritBody(requestOf(body), { user }, configuration))).to.deep.equal(read(body));
    }
  });

  it("a later request of a cursor chain uses its own projection, facets, user and URL", () => {
    const later: SearchBody = {
      user: { device_id: "d", user_id: "u" },
      projection: [],
      facets: { keys: ["*"] },
      context: { url: "https://shop.example", category_diversification: true },
    };
    expect(inheritBody(chain, later, configuration)).to.deep.equal({
      ...inherited,
      ...later,
      context: { url: "https://shop.example", category_diversification: false },
    });
    const diverse = requestOf({ user, context: { category_diversification: true } });
    expect(inheritBody(diverse, { user }, configuration).context).to.deep.equal({ category_diversification: true });
  });

  it("a later request of a cursor chain may repeat the parameters of the first request in an equivalent notation", () => {
    expect(differing(first)).to.equal(undefined);
    const filters = { $or: [{ color: { $in: ["blue", "red", "blue"] } }, { designer: { $eq: "GUCCI" } }] };
    expect(differing({ filters, query: "red dress" })).to.equal(undefined);
    const facet_filters = { price: [{ max: 100 }], designer: ["PRADA", "GUCCI"], color: [] };
    expect(differing({ facet_filters })).to.equal(undefined);
    const aliased: StorefrontConfiguration = { ...configuration, aliases: { brand: "designer" } };
    const gucci = requestOf({ user, filters: { designer: "GUCCI" } }, aliased);
    expect(differing({ filters: { brand: "GUCCI" } }, gucci, aliased)).to.equal(undefined);
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
    it(`a later request of a cursor chain with the changed parameters ${JSON.stringify(body)} is rejected`, () => {
      expect(differing(body)).to.equal(field);
    });
  }

  it("a later request of a cursor chain may send empty filters if the first request had no filters", () => {
    const plain = requestOf({ user });
    expect(differing({ filters: {}, facet_filters: { color: [] }, query: " " }, plain)).to.equal(undefined);
    expect(differing({ filters: { color: "red" } }, plain)).to.equal("filters");
    expect(differing({ facet_filters: { color: ["red"] } }, plain)).to.equal("facet_filters");
    expect(differing({ query: "red" }, plain)).to.equal("query");
  });

  it("a later request of a cursor chain is rejected if a selected facet was removed from the storefront", () => {
    const facets = configuration.facets.filter(({ key }) => key !== "designer");
    const { facet_filters } = first;
    expect(
      differing({ ...(facet_filters != null && { facet_filters }) }, chain, { ...configuration, facets }),
    ).to.match(/^facet_filters/);
  });
});
