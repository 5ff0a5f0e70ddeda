import type { FailedVariant } from "../../server/catalog/failures.js";
import type { Reason, Why, WhyThere } from "../../server/catalog/why.js";

/** A sentence and the bullet points below it. */
export interface Words {
  readonly words: string;
  readonly points: readonly string[];
}

const reported = (words: string, points: readonly string[] = []): Words => ({ words, points });

/** Explains a product's position or absence, and how to change it. */
export function formatWhy({ total, position, reasons }: Why): Words[] {
  if (position === null) return [reported("It is not there."), ...reasons.flatMap(formatReason)];
  return [
    reported(`It is number ${position.rank} of ${total}, on page ${position.page}.`),
    ...formatPosition(position),
  ];
}

function formatReason(reason: Reason): Words[] {
  switch (reason.code) {
    case "unknown_product":
      return [reported("The catalogue has no such product. Ingest it.")];
    case "inactive":
      return [reported("It is not sold. Send it again, or a catalogue that has it.")];
    case "conditions":
      return reason.variants.map(formatCondition);
    case "words": {
      const missing = reason.missing.map((word) => `“${word}”`).join(", ");
      const requested = reason.tier === "strict" ? "all" : "one";
      return [
        reported(
          missing === ""
            ? `Products must have ${requested} of the words in more than their description.`
            : `Products must have ${requested} of the words, and its texts do not have ${missing}. Put them there, or make them synonyms of what it has.`,
        ),
      ];
    }
  }
}

const ORIGINS = {
  filters: "the listing",
  facet_filters: "the facet",
  rule: "the rule",
  availability: "what is in stock",
};

function formatCondition({ variant_identifier, failures }: FailedVariant): Words {
  return reported(
    `Variant ${variant_identifier} does not meet:`,
    failures.map(({ by, name, condition, values }) => {
      const own = Object.entries(values).map(([field, has]) => `${field} is ${has.length === 0 ? "nothing" : has.join(", ")}`); // prettier-ignore
      const origin = `${ORIGINS[by]}${name === null ? "" : ` “${name}”`}`;
      return `${condition} (${origin}); its ${own.join("; its ")}`;
    }),
  );
}

function formatPosition({
  rank,
  pinned,
  engine_rank,
  score,
  signals,
  sorted_by,
  page,
  first_page_needs,
}: WhyThere): Words[] {
  if (pinned !== null) return [reported(`The rule “${pinned.rule}” pins it there.`)];
  const points = signals.toSorted((one, other) => other.points - one.points);
  const needs = sorted_by.map(({ by }, at) => `${fieldIn(by)} ${shown(first_page_needs?.[at], by)}`).join(", ");
  return [
    ...(engine_rank === null || engine_rank === rank
      ? []
      : [reported(`Before others are pinned and it is ranked for a shopper it is number ${engine_rank}.`)]),
    ...(score === null || points.length === 0
      ? []
      : [reported(`Its score is ${score.toFixed(2)}, from:`, points.map((one) => `${one.points.toFixed(2)} for ${one.signal}`))]), // prettier-ignore
    reported("The order goes by:", sorted_by.map(({ by, value }) => `${fieldIn(by)}: ${shown(value, by)}`)), // prettier-ignore
    ...(page === 1 || first_page_needs === null ? [] : [reported(`For the first page it must come before ${needs}.`)]),
  ];
}

const FIELDS: Readonly<Record<string, string>> = {
  _score: "score",
  prior: "release and popularity",
  created_at: "came",
  product_identifier: "identifier",
};

const fieldIn = (by: string): string => FIELDS[by] ?? by.replace(/^variants\.data\.|^sort\./, "");

function shown(value: unknown, by: string): string {
  if (typeof value === "number" && by === "prior") return dayOf(value * 1000);
  if (typeof value === "number" && by === "created_at") return dayOf(value);
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  return typeof value === "string" ? value : "no value";
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
