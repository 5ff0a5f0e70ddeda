import type { FailedVariant } from "../../server/catalog/failures.js";
import type { Reason, Why, WhyThere } from "../../server/catalog/why.js";
import { formatPoints, signalName, sortName } from "../preview/format-explanation.js";

interface Explained {
  readonly sentence: string;
  readonly points: readonly string[];
}

const explained = (sentence: string, points: readonly string[] = []): Explained => ({ sentence, points });

export function formatWhy({ total, position, reasons }: Why): Explained[] {
  if (position === null)
    return [
      explained("The product is not in the results of this search or listing."),
      ...reasons.flatMap(formatReason),
    ];
  return [explained(`Position ${position.rank} of ${total}, on page ${position.page}.`), ...formatPosition(position)];
}

function formatReason(reason: Reason): Explained[] {
  switch (reason.code) {
    case "unknown_product":
      return [explained("The catalog does not contain this product. Import it first.")];
    case "inactive":
      return [explained("The product is inactive. To sell it again, import a file that contains it.")];
    case "conditions":
      return reason.variants.map(formatCondition);
    case "words": {
      const missing = reason.missing.map((word) => `“${word}”`).join(", ");
      const requested = reason.tier === "strict" ? "all words" : "at least one word";
      return [
        explained(
          missing === ""
            ? `Products must contain ${requested} of the search in a field other than the description.`
            : `Products must contain ${requested} of the search. Missing words: ${missing}. Add the missing words to the product, or add a synonym.`,
        ),
      ];
    }
  }
}

const ORIGINS = { filters: "listing", facet_filters: "filter", rule: "rule", availability: "stock" };

const formatCondition = ({ variant_identifier, failures }: FailedVariant): Explained =>
  explained(
    `Variant ${variant_identifier} does not match these conditions:`,
    failures.map(({ by, name, condition, values }) => {
      const own = Object.entries(values).map(([field, has]) => `${field} ${has.length === 0 ? "no value" : has.join(", ")}`); // prettier-ignore
      return `${condition} (${ORIGINS[by]}${name === null ? "" : ` “${name}”`}). The variant has: ${own.join("; ")}`;
    }),
  );

function formatPosition(position: WhyThere): Explained[] {
  const { rank, pinned, engine_rank, signals, sorted_by, page, first_page_needs } = position;
  if (pinned !== null) return [explained(`Rule “${pinned.rule}” pins the product to this position.`)];
  const needs = sorted_by.map(({ by }, at) => formatSort(by, first_page_needs?.[at])).join(", ");
  const points = signals
    .toSorted((one, other) => other.points - one.points)
    .map((one) => ({ text: signalName(one.signal), points: one.points }));
  return [
    ...(engine_rank === null || engine_rank === rank
      ? []
      : [explained(`Without pinned products and personalization, the product would be at position ${engine_rank}.`)]),
    ...(points.length === 0 ? [] : [explained("Points:", points.map((one) => `${one.text}: ${formatPoints(one)}`))]), // prettier-ignore
    explained("Sorted by:", sorted_by.map(({ by, value }) => formatSort(by, value))), // prettier-ignore
    ...(page === 1 || first_page_needs === null
      ? []
      : [explained(`For comparison, the sort values of the last product on the first page: ${needs}.`)]),
  ];
}

const formatSort = (by: string, value: unknown): string => `${sortName(by)} ${formatValue(value, by)}`;

function formatValue(value: unknown, by: string): string {
  if (typeof value === "number" && by === "prior") return dayOf(value * 1000);
  if (typeof value === "number" && by === "created_at") return dayOf(value);
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  return typeof value === "string" ? value : "no value";
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
