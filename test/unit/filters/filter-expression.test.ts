import { expect } from "chai";
import { ServiceError } from "../../../src/errors.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import { filterFields } from "../../../src/filters/field-names.js";
import { EVERYTHING, NOTHING, type Filter, type FieldType } from "../../../src/filters/filter.js";
import { openApiDocument } from "../../../src/openapi/openapi.js";
import { schemasOf } from "../../support/openapi.js";

const parse = (expression: unknown) => parseFilter(expression, "filters");

const RED: Filter = { kind: "in", field: "color", values: ["red"] };
const FREE: Filter = { kind: "in", field: "price", values: [0] };
const not = (filter: Filter): Filter => ({ kind: "not", filter });
const missing = (field: string): Filter => ({ kind: "missing", field });
const compare = (operator: "gt" | "gte" | "lt" | "lte", value: string | number, field = "price"): Filter => ({
  kind: "compare",
  field,
  operator,
  value,
});

const UNDERSTOOD: readonly (readonly [string, unknown, Filter])[] = [
  ["the empty expression", {}, EVERYTHING],
  ["a value in place of $eq", { color: "red" }, RED],
  ["zero as a value", { price: 0 }, FREE],
  ["false as a value", { stock: false }, { kind: "in", field: "stock", values: [false] }],
  ["null as a missing value", { color: null }, missing("color")],
  ["an empty string as a missing value", { color: "" }, missing("color")],
  ["$eq", { color: { $eq: "red" } }, RED],
  ["$eq null", { color: { $eq: null } }, missing("color")],
  ["$ne", { color: { $ne: "red" } }, not(RED)],
  ["$ne null", { color: { $ne: null } }, not(missing("color"))],
  ["$in", { color: { $in: ["red", 0, false] } }, { kind: "in", field: "color", values: ["red", 0, false] }],
  ["an empty $in", { color: { $in: [] } }, { kind: "in", field: "color", values: [] }],
  ["null in $in", { color: { $in: ["red", null] } }, { kind: "or", filters: [RED, missing("color")] }],
  ["only null and an empty string in $in", { color: { $in: [null, ""] } }, missing("color")],
  ["$nin", { color: { $nin: ["red"] } }, not(RED)],
  ["an empty $nin", { color: { $nin: [] } }, not({ kind: "in", field: "color", values: [] })],
  ["$gte 0", { price: { $gte: 0 } }, compare("gte", 0)],
  ["$gt and $lt", { price: { $gt: 1, $lt: 2 } }, { kind: "and", filters: [compare("gt", 1), compare("lt", 2)] }],
  ["$lte with text", { released_at: { $lte: "2025" } }, compare("lte", "2025", "released_at")],
  ["$exists true", { color: { $exists: true } }, not(missing("color"))],
  ["$exists false", { color: { $exists: false } }, missing("color")],
  ["$not with operators", { price: { $not: { $gte: 1 } } }, not(compare("gte", 1))],
  ["$not with an expression", { $not: { color: "red" } }, not(RED)],
  ["a double $not", { $not: { $not: { color: "red" } } }, RED],
  ["several fields", { color: "red", price: 0 }, { kind: "and", filters: [RED, FREE] }],
  ["dotted fields", { "a.b.c": 1 }, { kind: "in", field: "a.b.c", values: [1] }],
  ["$and", { $and: [{ color: "red" }, { price: 0 }] }, { kind: "and", filters: [RED, FREE] }],
  ["an empty $and", { $and: [] }, EVERYTHING],
  ["$or", { $or: [{ color: "red" }, { price: 0 }] }, { kind: "or", filters: [RED, FREE] }],
  ["an empty $or", { $or: [] }, NOTHING],
  ["alternative values of one field as one list", { $or: [{ color: "red" }, { price: 0 }, { color: { $in: ["a", "b"] } }] }, {
    kind: "or",
    filters: [{ kind: "in", field: "color", values: ["red", "a", "b"] }, FREE],
  }],
  ["excluded values of one field as one list", { $and: [{ color: { $ne: "red" } }, { price: 0 }, { color: { $ne: "a" } }] }, {
    kind: "and",
    filters: [not({ kind: "in", field: "color", values: ["red", "a"] }), FREE],
  }],
  ["a field called __proto__", JSON.parse('{"__proto__": "x"}'), { kind: "in", field: "__proto__", values: ["x"] }],
  ["a field called constructor", { constructor: 1 }, { kind: "in", field: "constructor", values: [1] }],
]; // prettier-ignore

const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const nested = (levels: number): unknown => (levels === 0 ? { a: 1 } : { $and: [nested(levels - 1)] });

