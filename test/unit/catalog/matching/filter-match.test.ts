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
    ["a rule for stock where nobody tells of it", { kind: "or", filters: [unknown, noStock] }, EVERYTHING],
    ["a condition beside it", { kind: "and", filters: [red, { kind: "or", filters: [unknown, noStock] }] }, red],
    ["an unknown field", unknown, NOTHING],
    ["what is not an unknown field", { kind: "not", filter: unknown }, EVERYTHING],
    ["what does not miss one", { kind: "not", filter: noStock }, NOTHING],
    ["a condition beside an unknown field", { kind: "and", filters: [red, unknown] }, NOTHING],
    ["an order of an unknown field", { kind: "compare", field: "stock", operator: "gt", value: 0 }, NOTHING],
    ["a known field without a value", { kind: "missing", field: "color" }, { kind: "missing", field: "color" }],
    ["everything", EVERYTHING, EVERYTHING],
    ["nothing", NOTHING, NOTHING],
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
