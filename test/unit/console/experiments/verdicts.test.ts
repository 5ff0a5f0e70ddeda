import { expect } from "chai";
import fc from "fast-check";
import { compare, type Compared, type Comparison } from "../../../../console/server/experiments/comparison.js";
import type { Tally, TwoSides } from "../../../../console/server/experiments/tally.js";
import { verdictOf, type Verdict } from "../../../../console/server/experiments/verdict.js";
import { liftOf, rateOf, type Lift } from "../../../../console/server/experiments/statistics.js";
import { seeded } from "../../../../demo/random.js";

/** Quantiles of the normal distribution at 97.5 % and 80 %, from a statistics table. */
const [Z_CONFIDENCE, Z_POWER] = [1.959964, 0.841621];

/** Integrates a function by Simpson's rule. */
function integral(from: number, to: number, f: (x: number) => number): number {
  const steps = 2_000;
  const width = (to - from) / steps;
  let sum = f(from) + f(to);
  for (let step = 1; step < steps; step += 1) sum += (step % 2 === 0 ? 2 : 4) * f(from + step * width);
  return (sum * width) / 3;
}

const normalTail = (z: number) =>
  0.5 - integral(0, Math.min(Math.abs(z), 9), (x) => Math.exp(-(x * x) / 2)) / Math.sqrt(2 * Math.PI);

/**
 * Tail probability of Student's t, integrated over an angle. With x = tan(angle) · √(degrees of freedom), the density
 * becomes a power of the cosine.
 */
function studentTail(t: number, degrees: number): number {
  const widest = Math.min(Math.PI / 2, 12 / Math.sqrt(degrees));
  const density = (angle: number) => Math.cos(angle) ** (degrees - 1);
  const angle = Math.min(widest, Math.atan(Math.abs(t) / Math.sqrt(degrees)));
  return 0.5 - integral(0, angle, density) / (2 * integral(0, widest, density));
}

function studentQuantile(degrees: number): number {
  let [low, high] = [0, 1_000];
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2;
    if (studentTail(middle, degrees) > 0.025) low = middle;
    else high = middle;
  }
  return low;
}

/** One arm of an experiment: devices, their actions, and the payment of each device that ordered. */
interface Arm {
  readonly devices: number;
  readonly clicks: number;
  readonly carts: number;
  readonly paid: readonly number[];
}

function tally({ devices, clicks, carts, paid }: Arm): Tally {
  return {
    devices,
    converted: { list_click: clicks, add_to_cart: carts, transaction: paid.length },
    orders: paid.length,
    revenue: paid.reduce((sum, one) => sum + one, 0),
    squares: paid.reduce((sum, one) => sum + one * one, 0),
    currencies: new Set(["EUR"]),
    by_day: new Map(),
  };
}

const sidesOf = (one: Arm, other: Arm, in_both = 0): TwoSides => ({ one: tally(one), other: tally(other), in_both });

/** Reference implementation with textbook formulas: computes the verdict on a metric from each device's value. */
function judged(values: readonly [readonly number[], readonly number[]], of: readonly [Arm, Arm], split: number) {
  const samples = values.map((some, at) => {
    const { devices } = of[at]!;
    const mean = some.reduce((sum, one) => sum + one, 0) / devices;
    const spread = some.reduce((sum, one) => sum + (one - mean) ** 2, 0) + (devices - some.length) * mean ** 2;
    return { devices, mean, spread };
  });
  const [a, b] = samples as [(typeof samples)[0], (typeof samples)[0]];
  const isRate = values.flat().every((value) => value === 1);
  const variance = ({ devices, spread }: typeof a) => spread / (isRate ? devices : devices - 1);
  const [ofA, ofB] = [a, b].map((one) => variance(one) / one.devices / one.mean ** 2) as [number, number];
  const error = Math.sqrt(ofA + ofB);
  if (a.mean === 0 || b.mean === 0 || error === 0) return { means: [a.mean, b.mean] as const, lift: null };
  const degrees = (ofA + ofB) ** 2 / (ofA ** 2 / (a.devices - 1) + ofB ** 2 / (b.devices - 1));
  const width = error * (isRate ? Z_CONFIDENCE : studentQuantile(degrees));
  const middle = Math.log(b.mean) - Math.log(a.mean);
  const together = variance(a) / (1 - split) + variance(b) / split;
  const lift: Lift = {
    lift: b.mean / a.mean - 1,
    low: Math.exp(middle - width) - 1,
    high: Math.exp(middle + width) - 1,
    p: 2 * (isRate ? normalTail(middle / error) : studentTail(middle / error, degrees)),
    devices_needed: a.mean === b.mean ? null : ((Z_CONFIDENCE + Z_POWER) ** 2 * together) / (b.mean - a.mean) ** 2,
  };
  return { means: [a.mean, b.mean] as const, lift };
}