const REFUSED: readonly (readonly [string, unknown, string])[] = [
  ["a list", [], "filters"],
  ["a string", "red", "filters"],
  ["an unknown operator", { price: { $regex: "x" } }, "filters.price.$regex"],
  ["an unknown logical operator", { $nor: [] }, "filters.$nor"],
  ["a field operator without a field", { $gte: 1 }, "filters.$gte"],
  ["a wrong operand deep inside", { $or: [{}, { price: { $gte: true } }] }, "filters.$or[1].price.$gte"],
  ["an object as operand", { $or: [{ price: { $gte: {} } }] }, "filters.$or[0].price.$gte"],
  ["null in an order", { price: { $lt: null } }, "filters.price.$lt"],
  ["an empty string in an order", { price: { $lt: "" } }, "filters.price.$lt"],
  ["a list as equality", { sizes: ["M"] }, "filters.sizes"],
  ["$in without a list", { sizes: { $in: "M" } }, "filters.sizes.$in"],
  ["a list in $in", { sizes: { $in: ["M", ["L"]] } }, "filters.sizes.$in[1]"],
  ["$exists without a boolean", { sizes: { $exists: 1 } }, "filters.sizes.$exists"],
  ["$and without a list", { $and: { a: 1 } }, "filters.$and"],
  ["a scalar in $and", { $and: [1] }, "filters.$and[0]"],
  ["$not of a scalar", { price: { $not: 3 } }, "filters.price.$not"],
  ["no operator", { price: {} }, "filters.price"],
  ["a nested object instead of a dotted name", { attributes: { color: "red" } }, "filters.attributes.color"],
  ["Infinity", JSON.parse('{"price":{"$lte":1e400}}'), "filters.price.$lte"],
  ["NaN", { price: NaN }, "filters.price"],
  ["half of a surrogate pair", { color: "\ud800" }, "filters.color"],
  ["an empty field name", { "": 1 }, "filters."],
  ["10,000 conditions", { $or: many(10_000, { a: 1 }) }, "filters.$or[1000].a"],
  ["10,000 empty expressions", { $or: many(10_000, {}) }, "filters.$or[1000]"],
  ["a list of 10,001", { a: { $in: many(10_001, 1) } }, "filters.a.$in"],
  ["more than 50,000 values in all", { $and: many(6, { a: { $in: many(9_000, 1) } }) }, "filters.$and[5].a.$in"],
  ["a value of 10,000 characters", { a: "x".repeat(10_000) }, "filters.a"],
  ["200 levels", nested(200), `filters${".$and[0]".repeat(20)}`],
  ["200 levels of operators", { a: JSON.parse('{"$not":'.repeat(200) + '{"$eq":1}' + "}".repeat(200)) as unknown }, `filters.a${".$not".repeat(20)}`],
]; // prettier-ignore

