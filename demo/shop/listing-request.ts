import type { FilterExpression, ListingRequest, PublicStorefront } from "@vitrine/client";
import type { Collection, ListingAddress, Range } from "../server/address.js";

/**
 * Number of products per page of results. A multiple of 2, 3 and 4 leaves no gap in the last row on any screen width.
 */
export const PAGE_SIZE = 24;

/** Maximum number of values per facet. */
const MAX_VALUES = 60;

/** Removes sort keys and selections that the shop does not offer, for example from old links. */
export function offered(
  address: ListingAddress,
  { sort_keys, facets }: Pick<PublicStorefront, "sort_keys" | "facets">,
): ListingAddress {
  const { sort, lists, ranges } = address;
  const rangeKeys = new Set(facets.flatMap(({ key, type }) => (type === "range" ? [key] : [])));
  const listKeys = new Set(facets.flatMap(({ key, type }) => (type === "range" ? [] : [key])));
  return {
    ...address,
    sort: sort_keys.some(({ key }) => key === sort) ? sort : null,
    lists: new Map([...lists].filter(([key]) => listKeys.has(key))),
    ranges: new Map([...ranges].filter(([key]) => rangeKeys.has(key))),
  };
}

/** Returns the first request of a listing, without its projection. */
export function listingRequest(address: ListingAddress): ListingRequest {
  const { collection, lists, ranges } = address;
  const sort = activeSort(address);
  return {
    query: collection.kind === "search" && collection.query.trim() !== "" ? collection.query : null,
    filters: filtersOf(collection),
    facet_filters: Object.fromEntries<readonly string[] | readonly Range[]>([...lists, ...ranges]),
    facets: { keys: ["*"], max_values: MAX_VALUES },
    limit: PAGE_SIZE,
    ...(sort === null ? {} : { sort: [sort] }),
  };
}

function filtersOf(collection: Collection): FilterExpression | null {
  switch (collection.kind) {
    case "category": {
      const { department, category } = collection;
      return { department, ...(category.length > 0 && { categories: category.join(": ") }) };
    }
    case "sale":
      return { on_sale: true };
    case "new":
    case "search":
      return null;
  }
}

/** Returns the sort key of a listing; `null` for the storefront's default order. */
export const activeSort = ({ collection, sort }: ListingAddress): string | null =>
  sort ?? (collection.kind === "new" ? "newest" : null);
