import type { ProductSource } from "../catalog/document.js";
import { variantLeaves } from "../catalog/product.js";
import { inStock } from "../search/conditions.js";
import { matches } from "../catalog/matching/filter-match.js";
import { EVERYTHING } from "../filters/filter.js";
import { itemOf } from "../search/response.js";
import { simplified } from "../catalog/matching/simplify.js";
import { variantChooser } from "../catalog/matching/variant-choice.js";
import type { Filter } from "../filters/filter.js";
import type { RecommendationRequest } from "./request.js";
import type { Situation } from "./situation.js";
import type { Item } from "../search/response-schema.js";

/**
 * Makes the items that a product is shown as: the variant that fits best, or, not grouped by product, all that match. None when
 * all its variants have gone since it was found.
 */
export function itemsFor(
  filter: Filter,
  { group_by_product, projection }: Pick<RecommendationRequest, "group_by_product" | "projection">,
  { configuration: { availability }, leaves }: Pick<Situation, "configuration" | "leaves">,
): (product: ProductSource) => Item[] {
  const matching = simplified(filter, leaves);
  const preferred = availability === null ? EVERYTHING : simplified(inStock(availability), leaves);
  const choose = variantChooser({ matching, preferred }, leaves);
  return (product) => {
    const active = product.source.filter((variant) => variant.active);
    if (active.length === 0) return [];
    const best = choose(product);
    const others = group_by_product
      ? []
      : active.filter((variant) => variant !== best && matches(matching, variantLeaves(variant.data, leaves), leaves));
    return [best, ...others].map(({ data, variant_identifier }) =>
      itemOf(data, product.product_identifier, variant_identifier, projection),
    );
  };
}
