import { expect } from "chai";
import { fieldMapping } from "../../../../src/catalog/ingestion/generations.js";
import type { FieldType } from "../../../../src/catalog/fields.js";

const dataOf = (...fields: readonly (readonly [string, FieldType])[]) => {
  const text = JSON.stringify(fieldMapping(new Map(fields)));
  return (JSON.parse(text) as { properties: { variants: { properties: { data: object } } } }).properties.variants
    .properties.data;
};

describe("the index mapping of catalogue fields", () => {
  it("the index mapping omits the title field, which is part of the index template", () => {
    expect(
      JSON.parse(
        JSON.stringify(
          fieldMapping(
            new Map([
              ["title", "string" as const],
              ["a.b", "number" as const],
            ]),
          ),
        ),
      ),
    ).to.deep.equal({
      properties: {
        variants: {
          type: "nested",
          properties: { data: { properties: { a: { properties: { b: { type: "double" } } } } } },
        },
      },
    });
  });

  it("the index mapping contains an engine type for each field type, and objects for dotted names", () => {
    expect(
      dataOf(["s", "string"], ["n", "number"], ["o.b", "boolean"], ["o.d", "date"], ["o.p.x", "string"]),
    ).to.deep.equal({
      properties: {
        s: { type: "keyword" },
        n: { type: "double" },
        o: {
          properties: { b: { type: "boolean" }, d: { type: "date" }, p: { properties: { x: { type: "keyword" } } } },
        },
      },
    });
  });

  it("the index mapping accepts names of Object.prototype members and mapping keywords as field names", () => {
    expect(
      dataOf(
        ["constructor.name", "string"],
        ["toString.x", "number"],
        ["hasOwnProperty", "string"],
        ["properties.type", "string"],
      ),
    ).to.deep.equal({
      properties: {
        constructor: { properties: { name: { type: "keyword" } } },
        toString: { properties: { x: { type: "double" } } },
        hasOwnProperty: { type: "keyword" },
        properties: { properties: { type: { type: "keyword" } } },
      },
    });
  });
});
