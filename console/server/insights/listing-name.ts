import { describeFilter, expressionOf, readCanonicalFilter } from "../../../src/filters/canonical-filter.js";

/** A stored listing for people. */
export interface ListingName {
  /** "Women: Coats" for a category alone, else its conditions in words. */
  readonly name: string;
  /** The query string that has the console's page of listings show it. */
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
