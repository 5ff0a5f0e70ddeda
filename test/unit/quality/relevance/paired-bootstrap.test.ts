import { expect } from "chai";
import { pairedBootstrap } from "../../../../quality/relevance/paired-bootstrap.js";

const options = { resamples: 2_000, confidence: 0.95, seed: "test" };

describe("the paired bootstrap", () => {
  it("the paired bootstrap returns an interval of width 0 if all differences are identical", () => {
    const same = ["a", "b", "c"].map((shopper) => ({ shopper, value: 0.25 }));
    expect(pairedBootstrap(same, options)).to.deep.equal({ mean: 0.25, low: 0.25, high: 0.25 });
  });

  it("the paired bootstrap weights all differences equally, so that shoppers with more visits have more weight", () => {
    const differences = [
      { shopper: "a", value: 1 },
      { shopper: "a", value: 1 },
      { shopper: "a", value: 1 },
      { shopper: "b", value: 0 },
    ];
    const { mean, low, high } = pairedBootstrap(differences, options);
    // With two shoppers, a quarter of the resamples contain only shopper a, and a quarter only shopper b.
    expect({ mean, low, high }).to.deep.equal({ mean: 0.75, low: 0, high: 1 });
  });

  it("the paired bootstrap approaches the normal confidence interval for many shoppers", () => {
    // Half of the differences are 1 and half are -1, so the standard error of the mean is 1/√400.
    const many = Array.from({ length: 400 }, (_, number) => ({
      shopper: `${number}`,
      value: number % 2 === 0 ? 1 : -1,
    }));
    const { mean, low, high } = pairedBootstrap(many, options);
    expect(mean).to.equal(0);
    expect(low).to.be.closeTo(-1.96 / 20, 0.012);
    expect(high).to.be.closeTo(1.96 / 20, 0.012);
  });

  it("the paired bootstrap does not treat several observations of the same shopper as independent", () => {
    const value = (number: number) => (number % 2 === 0 ? 1 : -1);
    const apart = Array.from({ length: 40 }, (_, number) => ({ shopper: `${number}`, value: value(number) }));
    const tenfold = apart.flatMap((one) => Array.from({ length: 10 }, () => one));
    expect(pairedBootstrap(tenfold, options)).to.deep.equal(pairedBootstrap(apart, options));
  });

  it("the paired bootstrap returns the same interval for the same seed", () => {
    const differences = Array.from({ length: 30 }, (_, number) => ({ shopper: `${number}`, value: Math.sin(number) }));
    expect(pairedBootstrap(differences, options)).to.deep.equal(pairedBootstrap(differences, options));
    const other = pairedBootstrap(differences, { ...options, seed: "other" });
    expect(other).not.to.deep.equal(pairedBootstrap(differences, options));
  });

  it("the paired bootstrap rejects an empty sample", () => {
    expect(() => pairedBootstrap([], options)).to.throw(RangeError, "expected at least one shopper with a difference");
  });
});
