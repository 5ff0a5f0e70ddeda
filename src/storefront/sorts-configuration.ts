import Type from "typebox";
import { choice, closed, list, oneOf, type Of } from "../schema/typed.js";
import { DEFAULT_SORT_KEYS } from "./default-items.js";
import { KEY, label, FIELD } from "./fields-configuration.js";

const sortHead = { key: Type.String({ ...KEY, description: "Name in requests." }), label };

const FEATURED_SORT = closed({
  ...sortHead,
  by: Type.Literal("featured", { description: "The storefront's ranking, personalized for known shoppers." }),
});

const FIELD_SORT = closed({
  ...sortHead,
  by: Type.Literal("field", {
    description: "Sorts by a field. Products without a value come last. Ties are broken by product identifier.",
  }),
  field: Type.String({ ...FIELD, description: "The feed field to sort by." }),
  order: choice(["asc", "desc"], {
    description:
      "Ascending order uses the lowest value of a product's matching variants, descending order the highest.",
  }),
});

const SORT = oneOf("by", [FEATURED_SORT, FIELD_SORT]);

export const SORT_KEYS = list(SORT, {
  minItems: 1,
  maxItems: 100,
  default: DEFAULT_SORT_KEYS,
  description: "Sort orders that requests may select.",
});

export type SortKey = Of<typeof SORT>;
export type FieldSort = Of<typeof FIELD_SORT>;

/**
 * Returns whether taste profiles, boosts, pins, the category intent of a query and stock affect a sort. Sorts by a field are not affected.
 */
export function isRanked({ by }: SortKey): boolean {
  switch (by) {
    case "featured":
      return true;
    case "field":
      return false;
  }
}

/** Returns the sort if it sorts by a feed field, otherwise null. */
export function fieldSortOf(sort: SortKey): FieldSort | null {
  switch (sort.by) {
    case "featured":
      return null;
    case "field":
      return sort;
  }
}
