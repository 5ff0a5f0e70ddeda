import type { LearntSource } from "../catalog/document.js";
import type { LiveCatalog } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { search, type Hit } from "../engine/search.js";
import { TASTE_FIELD } from "../personalization/affinity.js";
import type { Product, ProductMemory } from "./product-memory.js";

export interface ProductDeps {
  readonly engine: Engine;
  readonly products: ProductMemory;
}

/** Products by identifier, from memory where they are in it. @throws errors of the engine as they are */
export async function readProducts(
  { engine, products }: ProductDeps,
  live: LiveCatalog,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Product>> {
  const { known, missing } = recallProducts(products, live, ids);
  if (missing.length === 0) return known;
  const { hits } = await search<LearntSource>(engine, live.index, productsBody(missing));
  const found = hits.hits.map(productOf);
  products.remember(live, missing, found);
  for (const product of found) known.set(product.source.product_identifier, product);
  return known;
}

export interface Recalled {
  readonly known: Map<string, Product>;
  /** Each once. */
  readonly missing: readonly string[];
}

/** What is in memory, and what has to be asked for; what is known not to exist is neither. */
export function recallProducts(products: ProductMemory, live: LiveCatalog, ids: readonly string[]): Recalled {
  const known = new Map<string, Product>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const product = products.recall(live, id);
    if (product === undefined) missing.push(id);
    else if (product !== null) known.set(id, product);
  }
  return { known, missing };
}

/** The engine's request for products by identifier, inactive ones too: what is sold out still says what somebody is after. */
export const productsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  docvalue_fields: [TASTE_FIELD],
  query: { constant_score: { filter: { ids: { values: ids } } } },
});

/** Whether a search has brought the product itself, or its name alone. */
export const hasProduct = (hit: Hit<LearntSource | undefined>): hit is Hit<LearntSource> => hit._source !== undefined;

export const productOf = ({ _source, fields }: Hit<LearntSource>): Product => ({
  source: _source,
  tokens: (fields?.[TASTE_FIELD] ?? []).map(String),
});
