import { expect } from "chai";
import { ServiceError } from "../../../../src/errors.js";
import type { FieldType } from "../../../../src/filters/filter.js";
import { openApiDocument } from "../../../../src/openapi/openapi.js";
import { parseFacetFilters, selectionFilter } from "../../../../src/search/facets/facet-filters.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { Facet } from "../../../../src/storefront/facets-configuration.js";
import { schemasOf } from "../../../support/openapi.js";

const { facets } = DEFAULT_CONFIGURATION;
const parse = (given: Record<string, unknown>) => Object.fromEntries(parseFacetFilters(given, facets));
const facet = (key: string) => facets.find((one) => one.key === key) as Facet;

describe("the parser of facet filters", () => {
  it("the facet filter parser accepts all four forms of a facet filter", () => {
    const given = {
      color: "red",
      sizes: ["M", 38, false],
      price: { min: 0 },
    };
    expect(parse(given)).to.deep.equal({
      color: { kind: "values", values: ["red"] },
      sizes: { kind: "values", values: ["M", 38, false] },
      price: { kind: "ranges", ranges: [{ min: 0 }] },
    });
    expect(parse({ price: [{ min: 0, max: 0 }, { max: -5 }] })).to.deep.equal({
      price: { kind: "ranges", ranges: [{ min: 0, max: 0 }, { max: -5 }] },
    });
  });

  it("the OpenAPI document accepts all four forms of a facet filter", () => {
    const given = {
      color: "red",
      sizes: ["M", 38, false],
      price: { min: 0 },
      width: [{ min: 0, max: 0 }, { max: -5 }],
    };
    expect(errorsOf({ ...given, categories: [] })).to.deep.equal([]);
  });

  it("the facet filter parser ignores a facet filter with an empty list", () => {
    expect(parse({ color: [], price: [] })).to.deep.equal({});
    expect(parse({})).to.deep.equal({});
  });

  it("the facet filter parser reports values with the wrong type for number and date fields", () => {
    const wrong = (key: string, given: unknown, type: FieldType) => () =>
      parseFacetFilters({ [key]: given }, facets, () => type);
    expect(wrong("sizes", ["38", "abc"], "number"))
      .to.throw(ServiceError, '`facet_filters.sizes[1]` must be a number, got "abc"')
      .that.deep.includes({ context: { field: "facet_filters.sizes[1]" } });
    expect(wrong("sizes", "2024-13-45", "date")).to.throw(ServiceError, "`facet_filters.sizes` must be an ISO 8601");
    expect(wrong("sizes", 1, "boolean")).to.not.throw();
    expect(wrong("color", [" "], "string")).to.throw(ServiceError, "`facet_filters.color[0]` must not be empty");
  });

  it("the facet filter parser normalizes Unicode to composed form, and trims surrounding whitespace", () => {
    expect(parse({ color: " gru\u0308n " })).to.deep.equal({ color: { kind: "values", values: ["grün"] } });
  });

  it("the filter of a tree facet accepts paths of at most 32 levels", () => {
    const tree = { ...facet("categories"), type: "tree" } as Facet;
    const path = (levels: number) => Array.from({ length: levels }, () => "a").join(": ");
    expect(() => parseFacetFilters({ categories: path(33) }, [tree])).to.throw(ServiceError, "at most 32 levels");
    expect(parseFacetFilters({ categories: path(32) }, [tree]).size).to.equal(1);
  });

  const refused: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ["an unknown key", { colour: "red" }, "facet_filters.colour"],
    ["a key of every object's prototype", { constructor: "red" }, "facet_filters.constructor"],
    ["__proto__", JSON.parse('{"__proto__": "red"}') as Record<string, unknown>, "facet_filters.__proto__"],
    ["a range for a list", { color: { min: 1 } }, "facet_filters.color"],
    ["an empty value", { color: ["red", ""] }, "facet_filters.color[1]"],
    ["null", { color: null }, "facet_filters.color"],
    ["a nested list", { color: [["red"]] }, "facet_filters.color[0]"],
    ["1e400", { color: Infinity }, "facet_filters.color"],
    ["half of a surrogate pair", { color: "\udc00" }, "facet_filters.color"],
    ["1,001 values", { color: Array.from({ length: 1_001 }, () => "x") }, "facet_filters.color"],
    ["a value for a range", { price: "cheap" }, "facet_filters.price"],
    ["a number for a range", { price: [5] }, "facet_filters.price[0]"],
    ["a range without bounds", { price: {} }, "facet_filters.price"],
    ["a range with another name", { price: { from: 1 } }, "facet_filters.price.from"],
    ["a bound that is no number", { price: { min: "1" } }, "facet_filters.price.min"],
    ["a bound that is null", { price: [{ min: 1, max: null }] }, "facet_filters.price[0].max"],
    ["an infinite bound", { price: { max: Infinity } }, "facet_filters.price.max"],
    ["min above max", { price: [{ min: 1 }, { min: 2, max: 1 }] }, "facet_filters.price[1]"],
    ["51 ranges", { price: Array.from({ length: 51 }, (_, min) => ({ min })) }, "facet_filters.price"],
  ];
  /**
   * Errors that a JSON schema cannot detect: unknown facets, values that do not fit the type of a facet, ranges whose
   * minimum exceeds the maximum, and lone surrogates.
   */
  const UNSAID =
    /key|proto|a range for a list|a value for a range|a number for a range|surrogate|above max|1e400|infinite/;
  const schema = schemasOf(openApiDocument("1.2.3"))(["components", "schemas", "SearchRequest"]);
  const errorsOf = (facet_filters: object) => schema({ user: { device_id: "d" }, facet_filters });

  for (const [name, given, field] of refused) {
    it(`the facet filter parser rejects ${name} and reports the field`, () => {
      const attempt = () => parse(given);
      expect(attempt).to.throw(ServiceError).that.deep.includes({ code: "validation_error", context: { field } });
      if (!UNSAID.test(name)) expect(errorsOf(given)).to.not.be.empty;
    });
  }

  it("the error for an unknown facet lists the known facets", () => {
    expect(() => parse({ x: "y" })).to.throw(
      "unknown facet; expected one of `categories`, `designer`, `color`, `sizes`, `price`",
    );
  });

  it("the selected values of one facet are combined as alternatives", () => {
    expect(selectionFilter(facet("color"), { kind: "values", values: ["red", "blue"] })).to.deep.equal({
      kind: "in",
      field: "color",
      values: ["red", "blue"],
    });
    expect(selectionFilter(facet("price"), { kind: "ranges", ranges: [{ max: 0 }, { min: 5 }] })).to.deep.equal({
      kind: "or",
      filters: [
        { kind: "within", field: "price", max: 0 },
        { kind: "within", field: "price", min: 5 },
      ],
    });
  });
});
