import { expect } from "chai";
import {
  newFactor,
  passedOn,
  relativeVariance,
  setStrength,
  valueOf,
} from "../../../../console/server/preview/factors.js";

const factor = (clicks: number, expected: number, strength = 1) => ({ clicks, expected, strength });

describe("a factor", () => {
  it("a click factor is the ratio of observed to expected clicks, with the prior strength added to both", () => {
    expect([factor(3, 1), factor(0, 3), factor(30, 15, 0.25), newFactor()].map(valueOf)).to.deep.equal([
      2,
      0.25,
      30.25 / 15.25,
      1,
    ]);
  });

  it("the uncertainty of a product's click factor decreases with the number of clicks", () => {
    expect([factor(0, 0), factor(3, 1), factor(7, 4, 2)].map(relativeVariance)).to.deep.equal([1, 1 / 4, 1 / 9]);
    expect([factor(0, 0), factor(3, 1), factor(6, 6, 2)].map(passedOn)).to.deep.equal([1, 1 / 2, 1 / 4]);
  });

  it("click factors shrink strongly towards 1 if all factors are similar", () => {
    const strengthOf = (...clicks: number[]) => {
      const factors = clicks.map((count) => factor(count, 20));
      setStrength(factors);
      return factors[0]?.strength;
    };
    expect(strengthOf(20, 20, 20, 20)).to.equal(256);
    expect(strengthOf(0, 60, 1, 90)).to.equal(0.25);
    expect(strengthOf(10, 30, 14, 26)).to.be.within(4, 64);
  });

  it("click factors without expected clicks do not affect the estimated prior strength", () => {
    const factors = [factor(20, 20), factor(20, 20), factor(0, 0)];
    setStrength(factors);
    expect(factors.map(({ strength }) => strength)).to.deep.equal([256, 256, 256]);
  });
});
