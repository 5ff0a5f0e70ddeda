import type { RuleEarned } from "../../server/earned/rules-earned.js";
import { count, percent, formatRevenue, counted } from "../../parts/format-numbers.js";
import { formatClicks } from "../../parts/preview/format.js";

export function formatEarned({ responses, impressions, clicks, carts, revenue, compared }: RuleEarned): string[] {
  if (responses === 0) return ["No searches or listings have matched this rule yet."];
  const bought = revenue.map((one) => `${counted(one.units, "unit")}: ${formatRevenue(one)}`);
  return [
    `Shown ${times(impressions)} on ${counted(responses, "first page")}, clicked ${times(clicks)}, added to carts ${times(carts)}.`,
    bought.length === 0 ? "No purchases." : `Bought ${bought.join("; ")}.`,
    ...formatWithout(compared, responses),
  ];
}

const times = (number: number) => counted(number, "time");

function formatWithout(compared: RuleEarned["compared"], responses: number): string[] {
  if (compared === null) return ["There is not enough data to estimate the effect of this rule."];
  const { expected_clicks: expected, expected_impressions, clicks } = compared;
  const [low, high] = [Math.max(0, expected.low), expected.high];
  const part = (value: number) => percent(Math.min(1, value / clicks));
  return [
    ...(compared.responses === responses
      ? []
      : [`Compared on ${count(compared.responses)} of these pages, with ${counted(clicks, "click")}:`]),
    `Expected without the rule: ${counted(expected_impressions, "impression")} and about ${formatClicks(expected.clicks)} (${formatClicks(low)} to ${formatClicks(high)}) clicks.`,
    ...(clicks === 0
      ? []
      : [
          `Without the rule, clicks, carts and revenue would be about ${part(expected.clicks)} of their current numbers (95 % confidence interval: ${part(low)} to ${part(high)}).`,
        ]),
  ];
}
