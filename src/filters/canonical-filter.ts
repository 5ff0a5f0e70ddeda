import type { Filter } from "./filter.js";

/** The same text for filters that differ only in the order of conditions and values. */
export function canonicalFilter(filter: Filter): string {
  switch (filter.kind) {
    case "and":
    case "or":
      return `${filter.kind}(${sortedOnce(filter.filters.map(canonicalFilter)).join()})`;
    case "not":
      return `not(${canonicalFilter(filter.filter)})`;
    case "in":
      return JSON.stringify(["in", filter.field, sortedOnce(filter.values.map((value) => JSON.stringify(value)))]);
    case "compare":
      return JSON.stringify(["compare", filter.field, filter.operator, filter.value]);
    case "within":
      return JSON.stringify(["within", filter.field, filter.min ?? null, filter.max ?? null]);
    case "missing":
      return JSON.stringify(["missing", filter.field]);
  }
}

/** Each text once, in an order of its own. */
export const sortedOnce = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
