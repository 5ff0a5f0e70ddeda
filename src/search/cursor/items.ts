import type { ProductSource } from "../../catalog/document.js";
import type { Engine } from "../../engine/engine.js";
import { search, type Hit } from "../../engine/search.js";
import { productClause, type Ranked } from "../body.js";
import type { Clause } from "../filter-query.js";
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
  const { hits } = await search<never>(engine, index, { ...itemsBody(ranked, ids), _source: false });
  return new Set(hits.hits.map(({ _id }) => _id));
}

/** Reads products from the live catalogue. @returns those that still match, in the order of `ids` */
export async function readItems(
  engine: Engine,
  index: string,
  ranked: Ranked,
  ids: readonly string[],
): Promise<Hit<ProductSource>[]> {
  if (ids.length === 0) return [];
  const { hits } = await search<ProductSource>(engine, index, itemsBody(ranked, ids));
  const found = new Map(hits.hits.map((hit) => [hit._source.product_identifier, hit]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
