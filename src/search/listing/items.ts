import type { ProductSource } from "../../catalog/product-document.js";
import { getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { productClause } from "./plan.js";
import type { Ranked } from "../ranked.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { productMatcher } from "../../catalog/matching/variant-choice.js";
import { textQuery } from "../text/text-query.js";

/** Those of the products that are active and match now, whatever they were when they were ranked. */
export function itemsBody({ request, configuration, catalog, plan, tier }: Ranked, ids: readonly string[]): Clause {
  const { matching } = plan.conditions;
  return {
    size: ids.length,
    track_total_hits: false,
    query: {
      bool: {
        filter: [
          { ids: { values: ids } },
          productClause(matching, catalog.leaves),
          ...(request.query === null ? [] : [textQuery(request.query, configuration, tier)]),
        ],
      },
    },
  };
}

/** Those of the products that match, without anything of them. */
export async function matchingProducts(
  engine: Engine,
  index: string,
  ranked: Ranked,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { hits } = await searchDocuments<never>(engine, index, { ...itemsBody(ranked, ids), _source: false });
  return new Set(hits.hits.map(({ _id }) => _id));
}

/**
 * Reads products from the live catalogue. Without words to be found they are read by id and matched here, which takes the
 * engine two thirds of what searching for them does.
 * @returns those that still match, in the order of `ids`
 */
export async function readItems(
  engine: Engine,
  index: string,
  ranked: Ranked,
  ids: readonly string[],
): Promise<ProductSource[]> {
  if (ids.length === 0) return [];
  if (ranked.request.query === null) {
    const read = await getDocuments<ProductSource>(engine, index, ids, { as: "searchable" });
    const isMatching = productMatcher(ranked.plan.conditions.matching, ranked.catalog.leaves);
    return read.flatMap((found) => (found !== undefined && isMatching(found.source) ? [found.source] : []));
  }
  const { hits } = await searchDocuments<ProductSource>(engine, index, itemsBody(ranked, ids));
  const found = new Map(hits.hits.map(({ _source }) => [_source.product_identifier, _source]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
