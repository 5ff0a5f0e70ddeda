import { expect } from "chai";
import { compare, type Comparison } from "../../../../console/server/experiments/comparison.js";
import { resultRows } from "../../../../console/server/experiments/rows.js";
import { countDevice, twoSides, type TwoSides } from "../../../../console/server/experiments/tally.js";

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 10, 2, 10);

const compared = { names: ["A", "B"], where: "In B", split: 0.5, is_due: true } as const;

/** Two sides; in each, the given number of devices ordered for 50 and the other devices did not act. */
function sides(one: readonly [devices: number, buyers: number], other: readonly [number, number]): TwoSides {
  const found = twoSides();
  const buys = { last: new Map([["transaction", AT + 1]] as const), orders: [{ at: AT + 1, revenue: 50 }] };
  for (const [side, [devices, buyers]] of [one, other].entries()) {
    for (let device = 0; device < devices; device += 1) {
      const did = device < buyers ? buys : undefined;
      countDevice(found, side === 0 ? AT : undefined, side === 1 ? AT : undefined, did);
    }
  }
  return found;
}

const saysOf = ({ metrics }: Comparison) => metrics.map(({ key, verdict, says }) => [key, verdict, says]);

describe("counting a device", () => {
  it("counts its actions at or after its first response, and ignores earlier actions", () => {
    const found = twoSides();
    const last = new Map([
      ["list_click", AT],
      ["add_to_cart", AT - 1],
      ["transaction", AT + 5],
    ] as const);
    const orders = [
      { at: AT - 1, revenue: 1_000 },
      { at: AT, revenue: 20 },
      { at: AT + 5, revenue: 30 },
    ];
    countDevice(found, undefined, AT, { last, orders });
    expect(found.other).to.deep.equal({
      devices: 1,
      orders: 2,
      revenue: 50,
      squares: 2_500,
      converted: { list_click: 1, add_to_cart: 0, transaction: 1 },
      by_day: new Map([["2026-11-02", 1]]),
    });
    expect(found.one.devices).to.equal(0);
  });

  it("excludes and counts devices seen on both sides, and ignores devices seen on no side", () => {
    const found = twoSides();
    countDevice(found, AT, AT + DAY_MS, undefined);
    countDevice(found, undefined, undefined, undefined);
    expect(found).to.deep.equal({ ...twoSides(), in_both: 1 });
  });
});

describe("a comparison", () => {
  it("reports differences that exceed chance", () => {
    expect(saysOf(compare(sides([2_000, 100], [2_000, 160]), compared))).to.deep.equal([
      ["clicks", "nothing_yet", "Nothing to compare yet for devices that click a product"],
      ["carts", "nothing_yet", "Nothing to compare yet for devices that fill a cart"],
      ["orders", "more", "In B 60.0 % more devices that order, between 25.6 % and 103.8 %; more than chance explains"],
      ["revenue", "more", "In B 60.0 % more revenue per device, between 25.6 % and 103.8 %; more than chance explains"],
    ]);
  });

  it("reports decreases, and differences that may be chance", () => {
    const [, , fewer, less] = saysOf(compare(sides([2_000, 160], [2_000, 100]), compared));
    expect(fewer?.slice(1)).to.deep.equal([
      "less",
      "In B 37.5 % fewer devices that order, between −50.9 % and −20.4 %; more than chance explains",
    ]);
    expect(less?.[2]).to.match(/^In B 37\.5 % less revenue per device/);
    const [, , same] = saysOf(compare(sides([2_000, 100], [2_000, 104]), compared));
    expect(same?.slice(1)).to.deep.equal([
      "no_difference",
      "In B 4.0 % more devices that order, between −20.4 % and 35.9 %; that may be chance",
    ]);
  });

  it("is too early before its planned end, and below 100 devices in an arm", () => {
    const verdicts = (found: Comparison) => found.metrics.map(({ verdict }) => verdict).slice(2);
    const sure = sides([2_000, 100], [2_000, 300]);
    expect(verdicts(compare(sure, { ...compared, is_due: false }))).to.deep.equal(["too_early", "too_early"]);
    expect(verdicts(compare(sides([99, 10], [99, 60]), compared))).to.deep.equal(["too_early", "too_early"]);
    expect(verdicts(compare(sides([100, 10], [100, 60]), compared))).to.deep.equal(["more", "more"]);
  });

  it("is unreliable if the sample ratio is off", () => {
    const found = compare(sides([2_000, 100], [1_500, 200]), compared);
    expect(found.ratio.is_off).to.equal(true);
    expect(found.metrics[2]?.says).to.match(/; do not believe it, as the sample ratio is off$/);
  });

  it("is exported as a table with the verdict in the first side's row", () => {
    const days = { days: [] };
    const results = { from: "", until: "", experiment: { ...compare(sides([200, 20], [200, 20]), compared), ...days } };
    const rows = resultRows({ ...results, requested: null, holdout: null });
    const first = { comparison: "experiment", metric: "clicks", side: "A", devices: 200, devices_doing: 0, value: 0 };
    const unknown = { lift: undefined, low: undefined, high: undefined, p: undefined };
    expect(rows).to.have.length(8);
    expect(rows[0]).to.deep.equal({ ...first, ...unknown, verdict: results.experiment.metrics[0]?.verdict });
    expect(rows[5]).to.deep.equal({ ...first, metric: "orders", side: "B", devices_doing: 20, value: 0.1 });
  });
});
