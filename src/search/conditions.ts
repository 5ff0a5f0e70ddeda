import type { Availability } from "../storefront/configuration.js";
import type { Facet } from "../storefront/facets-configuration.js";
import { selectionFilter, type Selections } from "./facets/facet-filters.js";
import { normalValue } from "../filters/operand.js";
import { allOf, anyOf, EVERYTHING, type Filter } from "../filters/filter.js";
import type { FieldTypes } from "../catalog/fields.js";
import { validationError } from "../errors.js";

/** Conditions on variants, split by the part of the engine request that applies them. */
export interface Conditions {
  /**
   * The conditions of the query, which apply to hits and facet counts: filters, availability, hiding rules, and
   * selections in facets without counts.
   */
  readonly eligible: Filter;
  /** Selections in counted facets. These selections are post filters, because a selection does not narrow the counts of its own facet. */
  readonly counted: readonly { readonly facet: Facet; readonly filter: Filter }[];
  /** All conditions of the request. A single variant must satisfy all of them. The conditions apply to hits only. */
  readonly matching: Filter;
}

/** Returns the conditions of a request. @param shown filter for products that no rule hides */
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

/**
 * Returns the filter for variants in stock. Variants without the stock field count as in stock, because shops that send no stock data sell
 * all products.
 */
export function inStock({ field, in_stock }: Availability): Filter {
  return anyOf([
    { kind: "in", field, values: in_stock.map((value) => normalValue(field, value)) },
    { kind: "missing", field },
  ]);
}

/**
 * Maximum number of clauses for conditions of a request. The engine allows 1,024 clauses (`indices.query.bool.max_clause_count`). The
 * service uses the remaining clauses for its own conditions.
 */
export const ENGINE_CLAUSES = 1_000;

/**
 * Returns the number of clauses that the engine counts for a filter (measured on OpenSearch 3.8.0). A number or date condition counts twice
 * because the engine builds two alternative queries. A negation adds a match-all clause.
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
 * Rejects requests that exceed the engine's clause limit.
 * @param parts clause counts of the filters in one engine query
 * @throws {ServiceError} validation_error on `filters`
 */
export function checkClauses(...parts: readonly number[]): void {
  if (parts.reduce((sum, part) => sum + part, 0) > ENGINE_CLAUSES) {
    throw validationError(
      "filters",
      "filters, facet filters and query have too many conditions together; use $in for lists of values",
    );
  }
}
