import type { LeafTypes } from "../catalog/leaves.js";
import { validationError } from "../errors.js";
import type { Filter } from "../filters/filter.js";

/** The engine's `indices.query.bool.max_clause_count` is 1,024; a few are our own. */
export const ENGINE_CLAUSES = 1_000;

/**
 * How many clauses the engine counts for a filter (measured on 3.8.0): numbers and dates are looked up in two ways of
 * which it takes the better, and a negation by itself is "all, but not".
 */
export function clauseCount(filter: Filter, leaves: LeafTypes): number {
  switch (filter.kind) {
    case "and":
    case "or":
      return Math.max(
        1,
        filter.filters.reduce((sum, part) => sum + clauseCount(part, leaves), 0),
      );
    case "not":
      return 1 + clauseCount(filter.filter, leaves);
    case "in":
    case "compare":
    case "within": {
      const type = leaves.get(filter.field);
      return type === "number" || type === "date" ? 2 : 1;
    }
    case "missing":
      return 2;
  }
}

/** Whether the engine takes what stands in one query together. */
export const isWithinBudget = (...parts: readonly number[]): boolean =>
  parts.reduce((sum, part) => sum + part, 0) <= ENGINE_CLAUSES;

/**
 * Sees to it that no request is more than the engine takes.
 * @param parts the clause counts of what stands in one engine query together
 * @throws ServiceError validation_error on `filters`
 */
export function checkClauses(...parts: readonly number[]): void {
  if (!isWithinBudget(...parts)) {
    throw validationError(
      "filters",
      "filters, facet filters and query have too many conditions together; use $in for lists of values",
    );
  }
}
