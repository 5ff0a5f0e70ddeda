import type { ProductSource } from "../catalog/document.js";
import { variantLeaves } from "../catalog/product.js";
import type { Engine } from "../engine/engine.js";
import { search } from "../engine/search.js";
import { inStock } from "../search/conditions.js";
import { matches } from "../search/filter-match.js";
import { EVERYTHING } from "../filters/filter.js";
import { itemOf, type Item } from "../search/response.js";
import { variantChooser } from "../search/variant-choice.js";
import type { Filter } from "../filters/filter.js";
import type { RecommendationRequest } from "./request.js";
import type { Situation } from "./situation.js";

/** Products as they are shown, of those that are still active. */
export async function readProducts(
  engine: Engine,
  index: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductSource>> {
  if (ids.length === 0) return new Map();
  const { hits } = await search<ProductSource>(engine, index, productsBody(ids));
  return new Map(hits.hits.map(({ _source }) => [_source.product_identifier, _source]));
}

export const productsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  query: { bool: { filter: [{ ids: { values: ids } }, { term: { active: true } }] } },
});

/** The items that a product is shown as: the variant that fits best, or, not grouped by product, all that match. */
export function itemsOf(
  product: ProductSource,
  filter: Filter,
  { group_by_product, projection }: Pick<RecommendationRequest, "group_by_product" | "projection">,
  { configuration: { availability }, leaves }: Pick<Situation, "configuration" | "leaves">,
): Item[] {
  const preferred = availability === null ? EVERYTHING : inStock(availability);
  const best = variantChooser({ matching: filter, preferred }, leaves)(product);
  const others = group_by_product
    ? []
    : product.source.filter(
        (variant) => variant.active && variant !== best && matches(filter, variantLeaves(variant.data, leaves), leaves),
      );
  return [best, ...others].map(({ data, variant_identifier }) =>
    itemOf(data, product.product_identifier, variant_identifier, projection),
  );
}
