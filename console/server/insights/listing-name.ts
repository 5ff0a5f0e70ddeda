import { describeFilter, readCanonicalFilter } from "../../../src/filters/canonical-filter.js";
import { shownName } from "../../../src/filters/field-names.js";
import type { Filter } from "../../../src/filters/filter.js";

/** Readable name of a stored listing. */
export interface ListingName {
  /**
   * Display name: the category path, such as "Women: Coats", for a single category; otherwise, the formatted
   * conditions.
   */
  readonly name: string;
  /** Query string of the listing preview page. */
  readonly address: string;
}

export function listingName(listing: string): ListingName {
  const filter = readCanonicalFilter(listing);
  if (filter.kind === "and" && filter.filters.length === 0) return { name: "All products", address: "" };
  const value = filter.kind === "in" && filter.field === "categories" && filter.values.length === 1 && filter.values[0];
  if (typeof value === "string") return { name: value, address: `category=${encodeURIComponent(value)}` };
  const address = `filters=${encodeURIComponent(JSON.stringify(expressionOf(filter)))}`;
  return { name: describeFilter(filter), address };
}

/** Converts a filter to the format that search requests use. */
export function expressionOf(filter: Filter): object {
  switch (filter.kind) {
    case "and":
    case "or":
      return { [`$${filter.kind}`]: filter.filters.map(expressionOf) };
    case "not":
      return { $not: expressionOf(filter.filter) };
    case "in":
      return { [shownName(filter.field)]: { $in: filter.values } };
    case "compare":
      return { [shownName(filter.field)]: { [`$${filter.operator}`]: filter.value } };
    case "within": {
      const { min, max } = filter;
      return { [shownName(filter.field)]: { ...(min === undefined ? {} : { $gte: min }), ...(max === undefined ? {} : { $lte: max }) } }; // prettier-ignore
    }
    case "missing":
      return { [shownName(filter.field)]: null };
  }
}
