import { expect } from "chai";
import fc from "fast-check";
import { logLikelihoodRatio } from "../../../src/lib/log-likelihood.js";

describe("log-likelihood ratio", () => {
  it("is Dunning's of a 2×2 table", () => {
    // Dunning 1993, table of bigrams "the swiss": 110, 2442, 111, 29114 give 270.72.
    expect(logLikelihoodRatio(110, 110 + 2442, 110 + 111, 110 + 2442 + 111 + 29_114)).to.be.closeTo(270.72, 0.01);
    expect(logLikelihoodRatio(10, 10, 10, 20)).to.be.closeTo(2 * 20 * Math.LN2, 1e-9);
  });

  it("is 0 for events that occur together by chance, less often, or always", () => {
    expect(logLikelihoodRatio(5, 10, 50, 100)).to.equal(0);
    expect(logLikelihoodRatio(0, 10, 50, 100)).to.equal(0);
    expect(logLikelihoodRatio(7, 7, 7, 7)).to.equal(0);
    expect(logLikelihoodRatio(0, 0, 0, 0)).to.equal(0);
  });

  it("is at least 0 and symmetric, for any decayed counts", () => {
    const count = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(count, count, count, count, (together, a, b, all) => {
        const ratio = logLikelihoodRatio(together, a, b, all);
        expect(ratio).to.be.at.least(0);
        expect(Number.isFinite(ratio)).to.equal(true);
        expect(logLikelihoodRatio(together, b, a, all)).to.be.closeTo(ratio, 1e-6 * (1 + ratio + all));
      }),
    );
  });
});
