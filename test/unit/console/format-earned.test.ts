import { expect } from "chai";
import { formatEarned } from "../../../console/pages/draft/format-earned.js";
import { formatMetrics } from "../../../console/pages/listings/format-explanation.js";
import type { RuleEarned } from "../../../console/server/earned/rules-earned.js";

const RULE: RuleEarned = {
  key: "up",
  since: "2026-11-01T00:00:00.000Z",
  responses: 200,
  impressions: 200,
  clicks: 40,
  carts: 1,
  revenue: [
    { currency: "EUR", pieces: 3, revenue: 120, without_price: 0 },
    { currency: "<b>", pieces: 2, revenue: 10, without_price: 1 },
    { currency: null, pieces: 1, revenue: null, without_price: 1 },
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
  it("lists amounts per currency, products without a price, and the expected share", () => {
    expect(formatEarned(RULE)).to.deep.equal([
      "Shown 200 times on 200 first pages, clicked 40 times, put into carts 1 time.",
      "Bought 3 pieces: €120.00; 2 pieces: 10.00 (<b>), and 1 without a price; 1 piece: unknown: no prices.",
      "Compared on 150 of these pages, where it was clicked 30 times:",
      "Without it, shown 50 times and clicked about 12.0 (0.00 to 45.0) times.",
      "So about 40 % (0 % to 100 %) of clicks, carts and revenue would have come anyway.",
    ]);
  });

  it("reports unknown values, and does not divide by zero clicks", () => {
    const nothing = { ...RULE, revenue: [], compared: null };
    expect(formatEarned(nothing).slice(1)).to.deep.equal([
      "Nothing was bought.",
      "What was to be expected without it is unknown.",
    ]);
    const unclicked = { ...RULE, clicks: 0, compared: { ...RULE.compared!, clicks: 0, responses: 200 } };
    expect(formatEarned(unclicked)).to.have.length(3);
    expect(formatEarned({ ...RULE, responses: 0 })).to.deep.equal(["Nobody asked for what it is for."]);
  });
});

describe("formatMetrics", () => {
  it("reports unknown values as unknown, and 0 for no activity", () => {
    const known = { product: "p", seen: 1_204, clicked: 0, ordered: 3, stock: { in_stock: 0, variants: 2 } };
    expect(formatMetrics({ ...known, currency: "EUR" }, 0)).to.deep.equal([
      "€0.00",
      "seen 1,204",
      "clicked 0",
      "orders 3",
      "in stock 0 of 2",
    ]);
    const unknown = { product: "p", seen: null, clicked: null, ordered: null, stock: null, currency: null };
    expect(formatMetrics(unknown, null)).to.deep.equal([
      "price unknown",
      "seen unknown",
      "clicked unknown",
      "orders unknown",
      "stock unknown",
    ]);
    expect(formatMetrics(unknown, 9)[0]).to.equal("9.00 (currency unknown)");
  });
});
