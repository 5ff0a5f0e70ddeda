import { expect } from "chai";
import type { FieldTypes } from "../../../../src/catalog/fields.js";
import {
  namedBy,
  namedValues,
  qualifyingFields,
  valueAggregations,
} from "../../../../src/search/suggest/named-values.js";
import type { Facet } from "../../../../src/storefront/facets-configuration.js";

const strings = (...names: readonly string[]): FieldTypes => new Map(names.map((name) => [name, "string"] as const));
const list = (field: string): Facet => ({
  key: field,
  label: field,
  type: "list",
  field,
  selection_mode: "multi",
  collapsed: false,
  order: "count",
});
const counted = (...values: readonly (readonly [key: string, products: number])[]) => ({
  buckets: values.map(([key, products]) => ({ key, products: { doc_count: products } })),
});

describe("qualifyingFields", () => {
  it("the fields with attribute values for search suggestions are string list facets, the brand, colours and materials", () => {
    const fields: FieldTypes = new Map([
      ...strings("designer", "color", "categories", "sizes", "attributes.size", "attributes.fabric", "base_colour"),
      ...strings("attributes.type", "season", "attributes.text.material"),
      ["on_sale", "boolean"],
    ]);
    const facets = ["season", "categories", "sizes", "attributes.size", "attributes.type", "on_sale", "gone"].map(list);
    expect(qualifyingFields({ facets }, fields)).to.deep.equal([
      ...["season", "designer", "attributes.fabric", "attributes.text.material", "color"],
    ]);
  });

  it("the number of fields with attribute values for search suggestions is limited for any number of facets", () => {
    const names = Array.from({ length: 20 }, (_, at) => `leaf_${at}`);
    expect(qualifyingFields({ facets: names.map(list) }, strings(...names))).to.deep.equal(names.slice(0, 6));
  });
});

describe("attribute values for search suggestions", () => {
  it("attribute values for search suggestions are counted in products per value and field", () => {
    expect(valueAggregations(["color"])).to.deep.equal({
      qualified_0: {
        terms: { field: "variants.data.color", size: 50 },
        aggs: { products: { reverse_nested: {} } },
      },
    });
  });

  it("attribute values for search suggestions are sorted by number of products across all fields", () => {
    const counts = { qualified_0: counted(["Red", 2], ["Navy", 4]), qualified_1: counted(["Silk", 3]) };
    expect(namedValues(counts, ["color", "material"], { language: "english" })).to.deep.equal([
      { field: "color", value: "Navy", text: "navy", products: 4 },
      { field: "material", value: "Silk", text: "silk", products: 3 },
      { field: "color", value: "Red", text: "red", products: 2 },
    ]);
    expect(namedValues({}, ["color"], { language: "english" })).to.deep.equal([]);
  });

  it("attribute values for search suggestions exclude sizes, numbers, booleans, and short values other than brands", () => {
    const valuesOf = (field: string, ...keys: readonly string[]) => {
      const counts = { qualified_0: counted(...keys.map((key) => [key, 1] as const)) };
      return namedValues(counts, [field], { language: "english" }).map(({ value }) => value);
    };
    const wrong = ["XL", "38", "Yes", "RAL 7016", "as seen on the runway", "x".repeat(31)];
    expect(valuesOf("color", ...wrong)).to.deep.equal([]);
    expect(valuesOf("designer", "HP", "X")).to.deep.equal(["HP"]);
  });

  const values = ["Red", "Rose", "Redwood", "Light blue"].map((value) => ({
    field: "color",
    value,
    text: value.toLowerCase(),
    products: 1,
  }));
  const named = (text: string, isBegun: boolean) => namedBy(values, text, isBegun).map(({ value }) => value);

  it("attribute values for search suggestions match a typed prefix of at least three letters", () => {
    expect([
      named("red", true),
      named("RED", false),
      named("light bl", true),
      named("ro", true),
      named("ros", false),
      named("", true),
    ]).to.deep.equal([["Red", "Redwood"], ["Red"], ["Light blue"], [], [], []]);
  });
});
