import { expect } from "chai";
import { compare, type Comparison } from "../../../../console/server/experiments/comparison.js";
import { resultRows } from "../../../../console/server/experiments/rows.js";
import { countDevice, twoSides, type TwoSides } from "../../../../console/server/experiments/tally.js";

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 10, 2, 10);

const compared = { names: ["Original", "Variant"], split: 0.5, is_due: true, currency: "EUR" } as const;

/**
 * Creates the counts of two experiment arms. In each arm, `buyers` devices placed an order of 50 EUR; the remaining
 * devices did not act.
 */
function sides(one: readonly [devices: number, buyers: number], other: readonly [number, number]): TwoSides {
  const found = twoSides();
  const buys = {
    last: new Map([["transaction", AT + 1]] as const),
    orders: [{ at: AT + 1, revenue: 50, currency: "EUR" }],
  };
  for (const [side, [devices, buyers]] of [one, other].entries()) {
    for (let device = 0; device < devices; device += 1) {
      const did = device < buyers ? buys : undefined;
      countDevice(found, side === 0 ? AT : undefined, side === 1 ? AT : undefined, did);
    }
  }
  return found;
}

const verdictsOf = ({ metrics }: Comparison) => metrics.map(({ label, verdict }) => [label, verdict]);

describe("countDevice", () => {
  it("countDevice counts the actions of a device after the first response that the device received", () => {
    const found = twoSides();
    const last = new Map([
      ["list_click", AT],
      ["add_to_cart", AT - 1],
      ["transaction", AT + 5],
    ] as const);
    const orders = [
      { at: AT - 1, revenue: 1_000, currency: "USD" },
      { at: AT, revenue: 20, currency: "EUR" },
      { at: AT + 5, revenue: 30, currency: null },
    ];
    countDevice(found, undefined, AT, { last, orders });
    expect(found.other).to.deep.equal({
      devices: 1,
      orders: 2,
      revenue: 50,
      squares: 2_500,
      currencies: new Set(["EUR", null]),
      converted: { list_click: 1, add_to_cart: 0, transaction: 1 },
      by_day: new Map([["2026-11-02", 1]]),
    });
    expect(found.one.devices).to.equal(0);
  });

  it("countDevice excludes devices that were in two arms, and reports their number", () => {
    const found = twoSides();
    countDevice(found, AT, AT + DAY_MS, undefined);
    countDevice(found, undefined, undefined, undefined);
    expect(found).to.deep.equal({ ...twoSides(), in_both: 1 });
  });
});

describe("a comparison", () => {
  it("a comparison reports significant differences between the arms of an experiment", () => {
    expect(verdictsOf(compare(sides([2_000, 100], [2_000, 160]), compared))).to.deep.equal([
      ["Click rate", "not_enough_data"],
      ["Add-to-cart rate", "not_enough_data"],
      ["Conversion", "higher"],
      ["Revenue per device", "higher"],
    ]);
  });

  it("a comparison reports decreases and insignificant differences between the arms of an experiment", () => {
    const verdicts = (found: Comparison) => verdictsOf(found).slice(2);
    expect(verdicts(compare(sides([2_000, 160], [2_000, 100]), compared))).to.deep.equal([
      ["Conversion", "lower"],
      ["Revenue per device", "lower"],
    ]);
    expect(verdicts(compare(sides([2_000, 100], [2_000, 104]), compared))).to.deep.equal([
      ["Conversion", "no_difference"],
      ["Revenue per device", "no_difference"],
    ]);
  });

  it("a comparison of experiment arms has the currency of its orders or of the shop, or null for several currencies", () => {
    const currencyOf = (currencies: readonly (string | null)[], shop: string | null) => {
      const found = sides([2, 0], [2, 0]);
      for (const [at, one] of currencies.entries()) (at % 2 === 0 ? found.one : found.other).currencies.add(one);
      return compare(found, { ...compared, currency: shop }).currency;
    };
    expect(currencyOf([], "EUR")).to.equal("EUR");
    expect(currencyOf(["SEK", "SEK"], "EUR")).to.equal("SEK");
    expect(currencyOf(["EUR", null], "EUR")).to.equal("EUR");
    expect(currencyOf(["EUR", "SEK"], "EUR")).to.equal(null);
    expect(currencyOf([null], null)).to.equal(null);
  });

  it("a comparison of experiment arms has too little data before the planned end or with fewer than 100 devices per arm", () => {
    const verdicts = (found: Comparison) => found.metrics.map(({ verdict }) => verdict).slice(2);
    const sure = sides([2_000, 100], [2_000, 300]);
    expect(verdicts(compare(sure, { ...compared, is_due: false }))).to.deep.equal([
      "not_enough_data",
      "not_enough_data",
    ]);
    expect(verdicts(compare(sides([99, 10], [99, 60]), compared))).to.deep.equal([
      "not_enough_data",
      "not_enough_data",
    ]);
    expect(verdicts(compare(sides([100, 10], [100, 60]), compared))).to.deep.equal(["higher", "higher"]);
  });

  it("a comparison of experiment arms is unreliable if there is a sample ratio mismatch", () => {
    const found = compare(sides([2_000, 100], [1_500, 200]), compared);
    expect(found.ratio.is_off).to.equal(true);
    expect(found.metrics[2]?.verdict).to.equal("unreliable");
  });

  it("a comparison of experiment arms is exported as a table with the result in the row of the first arm", () => {
    const experiment = { ...compare(sides([200, 20], [200, 20]), compared), days: [] };
    const rows = resultRows({ from: "", until: "", experiment, requested: null, holdout: null });
    const first = { comparison: "ab_test", metric: "clicks", group: "Original", devices: 200, value: 0 };
    expect(rows).to.have.length(8);
    expect(rows[0]).to.deep.equal({ ...first, converted_devices: 0, result: "not_enough_data" });
    const variant = { ...first, group: "Variant" };
    expect(rows[5]).to.deep.equal({ ...variant, metric: "orders", converted_devices: 20, value: 0.1 });
    expect(rows[7]).to.deep.equal({
      ...variant,
      metric: "revenue",
      converted_devices: undefined,
      value: 5,
      currency: "EUR",
    });
    const { uplift, low, high, confidence, sample_size, result } = rows[4] ?? {};
    expect([uplift, confidence, sample_size, result]).to.deep.equal([0, 0, undefined, "no_difference"]);
    expect(low).to.be.below(0);
    expect(high).to.be.above(0);
  });
});
