import { expect } from "chai";
import fc from "fast-check";
import { wilsonBound } from "../../../src/lib/wilson-bound.js";

describe("the Wilson bound", () => {
  it("has the known values", () => {
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

  it("is below the share and approaches it with more evidence", () => {
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
