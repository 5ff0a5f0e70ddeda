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
  ["a filter that matches all products", EVERYTHING, { match_all: {} }],
  ["a filter that matches no products", NOTHING, none],
  ["one value", one("color", "red"), term("color", "red")],
  ["the value 0", one("price", 0), term("price", 0)],
  ["the value false", one("stock", false), term("stock", false)],
  ["several values", one("color", "red", "blue"), { terms: { "variants.data.color": ["red", "blue"] } }],
  ["repeated values as one value", one("price", 1, "1.0", 1), term("price", 1)],
  ["an empty list", one("color"), none],
  ["a number for a text field", one("color", 38), term("color", "38")],
  ["a numeric string for a number field", one("price", "38.50"), term("price", 38.5)],
  ["a non-numeric string for a number field", one("price", "cheap"), none],
  ["a boolean for a number field", one("price", true), none],
  ["a string for a boolean field", one("stock", "true"), term("stock", true)],
  ["a number for a boolean field", one("stock", 1), none],
  ["a date without a time", one("launched", "2024-05-01"), term("launched", "2024-05-01T00:00:00.000Z")],
  ["a timestamp with a time zone", one("launched", "2024-05-01T02:00:00+02:00"), term("launched", "2024-05-01T00:00:00.000Z")],
  ["the number 1970 as milliseconds for a date field", one("launched", 1970), term("launched", "1970-01-01T00:00:01.970Z")],
  ["an invalid date", one("launched", "soon"), none],
  ["an unknown field", one("nowhere", "x"), none],
  ["a minimum of 0", gte("price", 0), { range: { "variants.data.price": { gte: 0 } } }],
  ["a minimum for a text field", gte("color", 5), { range: { "variants.data.color": { gte: "5" } } }],
  ["a minimum for a date field", gte("launched", "2024-05-01"), { range: { "variants.data.launched": { gte: "2024-05-01T00:00:00.000Z" } } }],
  ["a comparison of a boolean field", gte("stock", "true"), none],
  ["a comparison of a number field with a non-numeric string", gte("price", "cheap"), none],
  ["a comparison of an unknown field", gte("nowhere", 1), none],
  ["a range from 0 to 0", { kind: "within", field: "price", min: 0, max: 0 }, { range: { "variants.data.price": { gte: 0, lte: 0 } } }],
  ["a range without a minimum", { kind: "within", field: "price", max: 5 }, { range: { "variants.data.price": { lte: 5 } } }],
  ["a range of a text field", { kind: "within", field: "color", max: 5 }, none],
  ["a condition that a field has no value", { kind: "missing", field: "color" }, { bool: { must_not: [{ exists: { field: "variants.data.color" } }] } }],
  ["a condition that an unknown field has no value", { kind: "missing", field: "nowhere" }, { match_all: {} }],
  ["a negation", { kind: "not", filter: one("color", "red") }, { bool: { must_not: [term("color", "red")] } }],
  ["alternative conditions", { kind: "or", filters: [one("color", "red"), one("price", 0)] }, { bool: { should: [term("color", "red"), term("price", 0)] } }],
  ["a conjunction that contains a negation", allOf([one("color", "red"), { kind: "not", filter: one("price", 0) }]), {
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
