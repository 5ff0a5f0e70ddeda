import type { Preview } from "../../server/preview/preview-result.js";
import type { Subject } from "../../server/preview/requests.js";
import { count, counted, percent } from "../format-numbers.js";

export function formatSubject({ query, filters, facet_filters, sort }: Subject): string {
  const about = [
    ...(query === null ? [] : [`“${query}”`]),
    ...(filters === null ? [] : [formatConditions(filters)]),
    ...(facet_filters === null ? [] : [`selected ${formatConditions(facet_filters)}`]),
  ];
  const order = sort === null ? "" : `, sorted by ${sort}`;
  return (about.length === 0 ? "All products" : about.join(", ")) + order;
}

const formatConditions = (conditions: Readonly<Record<string, unknown>>): string =>
  Object.entries(conditions)
    .map(([field, wanted]) => `${field} ${formatValue(wanted)}`)
    .join(", ");

const OPERATORS: Readonly<Record<string, string>> = {
  $eq: "",
  $in: "",
  $ne: "not ",
  $nin: "not ",
  $gt: "over ",
  $gte: "from ",
  $lt: "under ",
  $lte: "up to ",
  min: "from ",
  max: "up to ",
};

/** Formats conditions on a value. Unknown operators are shown as JSON. */
function formatValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(formatValue).join(" or ");
  const conditions = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const words = conditions.flatMap(([operator, operand]) => {
    const word = OPERATORS[operator];
    return word === undefined ? [] : [word + formatValue(operand)];
  });
  return words.length === 0 || words.length < conditions.length ? JSON.stringify(value) : words.join(" ");
}

export function formatSummary({ responses, changed_subjects, subjects, failures, took_ms }: Preview): string[] {
  const { replayed, changed, devices, found, without_request } = responses;
  const empty = subjects.filter(({ became }) => became === "empty").length;
  const filled = subjects.filter(({ became }) => became === "found").length;
  const failed = failures.reduce((sum, { times }) => sum + times, 0);
  return [
    changed === 0
      ? `The changes affect none of the ${counted(replayed, "recent search", "recent searches")}.`
      : `The changes affect ${percent(changed / replayed)} of recent searches: ${count(changed)} of ${count(replayed)}, ` +
        `for ${counted(changed_subjects, "query or listing", "queries and listings")}.`,
    ...(empty === 0
      ? []
      : [`The change leaves ${counted(empty, "query or listing", "queries and listings")} without results.`]),
    ...(filled === 0
      ? []
      : [`The change adds results to ${counted(filled, "query or listing", "queries and listings")} without results.`]),
    ...(failed === 0 ? [] : [`${counted(failed, "search", "searches")} could not be replayed.`]),
    ...(without_request === 0
      ? []
      : [`${counted(without_request, "search", "searches")} had requests that were too long to be stored.`]),
    `Recent searches replayed: ${count(found)} of ${counted(devices, "device")}, in ${(took_ms / 1000).toFixed(1)} s.`,
  ];
}

/** Formats the total gain of the draft and the data behind the estimate. */
export function formatGain({ measure, clicks, responses }: Preview["learnt"], gain: Preview["gain"]): string {
  if (measure === "positions") {
    return "There are no clicks yet, so the estimates assume the usual click rate of each position. Use the estimates only to compare products and queries.";
  }
  const isSure = gain.low > 0 || gain.high < 0;
  return (
    `Clicks on all first pages together: ${between(gain)}${isSure ? "" : ", which is not statistically significant"}. The estimate is based on ` +
    `${counted(clicks, "click")} in ${counted(responses, "search", "searches")} and their positions.`
  );
}

/** Explains the limitations of the estimate from replayed searches. */
export const LIMITS =
  "The estimate assumes that a product is clicked at its new position as often as similar products are. " +
  "The estimate does not consider which other products shoppers would choose. An A/B test measures the actual effect.";

export const formatClicks = (clicks: number): string =>
  clicks
    .toFixed(Math.abs(clicks) < 1 ? 2 : 1)
    .replace("-", "−")
    .replace(/^−(0\.00)$/u, "$1");

export const signed = (clicks: number): string => (clicks > 0 ? `+${formatClicks(clicks)}` : formatClicks(clicks));

export const between = ({ clicks, low, high }: Preview["gain"]): string =>
  `${signed(clicks)} (${signed(low)} to ${signed(high)})`;

/** Formats how many positions a product moved compared with the page before the change. Positions count from 1. */
export function formatMove(position: number, before: number | undefined): string | null {
  if (before === undefined) return "New here";
  if (before === position) return null;
  return before > position ? `Up ${before - position}` : `Down ${position - before}`;
}
