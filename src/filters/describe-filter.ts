import { shownName } from "./field-names.js";
import type { Comparison, Filter, Scalar } from "./filter.js";

const SIGNS: Readonly<Record<Comparison, string>> = { gt: ">", gte: "≥", lt: "<", lte: "≤" };
const MAX_VALUES = 5;

/** A filter in words, for people: `color is one of "Red", "Blue" and price ≤ 50`. */
export function describeFilter(filter: Filter): string {
  switch (filter.kind) {
    case "and":
      return filter.filters.length === 0 ? "everything" : filter.filters.map(describeFilter).join(" and ");
    case "or":
      return filter.filters.length === 0 ? "nothing" : `(${filter.filters.map(describeFilter).join(" or ")})`;
    case "not":
      return `not (${describeFilter(filter.filter)})`;
    case "in":
      return `${shownName(filter.field)} is ${valuesInWords(filter.values)}`;
    case "compare":
      return `${shownName(filter.field)} ${SIGNS[filter.operator]} ${JSON.stringify(filter.value)}`;
    case "within":
      return [
        ...(filter.min === undefined ? [] : [`${shownName(filter.field)} ≥ ${filter.min}`]),
        ...(filter.max === undefined ? [] : [`${shownName(filter.field)} ≤ ${filter.max}`]),
      ].join(" and ");
    case "missing":
      return `${shownName(filter.field)} has no value`;
  }
}

function valuesInWords(values: readonly Scalar[]): string {
  if (values.length === 0) return "one of no values";
  const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
  const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : "";
  return `${values.length === 1 ? "" : "one of "}${shown.join(", ")}${more}`;
}
