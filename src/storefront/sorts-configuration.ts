import Type from "typebox";
import { choice, closed, list, oneOf, type Of } from "../schema/typed.js";
import { DEFAULT_SORT_KEYS } from "./default-items.js";
import { KEY, label, FIELD } from "./fields-configuration.js";

const sortHead = { key: Type.String({ ...KEY, description: "Its name in requests." }), label };

const FEATURED_SORT = closed({
  ...sortHead,
  by: Type.Literal("featured", { description: "The storefront's own ranking, personal where taste is known." }),
});

const FIELD_SORT = closed({
  ...sortHead,
  by: Type.Literal("field", {
    description:
      "A fixed order by one field; products without a value come last, and ties break on the product identifier.",
  }),
  field: Type.String({ ...FIELD, description: "A feed field." }),
  order: choice(["asc", "desc"], { description: "From the lowest or from the highest value." }),
});

const SORT = oneOf("by", [FEATURED_SORT, FIELD_SORT]);

export const SORT_KEYS = list(SORT, {
  minItems: 1,
  maxItems: 100,
  default: DEFAULT_SORT_KEYS,
  description: "Orders that a request may ask for.",
});

export type SortKey = Of<typeof SORT>;
export type FieldSort = Of<typeof FIELD_SORT>;

/** Whether taste, boosts, pins, intent and stock affect the order. Otherwise a field alone determines it. */
export function isRanked({ by }: SortKey): boolean {
  switch (by) {
    case "featured":
      return true;
    case "field":
      return false;
  }
}

/** Null for sorts that do not use a feed field. */
export function fieldSortOf(sort: SortKey): FieldSort | null {
  switch (sort.by) {
    case "featured":
      return null;
    case "field":
      return sort;
  }
}
