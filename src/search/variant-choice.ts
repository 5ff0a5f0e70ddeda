import type { ProductSource, SourceVariant } from "../catalog/document.js";
import type { LeafTypes, Scalar } from "../catalog/leaves.js";
import { variantLeaves } from "../catalog/product.js";
import type { FieldSort } from "../storefront/configuration.js";
import { comparable, matches } from "./filter-match.js";
import { isEverything, type Filter } from "./filter.js";
import { compareValues } from "./operand.js";
import { titleOrder } from "./title-order.js";

/** Which of several matching variants stands for the product. */
export interface Preference {
  /** What a variant must be like. */
  readonly matching: Filter;
  /** What it should be like if one of them is. */
  readonly preferred: Filter;
  /** The sort whose value it should have given. */
  readonly sort?: FieldSort;
}

/**
 * The variant that a found product is shown as: the one that gave the sort value, else the first preferred one, else the
 * first that matches.
 */
export function chooseVariant(product: ProductSource, preference: Preference, leaves: LeafTypes): SourceVariant {
  const active = product.source.filter((variant) => variant.active);
  const [first] = active;
  if (first === undefined) throw new Error(`product ${product.product_identifier} was found without an active variant`);
  const { matching, preferred, sort } = preference;
  if (active.length === 1 || (sort === undefined && isEverything(matching) && isEverything(preferred))) return first;
  const candidates = active.map((variant) => ({ variant, leaves: variantLeaves(variant.data, leaves) }));
  const found = candidates.filter((candidate) => matches(matching, candidate.leaves, leaves));
  if (sort !== undefined) {
    let best: { readonly variant: SourceVariant; readonly value: Scalar } | undefined;
    for (const { variant, leaves: values } of found) {
      const value = sortValue(values, sort, leaves);
      if (value !== undefined && (best === undefined || comesBefore(value, best.value, sort)))
        best = { variant, value };
    }
    if (best !== undefined) return best.variant;
  }
  const liked = found.find((candidate) => matches(preferred, candidate.leaves, leaves));
  return (liked ?? found[0])?.variant ?? first;
}

function sortValue(values: ReadonlyMap<string, readonly Scalar[]>, sort: FieldSort, leaves: LeafTypes) {
  const type = leaves.get(sort.field);
  if (type === undefined) return undefined;
  let best: Scalar | undefined;
  for (const value of comparable(values, sort.field, type)) {
    const ordered = sort.field === "title" ? titleOrder(String(value)) : value;
    if (best === undefined || comesBefore(ordered, best, sort)) best = ordered;
  }
  return best;
}

function comesBefore(a: Scalar, b: Scalar, { order }: FieldSort): boolean {
  const difference = compareValues(a, b);
  return order === "asc" ? difference < 0 : difference > 0;
}
