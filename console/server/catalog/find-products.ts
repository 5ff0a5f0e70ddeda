import type { LiveCatalogs } from "../../../src/catalog/live.js";
import type { ProductSource } from "../../../src/catalog/product-document.js";
import { getDocument, getDocuments } from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { cardOf, type ProductCard } from "./product-card.js";

export const MAX_WANTED_LENGTH = 256;
const MOST = 24;

export interface FindProductsDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
}

/**
 * Finds products by identifier or title. An exact identifier comes first, followed by titles that contain all words,
 * the last of which may be a prefix. Inactive products are found by identifier only. Without a text, returns the newest
 * active products.
 */
export async function findProducts(
  { engine, liveCatalogs }: FindProductsDeps,
  clientId: string,
  wanted: string,
): Promise<ProductCard[]> {
  const live = await liveCatalogs.get(clientId);
  if (live === undefined) return [];
  if (wanted === "") {
    const newest = await searchDocuments<ProductSource>(engine, live.index, NEWEST);
    return newest.hits.hits.map((hit) => cardOf(hit._source));
  }
  const [named, { hits }] = await Promise.all([
    getDocument<ProductSource>(engine, live.index, wanted),
    searchDocuments<ProductSource>(engine, live.index, titlesBody(wanted)),
  ]);
  const found = [...(named === undefined ? [] : [named.source]), ...hits.hits.map((hit) => hit._source)];
  const byId = new Map(found.map((product) => [product.product_identifier, product]));
  return [...byId.values()].slice(0, MOST).map(cardOf);
}

/** Loads product cards by identifier. Deleted products are omitted. */
export async function namedProducts(
  { engine, liveCatalogs }: FindProductsDeps,
  clientId: string,
  ids: readonly string[],
): Promise<ProductCard[]> {
  const live = await liveCatalogs.get(clientId);
  if (live === undefined || ids.length === 0) return [];
  const found = await getDocuments<ProductSource>(engine, live.index, ids);
  return found.flatMap((one) => (one === undefined ? [] : [cardOf(one.source)]));
}

const NEWEST = {
  size: MOST,
  track_total_hits: false,
  query: { bool: { filter: [{ term: { active: true } }] } },
  sort: [{ created_at: "desc" }, { product_identifier: "asc" }],
};

export const titlesBody = (wanted: string): object => ({
  size: MOST,
  track_total_hits: false,
  query: {
    bool: {
      filter: [{ term: { active: true } }],
      must: [
        {
          dis_max: {
            queries: [
              { match: { "text.title": { query: wanted, operator: "and" } } },
              { match_bool_prefix: { "text.typed": { query: wanted, operator: "and" } } },
            ],
          },
        },
      ],
    },
  },
});
