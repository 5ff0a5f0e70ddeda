import type { ProductSource } from "../catalog/document.js";
import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import { productMatcher } from "../search/product-match.js";
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
  const isWanted = productMatcher(filterIn(filter, configuration.availability, stock), leaves);
  const own = profile.other_categories ? ownCategories(focus) : [];
  if (own.length === 0) return isWanted;
  const isOwn = productMatcher({ kind: "in", field: CATEGORIES_LEAF, values: own }, leaves);
  return (product) => isWanted(product) && !isOwn(product);
}
