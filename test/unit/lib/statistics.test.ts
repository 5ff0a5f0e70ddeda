import { expect } from "chai";
import fc from "fast-check";
import { remaining, wilsonBound, wilsonInterval } from "../../../src/lib/statistics.js";

describe("the Wilson bound", () => {
  it("the Wilson bound matches precomputed values", () => {
    const known = [
      [0, 0, 0],
      [0, 5, 0],
      [1, 1, 0.2698],
      [3, 3, 0.5258],
      [6, 10, 0.3516],
      [30, 40, 0.624],
    ] as const;
    for (const [hits, trials, bound] of known) expect(wilsonBound(hits, trials)).to.be.closeTo(bound, 0.0001);
  });

  it("the Wilson bound does not exceed the observed share, and does not decrease with more data", () => {
    const counts = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(counts, ([share, trials]) => {
        const bound = wilsonBound(share * trials, trials);
        expect(bound).to.be.within(0, share + 1e-9);
        expect(wilsonBound(share * trials * 10, trials * 10)).to.be.at.least(bound - 1e-9);
      }),
    );
  });
});

describe("the Wilson interval", () => {
  it("the Wilson interval matches precomputed values", () => {
    const known = [
      [0, 10, 0, 0.2775],
      [5, 10, 0.2366, 0.7634],
      [10, 10, 0.7225, 1],
      [30, 1000, 0.0211, 0.0425],
    ] as const;
    for (const [hits, trials, low, high] of known) {
      const interval = wilsonInterval(hits, trials);
      expect(interval[0]).to.be.closeTo(low, 0.0001);
      expect(interval[1]).to.be.closeTo(high, 0.0001);
    }
  });

  it("the Wilson interval contains the observed share, and is mirrored when hits and misses are swapped", () => {
    const counts = fc
      .integer({ min: 1, max: 1_000_000 })
      .chain((trials) => fc.tuple(fc.nat(trials), fc.constant(trials)));
    fc.assert(
      fc.property(counts, ([hits, trials]) => {
        const [low, high] = wilsonInterval(hits, trials);
        expect(hits / trials).to.be.within(low - 1e-12, high + 1e-12);
        expect(wilsonInterval(hits, trials, 1.645)[0]).to.be.closeTo(wilsonBound(hits, trials), 1e-12);
        expect(wilsonInterval(trials - hits, trials)[0]).to.be.closeTo(1 - high, 1e-12);
      }),
    );
  });
});

describe("exponential decay of a sum", () => {
  it("a decayed sum halves after each half-life, whether the decay is computed in one step or in several steps", () => {
    expect(remaining(30, 30)).to.equal(0.5);
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (a, b, halfLife) => {
        expect(remaining(a + b, halfLife)).to.be.closeTo(remaining(a, halfLife) * remaining(b, halfLife), 1e-12);
      }),
    );
  });
});
