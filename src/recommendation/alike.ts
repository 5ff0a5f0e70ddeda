import type { Kind } from "../catalog/cache.js";
import { CATEGORIES_LEAF } from "../catalog/leaves.js";
import type { LiveCatalog } from "../catalog/live.js";
import { packedBytes, packStrings, unpackStrings, type PackedStrings } from "../catalog/packed.js";
import { searchDocuments } from "../engine/search-documents.js";
import { allOf, type Filter } from "../filters/filter.js";
import { productClause } from "../search/listing/plan.js";
import type { AskDeps } from "./ask-candidates.js";
import { mostPopularFirst } from "./recommenders/popular.js";
import type { Seed } from "./seed.js";
import type { RecommendationContext } from "./recommendation-context.js";

/** More change nothing: of Google merchandise baskets, 10 do as well as 30 or 100. */
const ALIKE = 10;
/** A cart of more is known by its latest. */
const MAX_SEEDS = 5;

/** Which products stand for a category hardly changes; those that have gone still say what goes with it. */
const ALIKE_PRODUCTS: Kind<PackedStrings> = { name: "alike", bytesOf: packedBytes, freshMs: 600_000 };

/**
 * For products in focus the most popular ones of the same categories for the same department: what is known of these is expected of them.
 * Nothing where the engine does not answer.
 */
export async function readAlike(
  { engine, cache, onFailure }: AskDeps,
  live: LiveCatalog,
  { focus, department }: Pick<RecommendationContext, "focus" | "department">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ask = async (categories: readonly string[]): Promise<readonly string[]> => {
    const isOfThem: Filter = { kind: "in", field: CATEGORIES_LEAF, values: [...categories] };
    const query = productClause(department === undefined ? isOfThem : allOf([isOfThem, department]), live.leaves);
    const ids = await cache.read(ALIKE_PRODUCTS, live, JSON.stringify(query), async () => {
      const { hits } = await searchDocuments(engine, live.index, {
        size: ALIKE,
        stored_fields: "_none_",
        track_total_hits: false,
        query,
        sort: [mostPopularFirst, { prior: "desc" }, { product_identifier: "asc" }],
      });
      return { value: packStrings(hits.hits.map(({ sort = [] }) => String(sort.at(-1)))), tags: [] };
    });
    return unpackStrings(ids);
  };
  const seeds = focus.slice(-MAX_SEEDS).filter(({ categories }) => categories.length > 0);
  const alike = await Promise.all(
    seeds.map(async ({ id, categories }: Seed) => [id, await ask(categories)] as const),
  ).catch((error: unknown) => {
    onFailure(error);
    return [];
  });
  return new Map(alike);
}
