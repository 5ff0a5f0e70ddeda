import type { Comparison, Filter, Scalar } from "./filter.js";
import { shownName } from "./field-names.js";

/** Returns the canonical text of a filter as JSON. Filters that differ only in the order of conditions and values have the same text. */
export const canonicalFilter = (filter: Filter): string => JSON.stringify(sorted(filter));

export const readCanonicalFilter = (text: string): Filter => JSON.parse(text) as Filter;

/** Returns a copy of a filter with sorted conditions and values, without duplicates. */
function sorted(filter: Filter): Filter {
  switch (filter.kind) {
    case "and":
    case "or":
      return { kind: filter.kind, filters: sortedOnce(filter.filters.map(sorted)) };
    case "not":
      return { kind: "not", filter: sorted(filter.filter) };
    case "in":
      return { kind: "in", field: filter.field, values: sortedOnce(filter.values) };
    case "within":
      return { kind: "within", field: filter.field, min: filter.min, max: filter.max };
    case "compare":
    case "missing":
      return filter;
  }
}

/** Returns the values without duplicates, sorted by their JSON text. */
export function sortedOnce<T>(values: readonly T[]): T[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText.keys()].sort().map((text) => byText.get(text) as T);
}

const SIGNS: Readonly<Record<Comparison, string>> = { gt: ">", gte: "≥", lt: "<", lte: "≤" };
const MAX_VALUES = 5;

/** Formats a filter for display: `color is one of "Red", "Blue" and price ≤ 50`. */
export function describeFilter(filter: Filter): string {
  switch (filter.kind) {
    case "and":
      return filter.filters.length === 0 ? "everything" : filter.filters.map(describeFilter).join(" and ");
    case "or":
      return filter.filters.length === 0 ? "nothing" : `(${filter.filters.map(describeFilter).join(" or ")})`;
    case "not":
      return `not (${describeFilter(filter.filter)})`;
    case "in":
      return `${shownName(filter.field)} is ${formatValues(filter.values)}`;
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

function formatValues(values: readonly Scalar[]): string {
  if (values.length === 0) return "one of the values of an empty list";
  const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value));
  const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : "";
  return `${values.length === 1 ? "" : "one of "}${shown.join(", ")}${more}`;
}
