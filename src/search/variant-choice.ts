import type { Json, ProductData, ProductSource, SourceVariant } from "../catalog/document.js";
import { flatten } from "../catalog/flatten.js";
import { fitLeaves } from "../catalog/leaf-types.js";
import type { Leaves, LeafTypes, Scalar } from "../catalog/leaves.js";
import type { FieldSort } from "../storefront/configuration.js";
import { comparable, matches } from "./filter-match.js";
import { fieldsOf, isEverything, type Filter } from "./filter.js";
import { compareValues } from "./operand.js";
import { titleOrder } from "./title-order.js";

/** Which of several matching variants stands for a product. */
export interface Preference {
  /** What a variant must be like. */
  readonly matching: Filter;
  /** What it should be like if one of them is. */
  readonly preferred: Filter;
  /** The sort whose value it should have given. */
  readonly sort?: FieldSort;
}

export type ChooseVariant = (product: ProductSource) => SourceVariant;

/**
 * Answers the variant that a found product is shown as: the one that gave the sort value, else the first preferred one,
 * else the first that matches. The chosen function throws for a product without active variants: no search finds one.
 */
export function variantChooser({ matching, preferred, sort }: Preference, leaves: LeafTypes): ChooseVariant {
  const fields = [...fieldsOf(matching), ...fieldsOf(preferred), ...(sort === undefined ? [] : [sort.field])];
  const anyWillDo = sort === undefined && isEverything(matching) && isEverything(preferred);
  return (product) => {
    const active = product.source.filter((variant) => variant.active);
    const [first] = active;
    if (first === undefined)
      throw new Error(`product ${product.product_identifier} was found without an active variant`);
    if (active.length === 1 || anyWillDo) return first;
    const candidates = active.map((variant) => ({ variant, values: leavesNamed(fields, variant.data, leaves) }));
    const found = candidates.filter(({ values }) => matches(matching, values, leaves));
    return (
      (sort && foremost(found, sort, leaves)) ??
      found.find(({ values }) => matches(preferred, values, leaves))?.variant ??
      found[0]?.variant ??
      first
    );
  };
}

interface Candidate {
  readonly variant: SourceVariant;
  readonly values: Leaves;
}

/** The leaves that filters and sort name; of a hundred others nobody asks. */
export function leavesNamed(fields: readonly string[], data: ProductData, leaves: LeafTypes): Leaves {
  const named: Record<string, Json> = {};
  for (const key of Object.keys(data)) {
    if (fields.some((field) => field === key || field.startsWith(`${key}.`))) named[key] = data[key] as Json;
  }
  return fitLeaves(flatten(named).leaves, leaves);
}

/** Undefined when no candidate has a value to sort by. */
function foremost(candidates: readonly Candidate[], sort: FieldSort, leaves: LeafTypes): SourceVariant | undefined {
  let best: { readonly variant: SourceVariant; readonly value: Scalar } | undefined;
  for (const { variant, values } of candidates) {
    const value = sortValue(values, sort, leaves);
    if (value !== undefined && (best === undefined || comesBefore(value, best.value, sort))) best = { variant, value };
  }
  return best?.variant;
}

function sortValue(values: Leaves, sort: FieldSort, leaves: LeafTypes): Scalar | undefined {
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
