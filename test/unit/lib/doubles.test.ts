import { expect } from "chai";
import fc from "fast-check";
import { nextAbove, nextBelow } from "../../../src/lib/doubles.js";

describe("nextAbove and nextBelow", () => {
  it("nextAbove returns the next larger double", () => {
    expect([
      nextAbove(0),
      nextAbove(-0),
      nextAbove(1),
      nextAbove(-Number.MIN_VALUE),
      nextAbove(Number.MAX_VALUE),
    ]).to.deep.equal([Number.MIN_VALUE, Number.MIN_VALUE, 1 + Number.EPSILON, -0, Infinity]);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const above = nextAbove(value);
        expect(above).to.be.greaterThan(value);
        const middle = value + (above - value) / 2;
        expect(middle === value || middle === above || !Number.isFinite(above)).to.equal(true);
      }),
    );
  });

  it("nextBelow returns the next smaller double", () => {
    expect([nextBelow(0), nextBelow(10), nextBelow(-10), nextBelow(0.1), nextBelow(Number.MIN_VALUE)]).to.deep.equal([
      -Number.MIN_VALUE,
      9.999999999999998,
      -10.000000000000002,
      0.09999999999999999,
      0,
    ]);
  });
});
