import { expect } from "chai";
import type { FieldType } from "../../../../src/catalog/fields.js";
import { productsMatching, variantClause } from "../../../../src/catalog/matching/filter-query.js";
import { allOf, EVERYTHING, NOTHING, type Filter } from "../../../../src/filters/filter.js";

const FIELDS = new Map<string, FieldType>([
  ["color", "string"],
  ["price", "number"],
  ["stock", "boolean"],
  ["launched", "date"],
]);

const one = (field: string, ...values: (string | number | boolean)[]): Filter => ({ kind: "in", field, values });
const gte = (field: string, value: string | number): Filter => ({ kind: "compare", field, operator: "gte", value });

const none = { match_none: {} };
const term = (field: string, value: unknown) => ({ term: { [`variants.data.${field}`]: value } });

const CASES: readonly (readonly [string, Filter, object])[] = [
  ["everything", EVERYTHING, { match_all: {} }],
  ["nothing", NOTHING, none],
  ["one value", one("color", "red"), term("color", "red")],
  ["zero", one("price", 0), term("price", 0)],
  ["false", one("stock", false), term("stock", false)],
  ["several values", one("color", "red", "blue"), { terms: { "variants.data.color": ["red", "blue"] } }],
  ["repeated values once", one("price", 1, "1.0", 1), term("price", 1)],
  ["an empty list", one("color"), none],
  ["a number for a text", one("color", 38), term("color", "38")],
  ["a text for a number", one("price", "38.50"), term("price", 38.5)],
  ["a text that is no number", one("price", "cheap"), none],
  ["a boolean for a number", one("price", true), none],
  ["a text for a boolean", one("stock", "true"), term("stock", true)],
  ["a number for a boolean", one("stock", 1), none],
  ["a day", one("launched", "2024-05-01"), term("launched", "2024-05-01T00:00:00.000Z")],
  ["a time in a zone", one("launched", "2024-05-01T02:00:00+02:00"), term("launched", "2024-05-01T00:00:00.000Z")],
  ["the year 1970 in milliseconds", one("launched", 1970), term("launched", "1970-01-01T00:00:01.970Z")],
  ["no date", one("launched", "soon"), none],
  ["an unknown field", one("nowhere", "x"), none],
  ["at least 0", gte("price", 0), { range: { "variants.data.price": { gte: 0 } } }],
  ["at least a text", gte("color", 5), { range: { "variants.data.color": { gte: "5" } } }],
  ["at least a date", gte("launched", "2024-05-01"), { range: { "variants.data.launched": { gte: "2024-05-01T00:00:00.000Z" } } }],
  ["an order of booleans", gte("stock", "true"), none],
  ["an order with no number", gte("price", "cheap"), none],
  ["an order of an unknown field", gte("nowhere", 1), none],
  ["within zeros", { kind: "within", field: "price", min: 0, max: 0 }, { range: { "variants.data.price": { gte: 0, lte: 0 } } }],
  ["within an open range", { kind: "within", field: "price", max: 5 }, { range: { "variants.data.price": { lte: 5 } } }],
  ["within texts", { kind: "within", field: "color", max: 5 }, none],
  ["no value", { kind: "missing", field: "color" }, { bool: { must_not: [{ exists: { field: "variants.data.color" } }] } }],
  ["no value of an unknown field", { kind: "missing", field: "nowhere" }, { match_all: {} }],
  ["a negation", { kind: "not", filter: one("color", "red") }, { bool: { must_not: [term("color", "red")] } }],
  ["alternatives", { kind: "or", filters: [one("color", "red"), one("price", 0)] }, { bool: { should: [term("color", "red"), term("price", 0)] } }],
  ["a conjunction with its negations", allOf([one("color", "red"), { kind: "not", filter: one("price", 0) }]), {
    bool: { filter: [term("color", "red")], must_not: [term("price", 0)] },
  }],
]; // prettier-ignore

describe("the OpenSearch query clause of a filter", () => {
  for (const [name, filter, clause] of CASES) {
    it(`translates ${name}`, () => {
      expect(variantClause(filter, FIELDS)).to.deep.equal(clause);
    });
  }

  it("the OpenSearch query clause of a filter matches products with at least one matching variant", () => {
    expect(productsMatching(one("color", "red"), FIELDS)).to.deep.equal({
      nested: { path: "variants", score_mode: "none", query: { term: { "variants.data.color": "red" } } },
    });
  });
});