describe("parseFilter", () => {
  for (const [name, expression, filter] of UNDERSTOOD) {
    it(`parses ${name}`, () => {
      expect(parse(expression)).to.deep.equal(filter);
    });
  }

  for (const [name, expression, field] of REFUSED) {
    it(`the filter parser rejects ${name} and reports the field`, () => {
      const refused = () => parse(expression);
      expect(refused).to.throw(ServiceError).that.deep.includes({ code: "validation_error", context: { field } });
    });
  }

  it("the filter parser accepts a filter with 20 nesting levels", () => {
    expect(parse(nested(19))).to.deep.equal({ kind: "in", field: "a", values: [1] });
    parse(
      JSON.parse(
        '{"$and":[{"__proto__":{"$eq":"x"}},{"constructor":{"$eq":{}.polluted}}]}'.replace("{}.polluted", "1"),
      ),
    );
    expect(({} as Record<string, unknown>)["$eq"]).to.equal(undefined);
  });

  const TYPES = new Map<string, FieldType>([["price", "number"], ["launched", "date"], ["stock", "boolean"], ["title", "string"], ["_category", "string"]]); // prettier-ignore
  const known = (expression: unknown) =>
    parseFilter(expression, "filters", filterFields({ cost: "price", name: "color", price: "weight" }, TYPES));

  const WRONG: readonly (readonly [unknown, string, string])[] = [
    [{ price: "abc" }, "filters.price", 'must be a number, got "abc"'],
    [{ price: true }, "filters.price", "must be a number, got true"],
    [{ price: { $eq: "1,5" } }, "filters.price.$eq", 'must be a number, got "1,5"'],
    [{ price: { $ne: "abc" } }, "filters.price.$ne", 'must be a number, got "abc"'],
    [{ price: { $in: [0, null, "abc"] } }, "filters.price.$in[2]", 'must be a number, got "abc"'],
    [{ price: { $nin: ["", false] } }, "filters.price.$nin[1]", "must be a number, got false"],
    [{ $or: [{ cost: { $not: { $gte: "abc" } } }] }, "filters.$or[0].cost.$not.$gte", 'must be a number, got "abc"'],
    [{ price: { $lt: "1e999" } }, "filters.price.$lt", 'must be a number, got "1e999"'],
    [{ launched: "2024-13-45" }, "filters.launched", 'must be an ISO 8601 timestamp or milliseconds since 1970, got "2024-13-45"'],
    [{ launched: { $lte: "2024-02-30" } }, "filters.launched.$lte", 'got "2024-02-30"'],
    [{ launched: { $gt: true } }, "filters.launched.$gt", "got true"],
    [{ launched: { $in: ["2024-05-01T24:00"] } }, "filters.launched.$in[0]", 'got "2024-05-01T24:00"'],
    [{ price: "x".repeat(200) }, "filters.price", `got "${"x".repeat(77)}…"`],
  ]; // prettier-ignore

  for (const [expression, field, message] of WRONG) {
    it(`the filter parser rejects the wrong operand type in ${JSON.stringify(expression).slice(0, 80)}`, () => {
      expect(() => known(expression))
        .to.throw(ServiceError, message)
        .that.deep.includes({ code: "validation_error", context: { field } });
    });
  }

  it("the filter parser accepts any operand for text fields, boolean fields and unknown fields", () => {
    const taken: unknown[] = [
      { price: "1.5" }, { price: { $in: [null, "", 0, "-2e3", " 7 "] } }, { stock: "false" }, { stock: "yes" }, { stock: { $gte: 1 } }, { title: { $gte: 5 } }, { title: true },
      { launched: { $gte: 0 } }, { launched: "2024-02-29T12:00:00+02:00" }, { nowhere: { $gte: "abc" } }, { price: { $exists: true } },
    ]; // prettier-ignore
    for (const expression of taken) expect(() => known(expression), JSON.stringify(expression)).to.not.throw();
  });

  it("the filter parser resolves API field names and aliases to the names of the stored fields", () => {
    expect(known({ name: "Coat", category: "A: B", cost: { $gte: 1 }, price: 2 })).to.deep.equal({
      kind: "and",
      filters: [
        { kind: "in", field: "title", values: ["Coat"] },
        { kind: "in", field: "_category", values: ["A: B"] },
        { kind: "compare", field: "price", operator: "gte", value: 1 },
        { kind: "in", field: "price", values: [2] },
      ],
    });
  });

  it("the filter parser normalizes text values, but keeps identifiers unchanged", () => {
    expect(parse({ color: { $in: [" gru\u0308n\u00a0", "dark \u00a0re\u00add\u200b"] } })).to.deep.equal({
      kind: "in",
      field: "color",
      values: ["grün", "dark red"],
    });
    expect(parse({ color: " \t\u200b" })).to.deep.equal(missing("color"));
    expect(parse({ product_identifier: " e\u0301" })).to.deep.equal({
      kind: "in",
      field: "product_identifier",
      values: [" e\u0301"],
    });
  });

  it("errors of the filter parser list the accepted types or operators", () => {
    expect(() => parse({ price: { $gt: [] } })).to.throw(
      "`filters.price.$gt` must be a string, a number, true, false or null, got a list",
    );
    expect(() => parse({ price: { $like: "x" } })).to.throw(
      "unknown operator `$like`; expected one of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists, $not",
    );
    expect(() => parse({ attributes: { color: "red" } })).to.throw(
      'use dot notation for a field inside an object, like "attributes.color"',
    );
  });
});

describe("the published filter grammar", () => {
  const errorsOf = schemasOf(openApiDocument("1.2.3"))(["components", "schemas", "FilterExpression"]);
  /**
   * Errors that a JSON schema cannot detect: exceeded totals over a document, excessive nesting depth, and values that
   * are not JSON.
   */
  const UNSAID = /surrogate|10,000 conditions|10,000 empty|in all|200 levels|Infinity|NaN/;

  for (const [name, expression] of UNDERSTOOD) {
    it(`accepts ${name}`, () => {
      expect(errorsOf(expression)).to.deep.equal([]);
    });
  }

  for (const [name, expression] of REFUSED.filter(([name]) => !UNSAID.test(name))) {
    it(`rejects ${name}`, () => {
      expect(errorsOf(expression)).to.not.be.empty;
    });
  }
});