/** The expected comparison, computed by the reference implementation. */
function expected(one: Arm, other: Arm, { split, is_due }: Compared) {
  const all = one.devices + other.devices;
  const chi = (other.devices - all * split) / Math.sqrt(all * split * (1 - split));
  const isOff = 2 * normalTail(chi) < 0.001;
  const ones = (count: number) => Array<number>(count).fill(1);
  const metrics = [
    [ones(one.clicks), ones(other.clicks)],
    [ones(one.carts), ones(other.carts)],
    [ones(one.paid.length), ones(other.paid.length)],
    [one.paid, other.paid],
  ] as const;
  return metrics.map((values) => {
    const { means, lift } = judged(values, [one, other], split);
    return { means, lift, verdict: verdict(lift) };
  });

  function verdict(lift: Lift | null): Verdict {
    if (isOff) return "unreliable";
    if (lift === null || !is_due || one.devices < 100 || other.devices < 100) return "not_enough_data";
    if (lift.low <= 0 && lift.high >= 0) return "no_difference";
    return lift.lift > 0 ? "higher" : "lower";
  }
}

const compared = (split: number, is_due = true): Compared => ({
  names: ["Original", "Variant"],
  split,
  is_due,
  currency: "EUR",
});
const verdicts = ({ metrics }: Comparison) => metrics.map(({ verdict }) => verdict);

/** Creates an experiment arm with the given number of devices and the given shares of devices with each action. */
const arm = (devices: number, shares: readonly [number, number, number], paid: readonly number[]): Arm => {
  const [clicks, carts, orders] = shares.map((share) => Math.round(share * devices)) as [number, number, number];
  return { devices, clicks, carts, paid: Array.from({ length: orders }, (_, at) => paid[at % paid.length]!) };
};

