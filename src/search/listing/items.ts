import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { readProducts } from "../../catalog/products.js";
import { productTag } from "../../catalog/tags.js";
import { textBytes } from "../../lib/cache.js";
import { JsonText } from "../../lib/json-text.js";
import { writeItems } from "./answer.js";
import type { ProductSource } from "../../catalog/product-document.js";
import { getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { productClause, wordsOrMeaning } from "../query.js";
import { plainClause } from "../signal.js";
import type { Plan } from "./plan.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { productMatcher } from "../../catalog/matching/variant-choice.js";

/**
 * Those of the products that are active and match now, whatever they were when they were ranked.
 * @param like what they must match, too
 */
export function itemsBody(plan: Plan, ids: readonly string[], ...like: readonly Clause[]): Clause {
  return {
    size: ids.length,
    track_total_hits: false,
    query: {
      bool: {
        filter: [
          { ids: { values: ids } },
          productClause(plan.conditions.matching, plan.catalog.leaves),
          ...wordsOrMeaning(plan).map(plainClause),
          ...like,
        ],
      },
    },
  };
}

/** Those of the products that match, without anything of them. @param like what they must match, too */
export async function matchingProducts(
  engine: Engine,
  index: string,
  plan: Plan,
  ids: readonly string[],
  ...like: readonly Clause[]
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { hits } = await searchDocuments<never>(engine, index, { ...itemsBody(plan, ids, ...like), _source: false });
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
  plan: Plan,
  ids: readonly string[],
): Promise<ProductSource[]> {
  if (ids.length === 0) return [];
  if (plan.request.query === null) {
    const read = await getDocuments<ProductSource>(engine, index, ids, { as: "searchable" });
    const isMatching = productMatcher(plan.conditions.matching, plan.catalog.leaves);
    return read.flatMap((found) => (found !== undefined && isMatching(found.source) ? [found.source] : []));
  }
  const { hits } = await searchDocuments<ProductSource>(engine, index, itemsBody(plan, ids));
  const found = new Map(hits.hits.map(({ _source }) => [_source.product_identifier, _source]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** A product as one request shows it, as JSON. It differs by what is filtered, searched for and projected. */
const ITEM: Kind<JsonText> = { name: "item", freshMs: 600_000, bytesOf: ({ text }) => textBytes(text) };

/**
 * Items of products that a window has found, each as JSON, from the cache where they are in it.
 * @param key `everybodysKey`
 * @throws errors of the engine as they are
 */
export async function readItemsFound(
  deps: { readonly engine: Engine; readonly cache: CatalogCache },
  live: LiveCatalog,
  key: string,
  plan: Plan,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const items = new Map<string, string>();
  const unknown: string[] = [];
  for (const id of ids) {
    const item = deps.cache.get(ITEM, live, `${key} ${id}`);
    if (item === undefined) unknown.push(id);
    else items.set(id, item.text);
  }
  if (unknown.length === 0) return items;
  const isMatching = productMatcher(plan.conditions.matching, plan.catalog.leaves);
  const products = [...(await readProducts(deps, live, unknown, "shown")).values()].map(({ source }) => source);
  for (const [id, text] of writeItems(plan, products.filter(isMatching))) {
    items.set(id, text);
    deps.cache.set(ITEM, live, `${key} ${id}`, { value: new JsonText(text), tags: [productTag(id)] });
  }
  return items;
}
