import type { LeafLoss, LostLeaf } from "./flatten.js";
import type { LeafType, Scalar } from "./leaves.js";

/** The expected values of a leaf, by its type. */
const EXPECTED: Readonly<Record<LeafType, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  date: "an ISO 8601 timestamp",
};

const REASONS: Readonly<Record<Exclude<LeafLoss, "type">, string>> = {
  leaf_and_object: "the name is a value in some products and an object in others",
  ceiling: "there are more fields than `ingestion.max_leaves` allows",
  too_long: "the text is too long",
  too_deep: "nested too deeply",
  not_finite: "not a number within range",
  name: "the name is too long or holds a `*`",
};

/** A line's error for a leaf that is kept and returned but cannot be filtered on. */
export function describeLoss({ leaf, reason, expected, value }: LostLeaf): string {
  const why =
    reason === "type" && expected !== undefined && value !== undefined
      ? `expected ${EXPECTED[expected]}, got ${shown(value)}`
      : reason === "type"
        ? "the value does not fit the field's type"
        : REASONS[reason];
  return `${leaf}: ${why}; the value is returned but not filtered on`;
}

function shown(value: Scalar): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
