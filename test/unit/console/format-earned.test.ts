import { expect } from "chai";
import { formatEarned } from "../../../console/pages/rules/format-earned.js";
import type { RuleEarned } from "../../../console/server/earned/rules-earned.js";

const RULE: RuleEarned = {
  key: "up",
  since: "2026-11-01T00:00:00.000Z",
  responses: 200,
  impressions: 200,
  clicks: 40,
  carts: 1,
  revenue: [
    { currency: "EUR", units: 3, revenue: 120, without_price: 0 },
    { currency: "<b>", units: 2, revenue: 10, without_price: 1 },
    { currency: null, units: 1, revenue: null, without_price: 1 },
  ],
  compared: {
    responses: 150,
    impressions: 150,
    clicks: 30,
    expected_impressions: 50,
    expected_clicks: { clicks: 12, low: -3, high: 45 },
  },
};

describe("formatEarned", () => {
  it("the effect report of a rule lists revenue per currency, and sold units without a known price", () => {
    expect(formatEarned(RULE)).to.deep.equal([
      "Shown 200 times on 200 first pages, clicked 40 times, added to carts 1 time.",
      "Bought 3 units: €120.00; 2 units: 10.00 (<b>), and 1 without a price; 1 unit: unknown: no prices.",
      "Compared on 150 of these pages, with 30 clicks:",
      "Expected without the rule: 50 impressions and about 12.0 (0.00 to 45.0) clicks.",
      "Without the rule, clicks, carts and revenue would be about 40 % of their current numbers (95 % confidence interval: 0 % to 100 %).",
    ]);
  });

  it("the effect report of a rule describes missing data, and omits values that cannot be computed", () => {
    const nothing = { ...RULE, revenue: [], compared: null };
    expect(formatEarned(nothing).slice(1)).to.deep.equal([
      "No purchases.",
      "There is not enough data to estimate the effect of this rule.",
    ]);
    const unclicked = { ...RULE, clicks: 0, compared: { ...RULE.compared!, clicks: 0, responses: 200 } };
    expect(formatEarned(unclicked)).to.have.length(3);
    expect(formatEarned({ ...RULE, responses: 0 })).to.deep.equal([
      "No searches or listings have matched this rule yet.",
    ]);
  });
});
