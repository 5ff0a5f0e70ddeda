import { expect } from "chai";
import fc from "fast-check";
import { conditionsIn, formatFilter, filterOf, typedValue, type Condition } from "../../../console/parts/conditions.js";

const text = fc.string({ minLength: 1 }).filter((one) => !one.startsWith("$") && !/^__|^\\d+$/.test(one));
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: text,
    test: fc.constantFrom("is" as const, "not" as const),
    values: fc.array(fc.oneof(fc.string(), fc.boolean(), fc.integer()), { minLength: 1 }),
    number: fc.constant("" as const),
  }),
  fc.record({
    field: text,
    test: fc.constantFrom("least" as const, "most" as const, "newer" as const, "older" as const),
    values: fc.constant([]),
    number: fc.integer(),
  }),
);

describe("conversion between form conditions and filters", () => {
  it("form conditions are the same after conversion to a filter and back", () => {
    fc.assert(
      fc.property(fc.array(condition), (conditions) => {
        expect(conditionsIn(filterOf(conditions)) ?? []).to.have.deep.members(conditions);
      }),
    );
  });

  it("conditionsIn returns undefined for a filter that the form cannot represent", () => {
    expect(conditionsIn({ price: { $gte: 0, $lte: 50 }, sale: true })).to.deep.equal([
      { field: "price", test: "least", values: [], number: 0 },
      { field: "price", test: "most", values: [], number: 50 },
      { field: "sale", test: "is", values: [true], number: "" },
    ]);
    for (const filter of [{ $or: [] }, { a: null }, { a: { $exists: true } }, { a: { $gt: 1 } }, [], { a: {} }]) {
      expect(conditionsIn(filter)).to.equal(undefined);
    }
  });

  it("filterOf uses `$and` only if a field has two conditions of the same type", () => {
    const most = { field: "price", test: "most", values: [], number: 0 } as const;
    const is = { field: "price", test: "is", values: ["1"], number: "" } as const;
    expect(filterOf([most, is])).to.deep.equal({ price: { $lte: 0, $in: ["1"] } });
    expect(filterOf([is, most, is])).to.deep.equal({ $and: [{ price: "1" }, { price: { $lte: 0 } }, { price: "1" }] });
    expect(filterOf([])).to.equal(null);
  });

  it("typedValue converts the input for a boolean or number field to a JSON boolean or number", () => {
    expect(["true", "false"].map((text) => typedValue(text, "boolean"))).to.deep.equal([true, false]);
    expect(["0", "-1.5", "x", ""].map((text) => typedValue(text, "number"))).to.deep.equal([0, -1.5, "x", ""]);
    expect([typedValue("1", "string"), typedValue("true", undefined)]).to.deep.equal(["1", "true"]);
  });

  it("formatFilter formats the conditions of a filter as text", () => {
    const filter = { designer: { $in: ["A", "B"] }, margin: { $gte: 0.4 }, at: { $newer_than_days: 1 } };
    expect(formatFilter(filter, (field) => field)).to.equal(
      "designer is A or B and margin is at least 0.4 and at is newer than 1 day",
    );
    expect(formatFilter({ sale: { $nin: [false, 0] } }, (field) => field)).to.equal("sale is not No or 0");
    expect(formatFilter({ $or: [] }, (field) => field)).to.equal("a filter with several conditions");
  });
});
