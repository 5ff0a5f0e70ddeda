import type { Availability } from "../storefront/configuration.js";
import type { Facet } from "../storefront/facets-configuration.js";
import { selectionFilter, type Selections } from "./facets/facet-filters.js";
import { normalValue } from "../filters/operand.js";
import { allOf, anyOf, EVERYTHING, type Filter } from "../filters/filter.js";

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
