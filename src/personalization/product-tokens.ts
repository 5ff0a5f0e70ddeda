import { textBytes } from "../lib/cache.js";
import type { Context } from "../context.js";
import type { CatalogCache, Kind, Loaded } from "../catalog/cache.js";
import type { CatalogVersion } from "../catalog/catalog-version.js";
import { indexField, VARIANTS_PATH } from "../catalog/fields.js";
import { readingLive, type LiveCatalogs } from "../catalog/live.js";
import { readMany } from "../catalog/products.js";
import { isIndexGone, type Engine } from "../engine/engine.js";
import { searchDocuments, type Hit } from "../engine/search-documents.js";
import { TASTE_FIELD } from "../catalog/taste-tokens.js";
import { LOG_PRICE_FIELD } from "../catalog/features.js";
import type { OrderedProduct } from "./taste/document.js";

/** Looks up catalogue products by the identifiers that storefronts send. */
export interface ProductTokens {
  /** Finds products like `find`, but returns only the product identifiers. */
  readonly identify: (clientId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /**
   * Finds products with their taste tokens.
   * @param ids product or variant identifiers, which may contain any text
   * @returns a map from requested identifiers to products, without unknown identifiers
   * @throws the errors of the engine
   */
  readonly find: (clientId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, OrderedProduct>>;
}

interface Identified {
  /** An `OrderedProduct` as JSON; null if the catalogue has no product or variant with the identifier. */
  readonly json: string | null;
}

const IDENTIFIED: Kind<Identified> = {
  name: "identified",
  bytesOf: ({ json }) => textBytes(json ?? ""),
  freshMs: 60_000,
  isApart: true,
};

/** Maximum number of characters of an identifier to look up. Ingestion rejects longer identifiers. */
const MAX_ID_LENGTH = 512;
export const isUsable = (id: string): boolean => id !== "" && id.length <= MAX_ID_LENGTH;

const IDS_AT_ONCE = 500;
/**
 * Maximum number of variants of one product per batch. This is the search engine's limit for inner hits. Variants beyond this number are
 * ignored.
 */
const MAX_VARIANTS = 100;

/** Looks up products in the live catalogue. */
export function createProductTokens(
  { engine }: Context,
  cache: CatalogCache,
  liveCatalogs: Pick<LiveCatalogs, "lose"> & { get(clientId: string): Promise<CatalogVersion | undefined> },
): ProductTokens {
  async function find(clientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, OrderedProduct>> {
    const live = await liveCatalogs.get(clientId);
    if (live === undefined) return new Map();
    const identified = await readMany(cache, IDENTIFIED, live, ids.filter(isUsable), async (missing) => {
      const values = new Map<string, Loaded<Identified>>();
      for (let start = 0; start < missing.length; start += IDS_AT_ONCE) {
        const some = missing.slice(start, start + IDS_AT_ONCE);
        const products = await lookUp(engine, live.index, some);
        for (const id of some) {
          const product = products.get(id);
          values.set(id, { value: { json: product === undefined ? null : JSON.stringify(product) } });
        }
      }
      return values;
    });
    const known = [...identified].flatMap(([id, { json }]) => (json === null ? [] : [[id, json] as const]));
    return new Map(known.map(([id, json]) => [id, JSON.parse(json) as OrderedProduct]));
  }

  async function findLive(clientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, OrderedProduct>> {
    try {
      return await readingLive(liveCatalogs, clientId, () => find(clientId, ids));
    } catch (error) {
      // No tokens are returned, as the index no longer exists: the client was removed during the request.
      if (isIndexGone(error)) return new Map();
      throw error;
    }
  }

  return {
    find: findLive,
    identify: async (clientId, ids) =>
      new Map([...(await findLive(clientId, [...new Set(ids)]))].map(([name, { id }]) => [name, id])),
  };
}

async function lookUp(engine: Engine, index: string, ids: readonly string[]): Promise<Map<string, OrderedProduct>> {
  const found = new Map<string, OrderedProduct>();
  for (const hit of await hitsOf(engine, index, namedProductsBody(ids))) {
    const product = productOf(hit);
    found.set(product.id, product);
  }
  const others = ids.filter((id) => !found.has(id));
  if (others.length === 0) return found;
  for (const hit of await hitsOf(engine, index, variantsBody(others))) {
    const product = productOf(hit);
    for (const variant of hit.inner_hits?.[VARIANTS_PATH]?.hits.hits ?? []) {
      found.set(String(variant.fields?.[VARIANT_IDENTIFIER]?.[0]), product);
    }
  }
  return found;
}

const VARIANT_IDENTIFIER = indexField("variant_identifier");
const FIELDS = ["product_identifier", TASTE_FIELD, LOG_PRICE_FIELD];

const namedProductsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  stored_fields: "_none_",
  docvalue_fields: FIELDS,
  query: { constant_score: { filter: { ids: { values: ids } } } },
});

const variantsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  _source: false,
  docvalue_fields: FIELDS,
  query: {
    nested: {
      path: VARIANTS_PATH,
      score_mode: "none",
      query: { terms: { [VARIANT_IDENTIFIER]: ids } },
      inner_hits: { size: MAX_VARIANTS, _source: false, docvalue_fields: [VARIANT_IDENTIFIER] },
    },
  },
});

function productOf({ fields }: Hit<never>): OrderedProduct {
  const price = fields?.[LOG_PRICE_FIELD]?.[0];
  return {
    id: String(fields?.["product_identifier"]?.[0]),
    tokens: (fields?.[TASTE_FIELD] ?? []).map(String),
    ...(price === undefined ? {} : { log_price: Number(price) }),
  };
}

const hitsOf = async (engine: Engine, index: string, body: object): Promise<readonly Hit<never>[]> =>
  (await searchDocuments<never>(engine, index, body)).hits.hits;
