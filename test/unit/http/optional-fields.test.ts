import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { ServiceError } from "../../../src/errors.js";
import { validateBody } from "../../../src/http/validation.js";
import { CORRECTION } from "../../../src/personalization/taste/correct.js";
import { QUERY_REQUEST, SLOTS_REQUEST } from "../../../src/recommendation/request.js";
import { acceptingNulls } from "../../../src/schema/published.js";
import { SEARCH_REQUEST } from "../../../src/search/request-schema.js";
import { SUGGEST_REQUEST } from "../../../src/search/suggest/schema.js";

const user = { device_id: "d" };

/** Every request body that browsers send, with its schema and a minimal valid body. */
const REQUESTS: Readonly<Record<string, readonly [object, object]>> = {
  search: [SEARCH_REQUEST, { user }],
  query: [QUERY_REQUEST, { user }],
  slots: [SLOTS_REQUEST, { user, placement: "home" }],
  suggest: [SUGGEST_REQUEST, { user }],
  correction: [CORRECTION, { unmute: ["designer=GUCCI"] }],
};

interface Fields {
  readonly properties?: Readonly<Record<string, Fields>>;
  readonly required?: readonly string[];
}

/** Returns a value for every field of a schema, with null for optional fields, including nested objects. */
function withNulls({ properties = {}, required = [] }: Fields, least: Readonly<Record<string, unknown>>): object {
  const fields = Object.entries(properties).map(([name, property]) => {
    const value = least[name];
    if (value === undefined || !required.includes(name)) return [name, value ?? null] as const;
    const isObject = typeof value === "object" && value !== null;
    return [name, isObject ? withNulls(property, value as Readonly<Record<string, unknown>>) : value] as const;
  });
  return Object.fromEntries(fields);
}

const accepts = (schema: object, body: unknown) => new Ajv2020({ strict: false }).validate(schema, body);

function refusal(schema: object, body: unknown): unknown {
  try {
    validateBody(schema)(body);
    return undefined;
  } catch (error) {
    return error instanceof ServiceError ? error.context : error;
  }
}

describe("request validation", () => {
  for (const [name, [schema, least]] of Object.entries(REQUESTS)) {
    it(`request validation accepts null for every optional field of the request: ${name}`, () => {
      const body = withNulls(schema, least as Readonly<Record<string, unknown>>);
      expect(Object.keys(body)).to.have.length.greaterThan(3);
      expect(validateBody(schema)(body)).to.deep.equal(least);
      expect(accepts(acceptingNulls(schema), body)).to.equal(true);
    });
  }

  it("request validation treats null as missing inside nested fields", () => {
    const nested = { pagination: { page: 2, cursor: null }, facets: { keys: null, max_values: 3 } };
    expect(validateBody(SEARCH_REQUEST)({ user: { device_id: "d", user_id: null }, ...nested })).to.deep.equal({
      user,
      pagination: { page: 2 },
      facets: { max_values: 3 },
    });
    expect(accepts(acceptingNulls(SEARCH_REQUEST), { user, ...nested })).to.equal(true);
  });

  it("request validation keeps null as a value in filters, facet filters and metadata", () => {
    const filters = { designer: null, $or: [{ color: null }] };
    const search = { user, filters, facet_filters: { color: null } };
    expect(validateBody(SEARCH_REQUEST)(search)).to.deep.equal(search);
    const query = { user, filters, metadata: { query: null } };
    expect(validateBody(QUERY_REQUEST)(query)).to.deep.equal(query);
  });

  it("request validation rejects null in required fields, unknown fields and lists", () => {
    expect(refusal(SEARCH_REQUEST, { user: null })).to.deep.equal({ field: "user" });
    expect(refusal(SEARCH_REQUEST, { user: { device_id: null } })).to.deep.equal({ field: "user.device_id" });
    expect(refusal(SLOTS_REQUEST, { user, placement: null })).to.deep.equal({ field: "placement" });
    expect(refusal(SEARCH_REQUEST, { user, page: null })).to.deep.equal({ field: "page" });
    expect(refusal(SEARCH_REQUEST, { user, sort: [null] })).to.deep.equal({ field: "sort.0" });
    expect(accepts(acceptingNulls(SEARCH_REQUEST), { user: null })).to.equal(false);
    for (const body of [null, 3, "", [], [null]]) expect(refusal(SEARCH_REQUEST, body)).not.to.equal(undefined);
  });

  it("request validation rejects a body with only null fields if the body must contain at least one field", () => {
    const schema = acceptingNulls(CORRECTION);
    for (const body of [{}, { mute: null }, { mute: null, remove: null }]) {
      expect(refusal(CORRECTION, body)).to.equal(null);
      expect(accepts(schema, body)).to.equal(false);
    }
  });

  it("request validation returns the original body object if no field is null", () => {
    const body = { user, limit: 3 };
    expect(validateBody(SEARCH_REQUEST)(body)).to.equal(body);
  });

  for (const [name, [schema, least]] of Object.entries(REQUESTS).filter(([one]) => one !== "correction")) {
    it(`request validation accepts the context fields that all requests share: ${name}`, () => {
      const context = { category_diversification: true, user_agent: "curl/8", url: "https://shop.example/" };
      expect(validateBody(schema)({ ...least, context })).to.deep.equal({ ...least, context });
      expect(refusal(schema, { ...least, context: { page: 1 } })).to.deep.equal({ field: "context.page" });
    });
  }
});
