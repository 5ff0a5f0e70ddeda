import { expect } from "chai";
import fc from "fast-check";
import type { FieldType } from "../../../../src/catalog/fields.js";
import { matches, simplified } from "../../../../src/catalog/matching/filter-match.js";
import { EVERYTHING, NOTHING, type Filter } from "../../../../src/filters/filter.js";

const FIELDS = new Map<string, FieldType>([
  ["color", "string"],
  ["price", "number"],
]);
const red: Filter = { kind: "in", field: "color", values: ["Red"] };
const unknown: Filter = { kind: "in", field: "stock", values: [true] };
const noStock: Filter = { kind: "missing", field: "stock" };

describe("simplified filter", () => {
  for (const [what, filter, simple] of [
    [
      "a condition on an unknown field that also accepts missing values",
      { kind: "or", filters: [unknown, noStock] },
      EVERYTHING,
    ],
    [
      "a condition combined with one on an unknown field that also accepts missing values",
      { kind: "and", filters: [red, { kind: "or", filters: [unknown, noStock] }] },
      red,
    ],
    ["a condition on an unknown field", unknown, NOTHING],
    ["a negated condition on an unknown field", { kind: "not", filter: unknown }, EVERYTHING],
    ["a condition that an unknown field has a value", { kind: "not", filter: noStock }, NOTHING],
    ["a condition combined with a condition on an unknown field", { kind: "and", filters: [red, unknown] }, NOTHING],
    [
      "a numeric comparison of an unknown field",
      { kind: "compare", field: "stock", operator: "gt", value: 0 },
      NOTHING,
    ],
    [
      "a condition that a known field has no value",
      { kind: "missing", field: "color" },
      { kind: "missing", field: "color" },
    ],
    ["a filter that matches all products", EVERYTHING, EVERYTHING],
    ["a filter that matches no products", NOTHING, NOTHING],
  ] as const) {
    it(`the simplification of filters handles ${what}`, () => expect(simplified(filter, FIELDS)).to.deep.equal(simple));
  }

  it("a simplified filter matches the same products as the original filter", () => {
    const field = fc.constantFrom("color", "price", "stock");
    const value = fc.constantFrom("Red", "Blue", 1, 2, true);
    const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        fc.record({ kind: fc.constant("in" as const), field, values: fc.array(value, { maxLength: 2 }) }),
        fc.record({ kind: fc.constant("missing" as const), field }),
        fc.record({ kind: fc.constant("within" as const), field, min: fc.constantFrom(1, 2) }),
        fc.record({ kind: fc.constantFrom("and" as const, "or" as const), filters: fc.array(tie("filter"), { maxLength: 3 }) }),
        fc.record({ kind: fc.constant("not" as const), filter: tie("filter") }),
      ),
    })); // prettier-ignore
    const variant = fc.record({ color: fc.subarray(["Red", "Blue"]), price: fc.subarray([1, 2]) });
    fc.assert(
      fc.property(filter, variant, (whole, { color, price }) => {
        const fields = new Map<string, readonly (string | number)[]>([["color", color], ["price", price]]); // prettier-ignore
        expect(matches(simplified(whole, FIELDS), fields, FIELDS)).to.equal(matches(whole, fields, FIELDS));
      }),
    );
  });
});
