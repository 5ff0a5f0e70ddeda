import type { Kind } from "../catalog/cache.js";
import type { LiveCatalog } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { countDocuments } from "../engine/search-documents.js";
import { EmbeddingError, type Near } from "../semantic/index.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { meantQuery } from "./semantic.js";
import type { Plan } from "./listing/plan.js";
import type { Searching } from "./searching.js";
import { brandMatch } from "./text/text-parts.js";
import { unitsOf } from "./text/units.js";
import { wordsOf, type Relaxation } from "./text/words.js";

const PRODUCT_BYTES = 120;

const NEAR: Kind<readonly Near[]> = {
  name: "near",
  freshMs: 60_000,
  bytesOf: (near) => PRODUCT_BYTES * (1 + near.length),
};

/** Semantic search results for a request. Undefined if the embedding model failed to respond. */
export async function readNear(
  { engine, cache, semantic, metrics }: Searching,
  clientId: string,
  live: LiveCatalog | undefined,
  { request, configuration }: Plan,
  relaxation: Relaxation,
): Promise<readonly Near[] | undefined> {
  if (semantic === undefined || live === undefined) return [];
  const query = meantQuery(request, relaxation, configuration);
  if (query === undefined) return [];
  try {
    return await cache.read(NEAR, live, query.toLowerCase(), async () => {
      const [found, isBrand] = await Promise.all([
        semantic.near(clientId, query),
        namesBrand(engine, live, query, configuration),
      ]);
      return { value: isBrand ? [] : found };
    });
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    metrics.degraded.inc({ reason: "semantic" });
    return undefined;
  }
}

/**
 * Whether the query names one of the shop's brands. If so, semantic search is skipped, because it would return products of other brands.
 */
async function namesBrand(
  engine: Engine,
  live: LiveCatalog,
  query: string,
  configuration: StorefrontConfiguration,
): Promise<boolean> {
  const [brand] = brandMatch(unitsOf(wordsOf(query).words, configuration), configuration);
  return brand !== undefined && (await countDocuments(engine, live.index, brand)) > 0;
}
