import type { LeafTypes } from "../catalog/leaves.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { fieldSortOf } from "../storefront/sorts-configuration.js";
import { isAnswerable } from "./facets/facet-filters.js";
import { PRICE_LEAF, shownName } from "../filters/field-names.js";
import { fieldsOf, type Filter } from "../filters/filter.js";
import type { SearchRequest } from "./listing/parse.js";
import type { Warning } from "./response-schema.js";

/** A misspelt field would otherwise be an empty page without a reason. */
export function warningsOf(
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  leaves: LeafTypes,
): Warning[] {
  const warnings = unknownFields(request.filter, leaves);
  for (const facet of configuration.facets) {
    if (request.selections.has(facet.key) && !isAnswerable(facet, leaves)) {
      warnings.push(unknownField(facet.field, `the facet filter "${facet.key}" matches nothing`));
    }
  }
  if (request.unpriced) {
    const message = "hardly a product has a price; the one in `query` filters nothing";
    warnings.push({ code: "price_ignored", field: PRICE_LEAF, message });
  }
  const sort = fieldSortOf(request.sort);
  if (sort !== null && !leaves.has(sort.field)) {
    warnings.push(unknownField(sort.field, `the sort "${sort.key}" orders by product identifier only`));
  }
  return warnings;
}

/** Of a filter by itself. */
export const unknownFields = (filter: Filter, leaves: LeafTypes): Warning[] =>
  fieldsOf(filter)
    .filter((field) => !leaves.has(field))
    .map((field) => unknownField(field, "in filters it has no value anywhere"));

const unknownField = (field: string, consequence: string): Warning => ({
  code: "unknown_field",
  field: shownName(field),
  message: `the catalogue has no usable field "${shownName(field)}"; ${consequence}`,
});
