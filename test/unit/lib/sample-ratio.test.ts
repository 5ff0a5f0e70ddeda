import { expect } from "chai";
import { sampleRatio } from "../../../src/lib/sample-ratio.js";

describe("a sample ratio", () => {
  it("has the known values of chi-squared with one degree of freedom", () => {
    // 3.841 and 10.828 are its 95 % and 99.9 % points.
    for (const [chiSquared, p] of [
      [3.841459, 0.05],
      [10.827566, 0.001],
    ] as const) {
      const off = Math.sqrt(chiSquared * 2_500);
      expect(sampleRatio(5_000 + off, 5_000 - off, 0.5).p).to.be.closeTo(p, 1e-6);
    }
  });

  it("is off where chance alone would hardly do it", () => {
    expect(sampleRatio(5_000, 5_200, 0.5)).to.deep.include({ planned_b: 5_100, is_off: false });
    expect(sampleRatio(500, 700, 0.5)).to.deep.include({ planned_b: 600, is_off: true });
    expect(sampleRatio(900, 100, 0.1)).to.deep.equal({ planned_b: 100, p: 1, is_off: false });
  });

  it("is as planned while nobody was seen", () => {
    expect(sampleRatio(0, 0, 0.5)).to.deep.equal({ planned_b: 0, p: 1, is_off: false });
  });
});
