import type { ProductSource } from "../product-document.js";
import type { LeafTypes } from "../leaves.js";
import { fieldsOf, isEverything, type Filter } from "../../filters/filter.js";
import { matches } from "./filter-match.js";
import { simplified } from "./simplify.js";
import { leavesNamed } from "./variant-choice.js";

/** Whether an active variant of a product matches a filter: the same as `productClause`, for products in memory. */
export function productMatcher(filter: Filter, leaves: LeafTypes): (product: Pick<ProductSource, "source">) => boolean {
  const wanted = simplified(filter, leaves);
  if (isEverything(wanted)) return ({ source }) => source.some(({ active }) => active);
  const fields = [...fieldsOf(wanted)];
  return ({ source }) =>
    source.some(({ active, data }) => active && matches(wanted, leavesNamed(fields, data, leaves), leaves));
}
