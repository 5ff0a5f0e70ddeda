import { expect } from "chai";
import { liftOf, meanOf, rateOf, sampleRatio } from "../../../../console/server/experiments/statistics.js";
import { seeded } from "../../../../demo/random.js";

describe("liftOf", () => {
  it("liftOf computes Katz's confidence interval for rates (Physicians' Health Study, 189 of 11,034 and 104 of 11,037)", () => {
    // Agresti, "An Introduction to Categorical Data Analysis" (2007), §2.2.3: relative risk 1.82, from 1.43 to 2.30.
    const found = liftOf(rateOf(11_037, 104), rateOf(11_034, 189), 0.5);
    expect(found?.lift).to.be.closeTo(0.818, 0.001);
    expect(found?.low).to.be.closeTo(0.433, 0.001);
    expect(found?.high).to.be.closeTo(1.306, 0.001);
    expect(found?.p).to.be.closeTo(8.5e-7, 1e-7);
  });

  it("liftOf computes the confidence interval for means from Student's t with Welch's degrees of freedom", () => {
    const one = { devices: 6, mean: 10, variance: 4, is_estimated: true };
    const other = { devices: 6, mean: 12, variance: 4 * 1.44, is_estimated: true };
    const found = liftOf(one, other, 0.5);
    expect(found?.lift).to.be.closeTo(0.2, 1e-9);
    expect(found?.low).to.be.closeTo(-0.0722, 0.0001);
    expect(found?.high).to.be.closeTo(0.5521, 0.0001);
    // Two-sided p-value of Student's t with 10 degrees of freedom: 2 × P(T₁₀ < −ln 1.2 / 0.11547).
    expect(found?.p).to.be.closeTo(0.1454, 0.0001);
  });

  it("liftOf computes the number of devices required to detect the effect", () => {
    expect(liftOf(rateOf(1000, 100), rateOf(1000, 120), 0.5)?.devices_needed).to.equal(7677);
    expect(liftOf(rateOf(1000, 100), rateOf(1000, 120), 0.2)?.devices_needed).to.equal(12_569);
    expect(liftOf(rateOf(1000, 100), rateOf(1000, 100), 0.5)?.devices_needed).to.equal(null);
    for (const split of [0, 1]) {
      expect(liftOf(rateOf(1000, 100), rateOf(1000, 120), split)?.devices_needed).to.equal(null);
    }
  });

  it("liftOf uses Student's t if the variance of either arm is estimated", () => {
    const rate = rateOf(8, 4);
    const estimated = { ...rateOf(8, 6), is_estimated: true };
    const known = { ...estimated, is_estimated: false };
    const [normal, ofB, ofA] = [
      liftOf(rate, known, 0.5)!,
      liftOf(rate, estimated, 0.5)!,
      liftOf(estimated, rate, 0.5)!,
    ];
    expect(ofB.lift).to.equal(normal.lift);
    expect([ofB.low < normal.low, ofB.high > normal.high]).to.deep.equal([true, true]);
    // If the arms are swapped, the ratio of the arms and its bounds are inverted.
    expect((1 + ofA.low) * (1 + ofB.high)).to.be.closeTo(1, 1e-12);
  });

  it("liftOf returns a confidence interval if each arm has at least two devices", () => {
    expect(liftOf(meanOf(2, 5, 17), meanOf(9, 5, 25), 0.5)).not.to.equal(null);
    expect(liftOf(meanOf(9, 5, 25), meanOf(2, 5, 17), 0.5)).not.to.equal(null);
  });

  it("liftOf returns null if an arm has too few devices, no conversions or no variance", () => {
    expect(liftOf(rateOf(0, 0), rateOf(0, 0), 0.5)).to.equal(null);
    expect(liftOf(rateOf(50, 0), rateOf(50, 4), 0.5)).to.equal(null);
    expect(liftOf(rateOf(50, 4), rateOf(50, 0), 0.5)).to.equal(null);
    expect(liftOf(rateOf(50, 50), rateOf(50, 50), 0.5)).to.equal(null);
    expect(liftOf(meanOf(1, 5, 25), meanOf(9, 5, 25), 0.5)).to.equal(null);
  });

  it("meanOf and rateOf compute mean and variance from sums", () => {
    expect(meanOf(4, 10, 30)).to.deep.equal({ devices: 4, mean: 2.5, variance: 5 / 3, is_estimated: true });
    expect(meanOf(2, 4, 10)).to.deep.equal({ devices: 2, mean: 2, variance: 2, is_estimated: true });
    expect(rateOf(8, 2)).to.deep.equal({ devices: 8, mean: 0.25, variance: 0.1875, is_estimated: false });
    expect(rateOf(0, 0)).to.deep.equal({ devices: 0, mean: 0, variance: 0, is_estimated: false });
    expect(meanOf(0, 0, 0)).to.deep.equal({ devices: 0, mean: 0, variance: 0, is_estimated: true });
  });

  it("liftOf returns a confidence interval that excludes 0 in about one of twenty A/A tests", () => {
    const random = seeded("a/a");
    const devices = 500;
    const arm = () => {
      let [buyers, sum, squares] = [0, 0, 0];
      for (let device = 0; device < devices; device += 1) {
        if (!random.chance(0.15)) continue;
        const revenue = 20 + 180 * random.next() ** 3;
        buyers += 1;
        sum += revenue;
        squares += revenue ** 2;
      }
      return { rate: rateOf(devices, buyers), mean: meanOf(devices, sum, squares) };
    };
    const alarms = { rate: 0, mean: 0 };
    for (let round = 0; round < 1_000; round += 1) {
      const [a, b] = [arm(), arm()];
      for (const measure of ["rate", "mean"] as const) {
        const found = liftOf(a[measure], b[measure], 0.5)!;
        const isAlarm = found.low > 0 || found.high < 0;
        if (isAlarm) alarms[measure] += 1;
        expect(found.p < 0.05).to.equal(isAlarm);
      }
    }
    expect(alarms.rate).to.be.within(30, 75);
    expect(alarms.mean).to.be.within(30, 75);
  });
});

describe("sampleRatio", () => {
  it("sampleRatio returns the p-values of the chi-squared distribution with one degree of freedom", () => {
    // The 95 % point of the distribution is 3.841, and the 99.9 % point 10.828.
    for (const [chiSquared, p] of [
      [3.841459, 0.05],
      [10.827566, 0.001],
    ] as const) {
      const off = Math.sqrt(chiSquared * 2_500);
      expect(sampleRatio(5_000 + off, 5_000 - off, 0.5).p).to.be.closeTo(p, 1e-6);
    }
  });

  it("sampleRatio reports a sample ratio mismatch if the split is unlikely by chance", () => {
    expect(sampleRatio(5_000, 5_200, 0.5)).to.deep.include({ planned_b: 5_100, is_off: false });
    expect(sampleRatio(500, 700, 0.5)).to.deep.include({ planned_b: 600, is_off: true });
    expect(sampleRatio(900, 100, 0.1)).to.deep.equal({ planned_b: 100, p: 1, is_off: false });
  });

  it("sampleRatio reports no sample ratio mismatch for empty arms", () => {
    expect(sampleRatio(0, 0, 0.5)).to.deep.equal({ planned_b: 0, p: 1, is_off: false });
  });
});
