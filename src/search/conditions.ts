import type { Availability } from "../storefront/configuration.js";
import type { Facet } from "../storefront/facets-configuration.js";
import { selectionFilter, type Selections } from "./facets/facet-filters.js";
import { normalValue } from "../filters/operand.js";
import { allOf, anyOf, EVERYTHING, type Filter } from "../filters/filter.js";
import type { FieldTypes } from "../catalog/fields.js";
import { validationError } from "../errors.js";

/** The conditions on variants for the different parts of one engine request. */
export interface Conditions {
  /** Every hit and every count: the query. Filters, availability, hiding rules, and selections in facets that are not counted. */
  readonly eligible: Filter;
  /** Selections in counted facets: a facet's own does not narrow its counts, so they are not part of the query. */
  readonly counted: readonly { readonly facet: Facet; readonly filter: Filter }[];
  /** Every hit: all of the above on one and the same variant. */
  readonly matching: Filter;
}

/** @param shown what rules leave of the catalogue */
export function conditionsOf(
  request: { readonly filter: Filter; readonly selections: Selections; readonly facets: readonly Facet[] },
  configuration: { readonly facets: readonly Facet[]; readonly availability: Availability | null },
  shown: Filter = EVERYTHING,
): Conditions {
  const { availability } = configuration;
  const eligible = [request.filter, shown, availability?.out_of_stock === "hide" ? inStock(availability) : EVERYTHING];
  const counted: { readonly facet: Facet; readonly filter: Filter }[] = [];
  for (const facet of configuration.facets) {
    const selection = request.selections.get(facet.key);
    if (selection === undefined) continue;
    const filter = selectionFilter(facet, selection);
    if (request.facets.includes(facet)) counted.push({ facet, filter });
    else eligible.push(filter);
  }
  return {
    eligible: allOf(eligible),
    counted,
    matching: allOf([...eligible, ...counted.map(({ filter }) => filter)]),
  };
}

/** A variant without the field is taken to be in stock: a shop that says nothing of stock sells everything. */
export function inStock({ field, in_stock }: Availability): Filter {
  return anyOf([
    { kind: "in", field, values: in_stock.map((value) => normalValue(field, value)) },
    { kind: "missing", field },
  ]);
}

/** The engine's `indices.query.bool.max_clause_count` is 1,024; a few are our own. */
export const ENGINE_CLAUSES = 1_000;

/**
 * How many clauses the engine counts for a filter (measured on 3.8.0): numbers and dates are looked up in two ways of
 * which it takes the better, and a negation by itself is "all, but not".
 */
export function clauseCount(filter: Filter, fields: FieldTypes): number {
  switch (filter.kind) {
    case "and":
    case "or":
      return Math.max(
        1,
        filter.filters.reduce((sum, part) => sum + clauseCount(part, fields), 0),
      );
    case "not":
      return 1 + clauseCount(filter.filter, fields);
    case "in":
    case "compare":
    case "within": {
      const type = fields.get(filter.field);
      return type === "number" || type === "date" ? 2 : 1;
    }
    case "missing":
      return 2;
  }
}

/**
 * Sees to it that no request is more than the engine takes.
 * @param parts the clause counts of what stands in one engine query together
 * @throws ServiceError validation_error on `filters`
 */
export function checkClauses(...parts: readonly number[]): void {
  if (parts.reduce((sum, part) => sum + part, 0) > ENGINE_CLAUSES) {
    throw validationError(
      "filters",
      "filters, facet filters and query have too many conditions together; use $in for lists of values",
    );
  }
}