describe("a comparison of experiment arms of different sizes", () => {
  it("a comparison of experiment arms of different sizes returns the metrics and verdicts of the reference implementation", () => {
    const share = fc.double({ min: 0, max: 0.9, noNaN: true });
    const shares = fc.tuple(share, share, share);
    const payments = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 });
    const drawn = fc.record({
      all: fc.integer({ min: 60, max: 4_000 }),
      split: fc.constantFrom(0.05, 0.2, 0.3, 0.5, 0.8),
      off: fc.constantFrom(0, 0, 0, 0.03, -0.02, 0.15),
      one: fc.tuple(shares, payments),
      more: fc.double({ min: 0.7, max: 1.4, noNaN: true }),
      other: fc.option(fc.tuple(shares, payments)),
      is_due: fc.boolean(),
    });
    const seen = new Set<Verdict>();
    fc.assert(
      fc.property(drawn, ({ all, split, off, one, more, other, is_due }) => {
        const devices = Math.max(2, Math.round(all * Math.min(0.98, split + off)));
        const first = arm(all - devices, ...one);
        const alike = one[0].map((value) => Math.min(1, value * more)) as [number, number, number];
        const second = arm(devices, ...(other ?? ([alike, one[1]] as const)));
        const found = compare(sidesOf(first, second, 7), compared(split, is_due));
        const wanted = expected(first, second, compared(split, is_due));
        found.metrics.forEach(({ key, values, lift, verdict }, at) => {
          const { means, ...of } = wanted[at]!;
          for (const side of [0, 1] as const) expect(values[side]).to.be.closeTo(means[side], 1e-9);
          if (of.lift === null) expect([key, lift]).to.deep.equal([key, null]);
          else {
            const { devices_needed, ...bounds } = of.lift;
            for (const [name, value] of Object.entries(bounds)) {
              const near = 1e-4 * Math.max(1e-3, Math.abs(value));
              expect(lift?.[name as keyof typeof bounds], `${key}: ${name}`).to.be.closeTo(value, near);
            }
            if (devices_needed === null) expect(lift?.devices_needed).to.equal(null);
            else expect(lift?.devices_needed).to.be.closeTo(devices_needed, 1 + 1e-4 * devices_needed);
            // Rounding may decide the verdict if a bound of the interval is 0.
            if (Math.min(Math.abs(bounds.low), Math.abs(bounds.high)) < 1e-6) return;
          }
          expect([key, verdict]).to.deep.equal([key, of.verdict]);
          seen.add(verdict);
        });
      }),
      { numRuns: 150, seed: 7 },
    );
    expect([...seen]).to.have.members(["unreliable", "not_enough_data", "no_difference", "higher", "lower"]);
  });

  it("a comparison of experiment arms of different sizes contains every metric", () => {
    const one: Arm = { devices: 8_000, clicks: 4_000, carts: 0, paid: Array<number>(400).fill(50) };
    const other: Arm = { devices: 2_000, clicks: 900, carts: 0, paid: Array<number>(104).fill(50) };
    const { metrics, ...rest } = compare(sidesOf(one, other, 3), { ...compared(0.2), names: ["Today", "More taste"] });
    expect(rest).to.deep.equal({
      one: { name: "Today", devices: 8_000, orders: 400, revenue: 20_000 },
      other: { name: "More taste", devices: 2_000, orders: 104, revenue: 5_200 },
      in_both: 3,
      ratio: { planned_b: 2_000, p: 1, is_off: false },
      currency: "EUR",
      days: [],
    });
    expect(
      metrics.map(({ key, label, devices, values, verdict }) => ({ key, label, devices, values, verdict })),
    ).to.deep.equal([
      {
        key: "clicks",
        label: "Click rate",
        devices: [4_000, 900],
        values: [0.5, 0.45],
        verdict: "lower",
      },
      {
        key: "carts",
        label: "Add-to-cart rate",
        devices: [0, 0],
        values: [0, 0],
        verdict: "not_enough_data",
      },
      {
        key: "orders",
        label: "Conversion",
        devices: [400, 104],
        values: [0.05, 0.052],
        verdict: "no_difference",
      },
      {
        key: "revenue",
        label: "Revenue per device",
        devices: null,
        values: [2.5, 2.6],
        verdict: "no_difference",
      },
    ]);
  });

  it("a comparison of experiment arms of different sizes checks the observed split against the planned split", () => {
    const [small, large] = [arm(1_000, [0.2, 0.1, 0.1], [9]), arm(9_000, [0.3, 0.2, 0.2], [9])];
    expect(verdicts(compare(sidesOf(large, small), compared(0.1)))).to.deep.equal(["lower", "lower", "lower", "lower"]);
    expect(verdicts(compare(sidesOf(small, large), compared(0.9)))).to.deep.equal([
      "higher",
      "higher",
      "higher",
      "higher",
    ]);
    for (const [one, other, split] of [
      [large, small, 0.9],
      [small, large, 0.1],
      [large, small, 0.5],
    ] as const) {
      expect(new Set(verdicts(compare(sidesOf(one, other), compared(split))))).to.deep.equal(new Set(["unreliable"]));
    }
  });

  it("a comparison of experiment arms of different sizes has too little data if an arm has fewer than 100 devices", () => {
    const [few, hundred] = [arm(99, [0.5, 0.5, 0.5], [9]), arm(100, [0.5, 0.5, 0.5], [9])];
    const many = arm(900, [0.1, 0.1, 0.1], [9]);
    expect(new Set(verdicts(compare(sidesOf(few, many), compared(0.9))))).to.deep.equal(new Set(["not_enough_data"]));
    expect(new Set(verdicts(compare(sidesOf(many, few), compared(0.1))))).to.deep.equal(new Set(["not_enough_data"]));
    expect(new Set(verdicts(compare(sidesOf(hundred, many), compared(0.9))))).to.deep.equal(new Set(["lower"]));
    expect(new Set(verdicts(compare(sidesOf(many, hundred), compared(0.1))))).to.deep.equal(new Set(["higher"]));
  });

  it("a comparison detects a true lift in eight of ten experiments with the required number of devices", () => {
    const random = seeded("power");
    const [rateOfA, rateOfB, split] = [0.1, 0.13, 0.2];
    const needed = liftOf(
      rateOf(100_000, 100_000 * rateOfA),
      rateOf(100_000, 100_000 * rateOfB),
      split,
    )!.devices_needed!;
    const devices = [Math.round(needed * (1 - split)), Math.round(needed * split)] as const;
    const doing = (of: number, rate: number) => {
      let count = 0;
      for (let device = 0; device < of; device += 1) if (random.chance(rate)) count += 1;
      return count;
    };
    const rounds = 1_000;
    let [found, held] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const [a, b] = [rateOf(devices[0], doing(devices[0], rateOfA)), rateOf(devices[1], doing(devices[1], rateOfB))];
      const { low, high } = liftOf(a, b, split)!;
      if (low > 0) found += 1;
      if (low <= rateOfB / rateOfA - 1 && rateOfB / rateOfA - 1 <= high) held += 1;
    }
    // The tolerances are three standard deviations of the shares over a thousand experiments.
    expect(found / rounds).to.be.closeTo(0.8, 0.04);
    expect(held / rounds).to.be.closeTo(0.95, 0.021);
  });
});

describe("a verdict", () => {
  const lift = (low: number, high: number): Lift => ({ lift: (low + high) / 2, low, high, p: 0.05, devices_needed: 1 });
  const sure = { is_due: true, is_off: false };

  it("verdictOf returns no_difference if the confidence interval ends at 0", () => {
    expect(verdictOf(lift(0, 0.2), 100, sure)).to.equal("no_difference");
    expect(verdictOf(lift(-0.2, 0), 100, sure)).to.equal("no_difference");
    expect(verdictOf(lift(0.001, 0.2), 100, sure)).to.equal("higher");
    expect(verdictOf(lift(-0.2, -0.001), 100, sure)).to.equal("lower");
  });

  it("verdictOf returns unreliable if there is a sample ratio mismatch, even if there is no lift", () => {
    expect(verdictOf(null, 100, { is_due: true, is_off: true })).to.equal("unreliable");
  });
});
