import { expect } from "chai";
import fc from "fast-check";
import { proposeRanges } from "../../../../src/search/facets/catalog-facts.js";
import { withoutSharedBounds } from "../../../../src/search/facets/facet-plan.js";

describe("proposeRanges", () => {
  it("proposed ranges have round bounds near the percentiles", () => {
    expect(proposeRanges({ min: 1, max: 9_000, percentiles: [17.3, 48, 123, 980] })).to.deep.equal([
      { max: 15 },
      { min: 15, max: 50 },
      { min: 50, max: 100 },
      { min: 100, max: 1000 },
      { min: 1000 },
    ]);
  });

  it("proposed ranges are merged if neighbouring bounds round to the same number", () => {
    expect(proposeRanges({ min: 0, max: 100, percentiles: [0, 19, 20, 21] })).to.deep.equal([{ max: 20 }, { min: 20 }]);
  });

  it("proposeRanges returns no ranges if all values are equal", () => {
    expect(proposeRanges({ min: 5, max: 5, percentiles: [5, 5, 5, 5] })).to.deep.equal([]);
    expect(proposeRanges({ min: 0, max: 0, percentiles: [] })).to.deep.equal([]);
  });

  it("proposed ranges have bounds without binary rounding errors", () => {
    expect(proposeRanges({ min: 0.01, max: 0.5, percentiles: [0.074, 0.31] })).to.deep.equal([
      { max: 0.075 },
      { min: 0.075, max: 0.3 },
      { min: 0.3 },
    ]);
  });

  it("proposeRanges returns at most five ascending ranges that cover all values", () => {
    const value = fc.double({ noNaN: true, min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 4, maxLength: 4 }), value, value, (percentiles, a, b) => {
        const [min, max] = [Math.min(a, b, ...percentiles), Math.max(a, b, ...percentiles)];
        const ranges = proposeRanges({ min, max, percentiles: percentiles.sort((x, y) => x - y) });
        expect(ranges.length).to.be.at.most(5);
        if (ranges.length === 0) return;
        expect(ranges[0]?.min).to.equal(undefined);
        expect(ranges.at(-1)?.max).to.equal(undefined);
        ranges.slice(1).forEach((range, position) => {
          expect(range.min).to.equal(ranges[position]?.max);
          expect(range.max ?? Infinity).to.be.greaterThan(range.min!);
        });
      }),
    );
  });
});

describe("withoutSharedBounds", () => {
  it("a facet range excludes its upper bound if another range begins at this bound", () => {
    expect(
      withoutSharedBounds([{ max: 0 }, { min: 0, max: 10, label: "cheap" }, { min: 10, max: 24.99 }, { min: 25 }]),
    ).to.deep.equal([
      { max: -Number.MIN_VALUE },
      { min: 0, max: 9.999999999999998, label: "cheap" },
      { min: 10, max: 24.99 },
      { min: 25 },
    ]);
  });

  it("facet ranges may overlap or consist of a single number", () => {
    const ranges = [{ max: 50 }, { max: 100 }, { min: 20, max: 20 }, { min: 20 }];
    expect(withoutSharedBounds(ranges)).to.deep.equal(ranges);
  });

  it("every number belongs to exactly one proposed range", () => {
    const value = fc.double({ noNaN: true, min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(fc.array(value, { minLength: 4, maxLength: 4 }), fc.array(value), (percentiles, values) => {
        const proposed = proposeRanges({ min: -1e12, max: 1e12, percentiles });
        const ranges = withoutSharedBounds(proposed);
        for (const one of [...values, ...proposed.flatMap(({ min, max }) => [min ?? 0, max ?? 0])]) {
          const holding = ranges.filter(({ min = -Infinity, max = Infinity }) => one >= min && one <= max);
          expect(holding.length).to.equal(Math.min(1, ranges.length));
        }
      }),
    );
  });
});
