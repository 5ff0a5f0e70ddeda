import { expect } from "chai";
import fc from "fast-check";
import { canonicalFilter, readCanonicalFilter } from "../../../src/filters/canonical-filter.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import type { Filter } from "../../../src/filters/filter.js";

const name = fc.string();
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    fc.record({ kind: fc.constant("in"), field: name, values: fc.array(scalar) }),
    fc.record({
      kind: fc.constant("compare"),
      field: name,
      operator: fc.constantFrom("gt", "lte"),
      value: fc.oneof(fc.string(), fc.integer()),
    }),
    fc.record(
      { kind: fc.constant("within"), field: name, min: fc.integer(), max: fc.integer() },
      { requiredKeys: ["kind", "field"] },
    ),
    fc.record({ kind: fc.constant("missing"), field: name }),
    fc.record({ kind: fc.constant("not"), filter: tie("filter") }),
    fc.record({ kind: fc.constantFrom("and", "or"), filters: fc.array(tie("filter"), { maxLength: 4 }) }),
  ),
}));

describe("readCanonicalFilter", () => {
  it("parsing the canonical text of a filter returns an equivalent filter", () => {
    fc.assert(
      fc.property(filter, (given) => {
        const text = canonicalFilter(given);
        expect(canonicalFilter(readCanonicalFilter(text))).to.equal(text);
      }),
    );
  });
});

describe("the canonical text of a filter", () => {
  const text = (expression: object) => canonicalFilter(parseFilter(expression, "filters"));

  it("the canonical text of a filter does not depend on the order of conditions, and differs between different filters", () => {
    expect(text({ a: 1, b: { $gte: 2, $lte: 3 } })).to.equal(text({ $and: [{ b: { $lte: 3, $gte: 2 } }, { a: { $in: [1, 1] } }] })); // prettier-ignore
    const different = [
      {}, { $or: [] }, { a: 1 }, { a: "1" }, { a: true }, { a: null }, { a: { $ne: 1 } }, { a: { $gt: 1 } }, { a: { $gte: 1 } },
      { a: { $in: [] } }, { $or: [{ a: 1 }, { b: 1 }] }, { a: 1, b: 1 }, { a: 0 }, { a: false },
    ].map(text); // prettier-ignore
    expect(new Set(different).size).to.equal(different.length);
  });
});
