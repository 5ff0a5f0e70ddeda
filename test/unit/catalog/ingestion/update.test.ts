import { expect } from "chai";
import fc from "fast-check";
import type { Json, ProductData } from "../../../../src/catalog/product-document.js";
import { flatten } from "../../../../src/catalog/flatten.js";
import { applyFieldUpdates, fieldUpdatesOf } from "../../../../src/catalog/ingestion/update.js";

type JsonObject = { readonly [key: string]: Json };

const updated = (data: JsonObject, update: JsonObject) =>
  applyFieldUpdates(data as ProductData, fieldUpdatesOf(update));
const textOf = (data: JsonObject, update: JsonObject) => JSON.stringify(updated(data, update));

describe("updated data", () => {
  const cases: readonly (readonly [what: string, data: JsonObject, update: JsonObject, after: JsonObject])[] = [
    [
      "an update replaces a value and keeps the order of the fields",
      { a: 1, b: 2, c: 3 },
      { b: "x" },
      { a: 1, b: "x", c: 3 },
    ],
    ["an update adds a new field after the existing fields", { a: 1 }, { b: false }, { a: 1, b: false }],
    ["an update with null removes the field", { a: 1, b: 2 }, { a: null }, { b: 2 }],
    [
      "an update with null for a missing field changes no data",
      { a: 1 },
      { b: null, c: { d: null }, "e.f": null },
      { a: 1 },
    ],
    ["an update accepts an empty string and 0 as values", { a: 1, b: 1 }, { a: "", b: 0 }, { a: "", b: 0 }],
    ["an update merges objects", { a: { b: 1, c: 2 } }, { a: { c: 3, d: 4 } }, { a: { b: 1, c: 3, d: 4 } }],
    [
      "an update with null removes a field of a nested object",
      { a: { b: 1, c: 2 } },
      { a: { c: null } },
      { a: { b: 1 } },
    ],
    [
      "an update removes an object if it removes all fields of the object",
      { a: { b: { c: 1 } }, d: {} },
      { "a.b.c": null, "d.e": null },
      { d: {} },
    ],
    [
      "an update with null removes an object and all its fields",
      { a: { b: 1 }, "a.c": 2, d: 3 },
      { a: null },
      { d: 3 },
    ],
    ["an update with an empty object changes no data", { a: { b: 1 }, c: 1 }, { a: {}, c: {} }, { a: { b: 1 }, c: 1 }],
    ["an update replaces arrays", { a: [1, 2, { b: 3 }] }, { a: [{ b: 4 }] }, { a: [{ b: 4 }] }],
    [
      "an update replaces an array by an object without merging them",
      { a: [{ b: 1 }] },
      { a: { b: 2 } },
      { a: { b: 2 } },
    ],
    ["an update replaces a value by an object", { a: 1, b: 2 }, { a: { c: 3 } }, { a: { c: 3 }, b: 2 }],
    ["an update replaces an object by a value", { a: { c: 3 }, "a.d": 4, b: 2 }, { a: 1 }, { a: 1, b: 2 }],
    [
      "an update with a dotted name changes the field of the nested object",
      { a: { b: 1, c: 2 } },
      { "a.b": 3 },
      { a: { b: 3, c: 2 } },
    ],
    [
      "an update with a nested object changes the field with the dotted name",
      { "a.b": 1, d: 2 },
      { a: { b: 3 } },
      { "a.b": 3, d: 2 },
    ],
    [
      "an update changes a field whose path is split differently into dotted names",
      { a: { "b.c": { d: 1 } } },
      { "a.b": { "c.d": 2 } },
      { a: { "b.c": { d: 2 } } },
    ],
    [
      "an update with a dotted name adds the new field to the existing object",
      { a: { b: 1 } },
      { "a.c.d": 2 },
      { a: { b: 1, c: { d: 2 } } },
    ],
    [
      "an update stores new fields with dotted names in nested objects",
      {},
      { "a.b": 1, c: { "d.e": 2 } },
      { a: { b: 1 }, c: { d: { e: 2 } } },
    ],
    [
      "an update of a field that is stored twice leaves only one copy",
      { a: { b: 1 }, "a.b": 2 },
      { "a.b": 3 },
      { a: { b: 3 } },
    ],
    [
      "an update with null removes both copies of a field that is stored twice",
      { a: { b: 1 }, "a.b": 2 },
      { "a.b": null },
      {},
    ],
    [
      "an update with two values for the same field stores the later value",
      {},
      { "a.b": 1, a: { b: 2 } },
      { a: { b: 2 } },
    ],
    [
      "an update does not change fields whose names only begin with the updated name",
      { ab: 1, "a-b": 2 },
      { a: 3 },
      { ab: 1, "a-b": 2, a: 3 },
    ],
  ];
  for (const [what, data, update, after] of cases) {
    it(what, () => {
      const before = JSON.stringify(data);
      expect(textOf(data, update)).to.equal(JSON.stringify(after));
      expect(JSON.stringify(data), "what was there is not touched").to.equal(before);
    });
  }

  it("updated product data treats __proto__ like any other field name", () => {
    const update = JSON.parse('{"__proto__":{"polluted":true},"a":{"__proto__":1}}') as JsonObject;
    expect(textOf({ a: { b: 1 } }, update)).to.equal('{"a":{"b":1,"__proto__":1},"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(updated({}, update))).to.equal(Object.prototype);
  });

  const scalar: fc.Arbitrary<Json> = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom<Json>(true, "x", null, ""));
  const objectOf = (...names: string[]): fc.Arbitrary<JsonObject> =>
    fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
      value: fc.oneof(
        { weight: 3, arbitrary: scalar },
        { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
        { weight: 2, arbitrary: tie("object") },
      ),
      object: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 3 }),
    })).object;
  const plain = objectOf("a", "b", "c");
  const dotted = objectOf("a", "b", "a.b", "b.a", "a.b.c", "c");

  const byName = (fields: ReadonlyMap<string, readonly Json[]>) => Object.fromEntries(fields);

  /** Reference implementation: the fields available to filters, computed only from flat field names. */
  function expectedFields(data: JsonObject, update: JsonObject): Map<string, readonly Json[]> {
    const fields = new Map<string, readonly Json[]>(flatten(data).fields);
    const set = (path: string, value: Json) => {
      for (const field of [...fields.keys()]) {
        if (field === path || field.startsWith(`${path}.`)) fields.delete(field);
        if (value !== null && path.startsWith(`${field}.`)) fields.delete(field);
      }
      for (const [field, values] of flatten({ [path]: value }).fields) fields.set(field, values);
    };
    const walk = (part: JsonObject, prefix: string) => {
      for (const [key, value] of Object.entries(part)) {
        if (typeof value === "object" && value !== null && !Array.isArray(value)) {
          walk(value as JsonObject, `${prefix}${key}.`);
        } else set(`${prefix}${key}`, value);
      }
    };
    walk(update, "");
    return fields;
  }

  it("updated product data contains the fields of the stored data and of the update", () => {
    fc.assert(
      fc.property(dotted, dotted, (data, update) => {
        // Fields below level twelve are dropped. Levels are counted differently for dotted names and nested objects.
        fc.pre([data, update].every((one) => fieldUpdatesOf(one).every(({ path }) => path.split(".").length < 12)));
        expect(byName(flatten(updated(data, update)).fields)).to.deep.equal(byName(expectedFields(data, update)));
      }),
      { numRuns: 3000 },
    );
  });

  for (const [what, names, read] of [
    ["is the same", plain, (data: JsonObject) => data],
    [
      "has the same field values, with or without dotted names,",
      dotted,
      (data: JsonObject) => byName(flatten(data).fields),
    ],
  ] as const) {
    it(`updated product data ${what} if any sequence of updates is applied twice`, () => {
      fc.assert(
        fc.property(names, fc.array(names, { maxLength: 5 }), (data, updates) => {
          const once = updates.reduce((so, update) => updated(so, update), data);
          const twice = updates.reduce((so, update) => updated(so, update), once);
          expect(read(twice)).to.deep.equal(read(once));
        }),
        { numRuns: 3000 },
      );
    });
  }
});
