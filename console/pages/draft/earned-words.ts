import type { RuleEarned } from "../../server/earned/rules-earned.js";
import { count, percent, revenueWords } from "../../parts/in-figures.js";
import { clicksWords, counted } from "../../parts/preview/words.js";

/** What a rule earned in a few lines, and what of it was to be expected without the rule. */
export function earnedWords({ answers, impressions, clicks, carts, revenue, compared }: RuleEarned): string[] {
  if (answers === 0) return ["Nobody asked for what it is for."];
  const bought = revenue.map((one) => `${counted(one.pieces, "piece")}: ${revenueWords(one)}`);
  return [
    `Shown ${times(impressions)} on ${counted(answers, "first page")}, clicked ${times(clicks)}, put into carts ${times(carts)}.`,
    bought.length === 0 ? "Nothing was bought." : `Bought ${bought.join("; ")}.`,
    ...withoutWords(compared, answers),
  ];
}

const times = (number: number) => counted(number, "time");

function withoutWords(compared: RuleEarned["compared"], answers: number): string[] {
  if (compared === null) return ["What was to be expected without it is unknown."];
  const { expected_clicks: expected, expected_impressions, clicks } = compared;
  const [low, high] = [Math.max(0, expected.low), expected.high];
  const part = (value: number) => percent(Math.min(1, value / clicks));
  return [
    ...(compared.answers === answers
      ? []
      : [`Compared on ${count(compared.answers)} of these pages, where it was clicked ${times(clicks)}:`]),
    `Without it, shown ${times(expected_impressions)} and clicked about ${clicksWords(expected.clicks)} (${clicksWords(low)} to ${clicksWords(high)}) times.`,
    ...(clicks === 0
      ? []
      : [
          `So about ${part(expected.clicks)} (${part(low)} to ${part(high)}) of clicks, carts and revenue would have come anyway.`,
        ]),
  ];
}
