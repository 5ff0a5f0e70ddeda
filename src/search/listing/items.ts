import type { CachedEngine, Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { productMatcher } from "../../catalog/matching/variant-choice.js";
import { readProducts } from "../../catalog/products.js";
import { productTag } from "../../catalog/catalog-version.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { textBytes } from "../../lib/cache.js";
import { hashOf } from "../../lib/hash.js";
import { JsonText } from "../../lib/json-text.js";
import { productClause, wordsOrSemantic } from "../query.js";
import { plainClause } from "../signal.js";
import { writeItems } from "./response.js";
import type { Plan } from "./plan.js";

/** Cache entry for a product with the projected fields and the selected variant, as JSON. */
const ITEM: Kind<JsonText> = { name: "item", freshMs: 600_000, bytesOf: ({ text }) => textBytes(text) };

/**
 * The cache key of a plan's items. The key covers all settings that `writeItems` reads. Projected names depend on the configuration's
 * aliases and private fields. The settings that select a variant are only included if products have several variants.
 */
function itemsKey({ request, configuration, conditions, rules }: Plan, { multi_variant }: LiveCatalog): string {
  const { query, sort, projection } = request;
  const { fields, aliases, availability, search } = configuration;
  const shown = [projection.map(({ name }) => name), fields, aliases];
  const choosing = [query, sort, conditions.matching, rules.pins, availability, search.named_variant];
  return hashOf(multi_variant ? [shown, choosing] : shown);
}

/**
 * The items of a request, each as JSON. Products that are not cached are read with one engine call.
 * @param ids identifiers of products that match in this catalogue version
 * @returns the items by product identifier, without inactive products and products that no longer match the filters
 * @throws the errors of the engine
 */
export async function readItems(
  deps: CachedEngine,
  live: LiveCatalog,
  plan: Plan,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const key = itemsKey(plan, live);
  const items = new Map<string, string>();
  const unknown: string[] = [];
  for (const id of ids) {
    const item = deps.cache.get(ITEM, live, `${key} ${id}`);
    if (item === undefined) unknown.push(id);
    else items.set(id, item.text);
  }
  if (unknown.length === 0) return items;
  const isMatching = productMatcher(plan.conditions.matching, live.fields);
  const products = [...(await readProducts(deps, live, unknown, "shown")).values()].map(({ source }) => source);
  for (const [id, text] of writeItems({ ...plan, catalog: live }, products.filter(isMatching))) {
    items.set(id, text);
    deps.cache.set(ITEM, live, `${key} ${id}`, { value: new JsonText(text), tags: [productTag(id)] });
  }
  return items;
}

/** Returns the identifiers of the given products that are active and still match the request. @throws the errors of the engine */
export async function matchingProducts(
  engine: Engine,
  index: string,
  plan: Plan,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const filter: Clause[] = [
    { ids: { values: ids } },
    productClause(plan.conditions.matching, plan.catalog.fields),
    ...wordsOrSemantic(plan).map(plainClause),
  ];
  const body = { size: ids.length, track_total_hits: false, _source: false, query: { bool: { filter } } };
  const { hits } = await searchDocuments<never>(engine, index, body);
  return new Set(hits.hits.map(({ _id }) => _id));
}
