import { expect } from "chai";
import fc from "fast-check";
import type { Json } from "../../../src/catalog/product-document.js";
import { flatten, type Flattened } from "../../../src/catalog/flatten.js";

type JsonObject = { readonly [key: string]: Json };

/** Parses JSON text and flattens the value. Only `JSON.parse` creates an ordinary key named `__proto__`. */
const flattenText = (text: string): Flattened => flatten(JSON.parse(text) as JsonObject);

const fieldsOf = (data: JsonObject) => Object.fromEntries(flatten(data).fields);

/** Returns `depth` nested objects with a value in the innermost object. */
const nestedObjects = (depth: number): JsonObject =>
  JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as JsonObject;

const nestedArrays = (depth: number): JsonObject =>
  JSON.parse(`{"a":${"[".repeat(depth)}1${"]".repeat(depth)}}`) as JsonObject;

describe("flatten", () => {
  it("flattened product data uses dotted paths as the names of nested fields", () => {
    expect(fieldsOf({ title: "Shirt", attributes: { text: { type: "polo" }, width: 12 } })).to.deep.equal({
      title: ["Shirt"],
      "attributes.text.type": ["polo"],
      "attributes.width": [12],
    });
  });

  it("flattened product data merges a dotted key with the nested object of the same path", () => {
    expect(fieldsOf({ "a.b": 1, a: { b: 2 } })).to.deep.equal({ "a.b": [1, 2] });
  });

  it("flattened product data keeps the order and the duplicates of array values", () => {
    expect(fieldsOf({ sizes: ["38", 40, "38", true] })).to.deep.equal({ sizes: ["38", 40, "38", true] });
  });

  it("flattened product data contains one array per field for an array of objects", () => {
    expect(
      fieldsOf({ offers: [{ shop: "a", price: { net: 1 } }, { shop: "b" }, { price: { net: 3 } }, "loose"] }),
    ).to.deep.equal({ "offers.shop": ["a", "b"], "offers.price.net": [1, 3], offers: ["loose"] });
  });

  it("flattened product data contains the values of nested arrays in one array", () => {
    expect(fieldsOf({ matrix: [[1, [2]], [], [[3]]] })).to.deep.equal({ matrix: [1, 2, 3] });
  });

  it("flattened product data omits null, blank text and empty containers, but keeps 0 and false", () => {
    expect(
      flatten({
        a: null,
        b: "",
        c: [],
        d: {},
        e: [null, "", "\t\u00a0", "\u200b\ufeff"],
        f: { g: null, h: " " },
        zero: 0,
        no: false,
      }),
    ).to.deep.equal({
      fields: new Map<string, unknown>([
        ["zero", [0]],
        ["no", [false]],
      ]),
      lost: [],
    });
  });

  it("flattened product data keeps the whitespace around text values", () => {
    expect(fieldsOf({ color: [" red", " ", "dark  red "] })).to.deep.equal({ color: [" red", "dark  red "] });
  });

  it("flattened product data omits infinite numbers", () => {
    expect(flattenText('{"weight": [1e999, 2], "height": -1e999}')).to.deep.equal({
      fields: new Map([["weight", [2]]]),
      lost: [
        { field: "weight", reason: "not_finite" },
        { field: "height", reason: "not_finite" },
      ],
    });
  });

  it("flattened product data omits field names that are too long or that the engine would interpret as patterns", () => {
    const long = "n".repeat(256);
    expect(flatten({ "a*": 1, ["n".repeat(255)]: 2, [long]: 3 })).to.deep.equal({
      fields: new Map([["n".repeat(255), [2]]]),
      lost: [
        { field: "a*", reason: "name" },
        { field: "n".repeat(255), reason: "name" },
      ],
    });
  });

  it("a shortened field name does not contain half of a surrogate pair", () => {
    const { lost } = flatten({ [`${"n".repeat(254)}😀`]: 1 });
    expect(lost).to.deep.equal([{ field: `${"n".repeat(254)}\ufffd`, reason: "name" }]);
  });

  const internal: readonly (readonly [what: string, text: string, leaf: string])[] = [
    ["an internal name", '{"_id": 1}', "_id"],
    ["__proto__", '{"__proto__": {"polluted": true}}', "__proto__"],
    ["an internal name in a nested object", '{"a": {"b": [{"_c": 1}]}}', "a.b._c"],
    ["an internal part of a dotted name", '{"a._b": 1}', "a._b"],
    ["an empty name", '{"": 1}', ""],
    ["a blank name", '{" \\t": 1}', " \t"],
    ["an empty part in the middle of a dotted name", '{"a..b": 1}', "a..b"],
    ["an empty first part of a dotted name", '{".a": 1}', ".a"],
    ["an empty last part of a dotted name", '{"a.": 1}', "a."],
    ["an empty name in a nested object", '{"a": {"": 1}}', "a."],
  ];
  for (const [what, text, field] of internal) {
    it(`flattened product data omits only the field with ${what}`, () => {
      expect(flattenText(`{"before": 1, ${text.slice(1, -1)}, "after": 2}`)).to.deep.equal({
        fields: new Map([
          ["before", [1]],
          ["after", [2]],
        ]),
        lost: [{ field, reason: "name" }],
      });
    });
  }

  it("an empty internal field of product data is not reported as a dropped value", () => {
    expect(flattenText('{"_a": null, "_b": "", "_c": " "}').lost).to.deep.equal([]);
  });

  it("product data is rejected if the engine cannot store a value, even if the value is in an internal field", () => {
    expect(flatten({ _a: nestedObjects(100) }).invalid).to.equal("nested deeper than 100 levels");
    expect(flatten({ _a: nestedObjects(99) }).invalid).to.equal(undefined);
    expect(flatten({ _a: { ["k".repeat(10_001)]: 1 } }).invalid).to.match(/longer than 10000 characters$/);
  });

  it("flattened product data treats the names of Object.prototype members like any other field name", () => {
    const { fields, invalid } = flattenText(
      '{"constructor": {"prototype": {"x": 1}}, "toString": 2, "hasOwnProperty": 3}',
    );
    expect(invalid).to.equal(undefined);
    expect([...fields]).to.deep.equal([
      ["constructor.prototype.x", [1]],
      ["toString", [2]],
      ["hasOwnProperty", [3]],
    ]);
    expect(({} as Record<string, unknown>).x).to.equal(undefined);
  });

  it("flattened product data omits values nested deeper than 12 objects", () => {
    expect(flatten(nestedObjects(12))).to.deep.equal({
      fields: new Map([[Array(12).fill("a").join("."), [1]]]),
      lost: [],
    });
    expect(flatten(nestedObjects(13))).to.deep.equal({
      fields: new Map(),
      lost: [{ field: Array(12).fill("a").join("."), reason: "too_deep" }],
    });
  });

  it("each part of a dotted field name counts as a nesting level", () => {
    const twelve = Array.from({ length: 12 }, (_, part) => `p${part}`).join(".");
    expect(flatten({ [twelve]: 1, [`${twelve}.x`]: 2 })).to.deep.equal({
      fields: new Map([[twelve, [1]]]),
      lost: [{ field: `${twelve}.x`, reason: "too_deep" }],
    });
  });

  it("flattened product data omits arrays that are nested too deeply", () => {
    expect(flatten(nestedArrays(11)).fields).to.deep.equal(new Map([["a", [1]]]));
    expect(flatten(nestedArrays(99))).to.deep.equal({
      fields: new Map(),
      lost: [{ field: "a", reason: "too_deep" }],
    });
    for (const depth of [100, 200, 5_000]) {
      expect(flatten(nestedArrays(depth)).invalid, `${depth} arrays`).to.equal("nested deeper than 100 levels");
      expect(flatten(nestedObjects(depth + 1)).invalid, `${depth} objects`).to.equal("nested deeper than 100 levels");
    }
  });

  it("product data is rejected if the engine's parser cannot read a field name, at any depth", () => {
    const key = "k".repeat(10_001);
    const refusal = `name "${"k".repeat(60)}": longer than 10000 characters`;
    expect(flatten({ [key]: 1 }).invalid).to.equal(refusal);
    let deep: JsonObject = { [key]: 1 };
    for (let depth = 0; depth < 20; depth += 1) deep = { a: deep };
    expect(flatten(deep).invalid).to.equal(refusal);
  });

  it("flattening any JSON product data throws no error and returns only values of the product data", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 6 })), (data) => {
        const { fields, lost, invalid } = flatten(data as JsonObject);
        const scalars = new Set(scalarsOf(data as JsonObject));
        for (const [field, values] of fields) {
          expect(field.split(".").every((part) => part.trim() !== "" && !part.startsWith("_"))).to.equal(true);
          expect(values).to.not.have.length(0);
          for (const value of values) expect(scalars.has(value)).to.equal(true);
        }
        if (invalid === undefined) {
          const kept = [...fields.values()].reduce((sum, values) => sum + values.length, 0);
          if (!lost.some(({ reason }) => reason === "too_deep" || reason === "name")) {
            expect(kept + lost.length).to.equal(scalarsOf(data as JsonObject).length);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

function scalarsOf(value: Json): Json[] {
  if (value === null || (typeof value === "string" && value.trim() === "")) return [];
  if (typeof value !== "object") return [value];
  return Object.values(value as Record<string, Json>).flatMap(scalarsOf);
}
