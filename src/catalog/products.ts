import type { SearchBatch, SearchOutcomeKind } from "../engine/multi-search.js";
import { type Hit, searchDocuments } from "../engine/search-documents.js";
import type { CachedEngine, CatalogCache, Kind, Loaded } from "./cache.js";
import type { ProductSource } from "./product-document.js";
import type { CatalogVersion } from "./catalog-version.js";
import { productTag } from "./catalog-version.js";
import { textBytes } from "../lib/cache.js";
import { TASTE_FIELD } from "./taste-tokens.js";
import { withSharedDeadline } from "../engine/deadline.js";

/** A product of the catalogue, active or not. */
export interface Product {
  readonly source: ProductSource;
  /** Taste tokens of the product, see `taste-tokens.ts`. */
  readonly tokens: readonly string[];
}

interface KeptProduct {
  /** A serialized `Product`; null if the product is not in the catalogue or could not be read. */
  readonly json: string | null;
  readonly outcome: SearchOutcomeKind;
}

/** Cache settings of products. Products are cached for one minute, because learned signals can change without a new catalogue version. */
const PRODUCT: Kind<KeptProduct> = {
  name: "product",
  bytesOf: ({ json }) => textBytes(json ?? ""),
  freshMs: 60_000,
};

/**
 * Cache settings of products that are displayed but not ranked. Such products are cached for ten minutes, because every change of product
 * data creates a new catalogue version.
 */
const SHOWN_PRODUCT: typeof PRODUCT = { ...PRODUCT, freshMs: 600_000 };

/**
 * Reads products by id.
 * @param purpose `shown` if learned signals may be ten minutes old; otherwise they may be one minute old
 * @throws the errors of the engine
 */
export async function readProducts(
  { engine, cache }: CachedEngine,
  live: CatalogVersion,
  ids: readonly string[],
  purpose: "ranked" | "shown",
): Promise<ReadonlyMap<string, Product>> {
  const request = async (missing: readonly string[]) => {
    const { hits } = await searchDocuments<ProductSource>(engine, live.index, productsBody(missing));
    return loadedProducts(missing, hits.hits, "answered");
  };
  const kept = await readMany(cache, purpose === "shown" ? SHOWN_PRODUCT : PRODUCT, live, ids, request);
  // Reads missing products again: a search batch shared with another request may have ended early.
  const late = [...kept].filter(([, { outcome }]) => outcome !== "answered").map(([id]) => id);
  const again = late.length === 0 ? [] : [...(await request(late))].map(([id, { value }]) => [id, value] as const);
  return parsedProducts([...kept, ...again]);
}

export interface BatchedProducts {
  readonly products: ReadonlyMap<string, Product>;
  readonly outcome: SearchOutcomeKind;
}

/**
 * Reads products by id as part of a search batch.
 * @param onFailure called when a search of the batch fails; the result then lacks products
 * @throws the errors that affect the whole batch
 */
export async function readProductsIn(
  batch: Pick<SearchBatch, "add">,
  cache: CatalogCache,
  live: CatalogVersion,
  ids: readonly string[],
  onFailure: (error: unknown) => void,
): Promise<BatchedProducts> {
  const kept = await readMany(cache, PRODUCT, live, ids, async (missing) => {
    const found = await batch.add<ProductSource>(productsBody(missing));
    if (found.outcome !== "failed") return loadedProducts(missing, found.response.hits.hits, found.outcome);
    onFailure(new Error(`failed to load products: ${found.reason}`));
    return loadedProducts(missing, [], found.outcome);
  });
  const outcome = [...kept.values()].map((one) => one.outcome).find((one) => one !== "answered") ?? "answered";
  return { products: parsedProducts(kept), outcome };
}

/** Caches products that a search has returned. @param live catalogue version before the search */
export function keepProducts(
  cache: CatalogCache,
  live: CatalogVersion,
  hits: readonly Hit<ProductSource | undefined>[],
): void {
  for (const hit of hits) {
    if (!hasSource(hit)) continue;
    const id = hit._source.product_identifier;
    // Cached products are skipped, because serializing a product is as expensive as reading it.
    if (!cache.has(PRODUCT, live, id))
      cache.set(PRODUCT, live, id, { value: keptProduct(hit), tags: [productTag(id)] });
  }
}

/** Request for products by id, including inactive ones, because views of sold-out products still express interest. */
const productsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  ...WHOLE_PRODUCTS,
  query: { constant_score: { filter: { ids: { values: ids } } } },
});

/** Request parameters of searches whose hits are cached as products. */
export const WHOLE_PRODUCTS = { docvalue_fields: [TASTE_FIELD] } as const;

/** Converts hits for the cache. After a partial response, products without a hit are not cached, because they may exist. */
function loadedProducts(ids: readonly string[], hits: readonly Hit<ProductSource>[], outcome: SearchOutcomeKind) {
  const found = new Map(hits.map((hit) => [hit._source.product_identifier, keptProduct(hit)]));
  return new Map(
    ids.map((id): [string, Loaded<KeptProduct>] => {
      const value = found.get(id) ?? { json: null, outcome };
      return [id, { value, isWhole: value.outcome === "answered", tags: [productTag(id)] }];
    }),
  );
}

/**
 * Converts a hit for the cache. Products are cached as JSON, because thousands of parsed products are a million objects, which slow down
 * garbage collection.
 */
function keptProduct({ _source, fields }: Hit<ProductSource>): KeptProduct {
  const product: Product = { source: _source, tokens: (fields?.[TASTE_FIELD] ?? []).map(String) };
  return { json: JSON.stringify(product), outcome: "answered" };
}

/** Whether a hit includes the product's source. */
const hasSource = (hit: Hit<ProductSource | undefined>): hit is Hit<ProductSource> => hit._source !== undefined;

function parsedProducts(kept: Iterable<readonly [string, KeptProduct]>): Map<string, Product> {
  const products = new Map<string, Product>();
  for (const [id, { json }] of kept) if (json !== null) products.set(id, JSON.parse(json) as Product);
  return products;
}

/**
 * Reads values by key from the cache. Missing and expired values are loaded together with one call of `load`.
 * @param load called once, synchronously; must return a value for every key
 */
export async function readMany<V extends object>(
  cache: CatalogCache,
  kind: Kind<V>,
  live: CatalogVersion,
  keys: readonly string[],
  load: (missing: readonly string[]) => Promise<ReadonlyMap<string, Loaded<V>>>,
): Promise<ReadonlyMap<string, V>> {
  const missing: string[] = [];
  let begin!: (loads: ReturnType<typeof load>) => void;
  const loaded: ReturnType<typeof load> = new Promise((resolve) => {
    begin = resolve;
  });
  const reads = [...new Set(keys)].map(async (key) => {
    const value = await cache.read(kind, live, key, async () => {
      missing.push(key);
      return (await loaded).get(key) as Loaded<V>;
    });
    return [key, value] as const;
  });
  if (missing.length > 0) begin(withSharedDeadline(() => load(missing)));
  return new Map(await Promise.all(reads));
}
