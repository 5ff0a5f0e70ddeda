import type { Preview } from "../../server/preview/preview-result.js";
import type { Subject } from "../../server/preview/requests.js";
import { count, percent } from "../format-numbers.js";

/** Formats a query or listing. */
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

/** Summarizes the preview in sentences. */
export function formatSummary({ responses, changed_subjects, subjects, failures, took_ms }: Preview): string[] {
  const { replayed, changed, devices, found, without_request } = responses;
  const empty = subjects.filter(({ became }) => became === "empty").length;
  const filled = subjects.filter(({ became }) => became === "found").length;
  const failed = failures.reduce((sum, { times }) => sum + times, 0);
  return [
    changed === 0
      ? `This draft changes none of the ${counted(replayed, "recent answer")}.`
      : `This draft changes ${percent(changed / replayed)} of recent answers: ${count(changed)} of ${count(replayed)}, ` +
        `of ${counted(changed_subjects, "query or listing", "queries and listings")}.`,
    ...(empty === 0
      ? []
      : [`${counted(empty, "query or listing has", "queries and listings have")} no results any more.`]),
    ...(filled === 0
      ? []
      : [`${counted(filled, "query or listing has", "queries and listings have")} results that had none.`]),
    ...(failed === 0 ? [] : [`${counted(failed, "answer")} could not be asked again.`]),
    ...(without_request === 0
      ? []
      : [`${counted(without_request, "answer")} had requests that were too long to be stored.`]),
    `Looked at: the ${counted(found, "newest answer")}, given to ${counted(devices, "device")}, as they would be now. It took ${(took_ms / 1000).toFixed(1)} s.`,
  ];
}

/** Formats the total gain of the draft and the data behind the estimate. */
export function formatGain({ measure, clicks, responses }: Preview["learnt"], gain: Preview["gain"]): string {
  if (measure === "positions") {
    return "No click is stored, so places are weighed by the usual decline from place to place: read them as proportions.";
  }
  const isSure = gain.low > 0 || gain.high < 0;
  return (
    `Clicks on all first pages together: ${between(gain)}${isSure ? "" : ", so it may be nothing"}. Expected by what shoppers clicked ` +
    `given the places where it was seen: ${counted(clicks, "click")} in ${counted(responses, "answer")}.`
  );
}

/** Limits of the replay method. */
export const LIMITS =
  "A replay knows what these shoppers would have seen and not what they would have done: clicks won at the top are partly lost " +
  "further down, and what was hardly seen yet is taken to be like its category. An experiment tells.";

export const formatClicks = (clicks: number): string =>
  clicks
    .toFixed(Math.abs(clicks) < 1 ? 2 : 1)
    .replace("-", "−")
    .replace(/^−(0\.00)$/u, "$1");

export const signed = (clicks: number): string => (clicks > 0 ? `+${formatClicks(clicks)}` : formatClicks(clicks));

export const between = ({ clicks, low, high }: Preview["gain"]): string =>
  `${signed(clicks)} (${signed(low)} to ${signed(high)})`;

/** Formats a number with its noun: "1 click", "2 clicks". */
export const counted = (number: number, one: string, several = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : several}`;

/** Formats a product's movement from the previous page. Positions count from 1. */
export function formatMove(position: number, before: number | undefined): string | null {
  if (before === undefined) return "New here";
  if (before === position) return null;
  return before > position ? `Up ${before - position}` : `Down ${position - before}`;
}
