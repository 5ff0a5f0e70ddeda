import type { ProductSource } from "../catalog/document.js";
import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import { matches } from "../search/filter-match.js";
import { fieldsOf, isEverything, type Filter } from "../filters/filter.js";
import { simplified } from "../search/simplify.js";
import { leavesNamed } from "../search/variant-choice.js";
import type { Block } from "./block.js";
import { filterIn, type Stock } from "./candidate-body.js";
import { ownCategories } from "./seed.js";
import type { Situation } from "./situation.js";

/**
 * Whether a product may be shown in a block: for products that are at hand, what `candidateBody` has the engine see to. Which
 * products a block excludes by name is not asked here.
 */
export function eligible(
  { profile, filter }: Block,
  { configuration, focus, leaves }: Situation,
  stock: Stock,
): (product: ProductSource) => boolean {
  const wanted = simplified(filterIn(filter, configuration.availability, stock), leaves);
  const own = profile.other_categories ? ownCategories(focus) : [];
  const unwanted: Filter = { kind: "in", field: CATEGORIES_LEAF, values: own };
  const isOpen = own.length === 0 && isEverything(wanted);
  const fields = [...fieldsOf(wanted), ...(own.length === 0 ? [] : [CATEGORIES_LEAF])];
  return ({ source }) => {
    const active = source.filter((variant) => variant.active);
    if (isOpen) return active.length > 0;
    const variants = active.map(({ data }) => leavesNamed(fields, data, leaves));
    return (
      variants.some((variant) => matches(wanted, variant, leaves)) &&
      !(own.length > 0 && variants.some((variant) => matches(unwanted, variant, leaves)))
    );
  };
}
