import { describeFilter } from "../../filters/describe-filter.js";
import { readCanonicalFilter } from "../../filters/read-canonical-filter.js";

/** A stored listing in words: "Women: Coats" for a category alone, else its conditions. */
export function listingName(listing: string): string {
  const filter = readCanonicalFilter(listing);
  if (filter.kind === "and" && filter.filters.length === 0) return "All products";
  const value = filter.kind === "in" && filter.field === "categories" && filter.values.length === 1 && filter.values[0];
  return typeof value === "string" ? value : describeFilter(filter);
}
