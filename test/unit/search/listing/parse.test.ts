import { expect } from "chai";
import type { FieldType } from "../../../../src/catalog/fields.js";
import { EVERYTHING, fieldsOf } from "../../../../src/filters/filter.js";
import { ServiceError } from "../../../../src/errors.js";
import { validateBody } from "../../../../src/http/validation.js";
import { MAX_CURSOR } from "../../../../src/search/paging/cursor.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import { SEARCH_REQUEST } from "../../../../src/search/request-schema.js";
import { unknownFields as warnedOf } from "../../../../src/search/listing/response.js";
import { completeConfiguration, DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

const checkShape = validateBody(SEARCH_REQUEST);
const FIELDS = new Map<string, FieldType>([["color", "string"]]);
const user = { device_id: "d" };

const read = (body: unknown) => parseSearchRequest(checkShape(body), DEFAULT_CONFIGURATION, FIELDS);

const [featured, priceAsc] = DEFAULT_CONFIGURATION.sort_keys;

/** Returns a request with only the names of the projected fields. The parsing of `fields` has separate tests. */
const named = (request: ReturnType<typeof read>) => ({
  ...request,
  projection: request.projection.map(({ name }) => name),
});

describe("a search request", () => {
  it("a search request requires only a device id", () => {
    expect(named(read({ user }))).to.deep.equal({
      device_id: "d",
      user_id: null,
      typed: null,
      query: null,
      price: null,
      limit: 24,
      page: 1,
      sort: featured,
      filter: { kind: "and", filters: [] },
      selections: new Map(),
      facets: [],
      max_values: 50,
      projection: ["name", "handle", "images", "price", "categories", "designer", "color", "sizes", "category"],
      diversify_categories: false,
      applied: { filters: null, facet_filters: {} },
    });
  });

  it("a search request treats private fields in filters as nonexistent", () => {
    const configuration = completeConfiguration({
      fields: { private: ["cost", "title"] },
      aliases: { paid: "cost", colour: "color" },
    });
    const fieldNames = new Map<string, FieldType>([...FIELDS, ["cost", "number"], ["title", "string"]]);
    const filterOf = (filters: object) => {
      const { filter } = parseSearchRequest(checkShape({ user, filters }), configuration, fieldNames);
      return { fields: fieldsOf(filter), warned: warnedOf(filter, fieldNames) };
    };
    for (const name of ["cost", "paid", "name", "title", "mystery"]) {
      const { fields, warned } = filterOf({ [name]: { $gte: "any operand" }, colour: "red" });
      expect(fields.filter((field) => fieldNames.has(field))).to.deep.equal(["color"]);
      expect(warned).to.deep.equal([
        {
          code: "unknown_field",
          field: name,
          message: `the catalogue has no usable field "${name}"; filters treat this field as empty`,
        },
      ]);
    }
  });

  it("price words are removed from a search request, but not used as a filter, if the price field is private", () => {
    const requested = { user, query: "shirt under 50" };
    const hidden = completeConfiguration({ fields: { private: ["price"] } });
    const fields = new Map<string, FieldType>([...FIELDS, ["price", "number"]]);
    const { query, price, unpriced, filter } = parseSearchRequest(requested, hidden, fields);
    const other = parseSearchRequest(requested, DEFAULT_CONFIGURATION, fields, undefined, true);
    expect({ query, price, unpriced, filter }).to.deep.equal({
      query: "shirt",
      price: null,
      unpriced: true,
      filter: EVERYTHING,
    });
    expect(other).to.deep.include({ query, price, unpriced, filter });
  });

  it("a search request is filtered by the lower and the upper bound of a price in the query", () => {
    const fields = new Map<string, FieldType>([...FIELDS, ["price", "number"]]);
    const requested = { user, query: "shirt between $0 and $1,250" };
    const { query, price, filter } = parseSearchRequest(requested, DEFAULT_CONFIGURATION, fields);
    expect({ query, price, filter }).to.deep.equal({
      query: "shirt",
      price: { min: 0, max: 1_250 },
      filter: { kind: "within", field: "price", min: 0, max: 1_250 },
    });
  });

  it("a search request may contain every documented field", () => {
    const filters = { color: "red" };
    const facet_filters = { color: ["red"], price: { min: 0 } };
    const request = read({
      user: { device_id: "d", user_id: "u" },
      query: "  dress shirt ",
      limit: 0,
      sort: ["price_asc"],
      filters,
      facet_filters,
      facets: { keys: ["price", "color", "price"], max_values: 3 },
      projection: ["name"],
      pagination: { page: 1 },
      context: { user_agent: null, url: "https://shop.example", category_diversification: true },
    });
    expect(named(request)).to.deep.equal({
      device_id: "d",
      user_id: "u",
      typed: "dress shirt",
      query: "dress shirt",
      price: null,
      limit: 0,
      page: 1,
      sort: priceAsc,
      filter: { kind: "in", field: "color", values: ["red"] },
      selections: new Map<string, unknown>([
        ["color", { kind: "values", values: ["red"] }],
        ["price", { kind: "ranges", ranges: [{ min: 0 }] }],
      ]),
      facets: [DEFAULT_CONFIGURATION.facets[4], DEFAULT_CONFIGURATION.facets[2]],
      max_values: 3,
      projection: ["name"],
      diversify_categories: true,
      applied: { filters, facet_filters },
    });
  });

  it("a search request treats null as a missing field, and a blank query as a missing query", () => {
    const request = read({
      user,
      query: " \t ",
      filters: null,
      facet_filters: null,
      facets: null,
      pagination: null,
      context: null,
    });
    expect(named(request)).to.deep.equal(named(read({ user })));
  });

  it("a search request counts all facets if `*` is requested or no facets are named", () => {
    expect(read({ user, facets: { keys: ["*"] } }).facets).to.deep.equal(DEFAULT_CONFIGURATION.facets);
    expect(read({ user, facets: {} }).facets).to.deep.equal(DEFAULT_CONFIGURATION.facets);
    expect(read({ user, facets: { keys: ["sizes", "*"] } }).facets.map(({ key }) => key)).to.deep.equal(["sizes", "categories", "designer", "color", "price"]); // prettier-ignore
    expect(read({ user, facets: { keys: [] } }).facets).to.deep.equal([]);
  });

  it("a search request keeps the requested page number in every sort order, however large the number is", () => {
    const page = (sort: string, number: number) =>
      read({ user, sort: [sort], limit: 10, pagination: { page: number } }).page;
    expect(page("price_asc", 5)).to.equal(5);
    expect(page("price_asc", 1_000_000_000)).to.equal(1_000_000_000);
    expect(page("featured", 5)).to.equal(5);
  });

  const refused: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["no user", { user: undefined }, "user"],
    ["no device id", { user: {} }, "user.device_id"],
    ["an empty device id", { user: { device_id: "" } }, "user.device_id"],
    ["a blank device id", { user: { device_id: "  " } }, "user.device_id"],
    ["a device id that is a number", { user: { device_id: 1 } }, "user.device_id"],
    ["a device id of 257 characters", { user: { device_id: "d".repeat(257) } }, "user.device_id"],
    ["an unknown field", { qery: "x" }, "qery"],
    ["an unknown field of the user", { user: { device_id: "d", name: "x" } }, "user.name"],
    ["a query of 1,001 characters", { query: "x".repeat(1_001) }, "query"],
    ["a query that is a number", { query: 5 }, "query"],
    ["a negative limit", { limit: -1 }, "limit"],
    ["a limit of 251", { limit: 251 }, "limit"],
    ["a limit of 1.5", { limit: 1.5 }, "limit"],
    ["a limit of 1e400", { limit: Infinity }, "limit"],
    ["a limit that is a string", { limit: "24" }, "limit"],
    ["an empty list of sort keys", { sort: [] }, "sort"],
    ["two sort keys", { sort: ["featured", "price_asc"] }, "sort"],
    ["a sort parameter that is a string", { sort: "price_asc" }, "sort"],
    ["an unknown sort key", { sort: ["constructor"] }, "sort"],
    ["filters that are a list", { filters: [] }, "filters"],
    ["facet filters that are a list", { facet_filters: [] }, "facet_filters"],
    ["an unknown facet", { facets: { keys: ["color", "colour"] } }, "facets.keys"],
    ["max_values of 0", { facets: { max_values: 0 } }, "facets.max_values"],
    ["max_values of 1,001", { facets: { max_values: 1_001 } }, "facets.max_values"],
    ["an unknown field of facets", { facets: { key: ["*"] } }, "facets.key"],
    ["an unknown projection", { projection: ["nope"] }, "projection"],
    ["a projection that is a string", { projection: "name" }, "projection"],
    ["page 0", { pagination: { page: 0 } }, "pagination.page"],
    ["a page number above the maximum", { pagination: { page: 1_000_000_001 } }, "pagination.page"],
    ["a cursor that is a number", { pagination: { page: 2, cursor: 7 } }, "pagination.cursor"],
    [
      "a cursor above the maximum length",
      { pagination: { page: 2, cursor: "A".repeat(MAX_CURSOR + 1) } },
      "pagination.cursor",
    ],
    ["a context that is a string", { context: "x" }, "context"],
  ];
  for (const [name, part, field] of refused) {
    it(`a search request is rejected with ${name}`, () => {
      const attempt = () => read({ user, ...part });
      expect(attempt).to.throw(ServiceError).that.deep.includes({ code: "validation_error", context: { field } });
    });
  }

  it("the error for an unknown sort key or facet lists the known sort keys or facets", () => {
    expect(() => read({ user, sort: ["cheap"] })).to.throw(
      "unknown sort key; expected one of `featured`, `price_asc`, `price_desc`, `newest`, `name_asc`",
    );
    expect(() => read({ user, facets: { keys: ["x"] } })).to.throw(
      "unknown facet key; expected one of `categories`, `designer`, `color`, `sizes`, `price`",
    );
  });
});
