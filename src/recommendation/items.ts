import type { ProductSource } from "../catalog/product-document.js";
import { variantLeaves } from "../catalog/product.js";
import { inStock } from "../search/conditions.js";
import { matches, simplified } from "../catalog/matching/filter-match.js";
import { EVERYTHING } from "../filters/filter.js";
import { seesLeaf } from "../filters/seen-fields.js";
import { loweredWords } from "../lib/folded.js";
import { itemOf } from "../search/listing/answer.js";
import { variantChooser } from "../catalog/matching/variant-choice.js";
import type { Filter } from "../filters/filter.js";
import type { RecommendationRequest } from "./request.js";
import type { RecommendationContext } from "./recommendation-context.js";
import type { Item } from "../search/response-schema.js";

/**
 * Makes the items that a product is shown as: the variant that is wanted if it fits, else the one that the words
 * name, else the one that fits best, or, not grouped by product, all that match. None when
 * all its variants have gone since it was found.
 */
export function itemsFor(
  filter: Filter,
  { group_by_product, projection }: Pick<RecommendationRequest, "group_by_product" | "projection">,
  {
    configuration: { availability, fields, search },
    leaves,
    words,
  }: Pick<RecommendationContext, "configuration" | "leaves" | "words">,
): (product: ProductSource, wanted?: string) => Item[] {
  const matching = simplified(filter, leaves);
  const preferred = availability === null ? EVERYTHING : simplified(inStock(availability), leaves);
  const named =
    search.named_variant && words !== "" ? { typed: new Set(loweredWords(words)), sees: seesLeaf(fields) } : {};
  const choose = variantChooser({ matching, preferred: [preferred], ...named }, leaves);
  return (product, wanted) => {
    const active = product.source.filter((variant) => variant.active);
    if (active.length === 0) return [];
    const isMatching = ({ data }: (typeof active)[number]) => matches(matching, variantLeaves(data, leaves), leaves);
    const best = active.find((one) => one.variant_identifier === wanted && isMatching(one)) ?? choose(product);
    const others = group_by_product ? [] : active.filter((variant) => variant !== best && isMatching(variant));
    return [best, ...others].map(({ data, variant_identifier }) =>
      itemOf(data, product.product_identifier, variant_identifier, projection),
    );
  };
}
