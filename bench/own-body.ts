import { createEngine } from "../src/engine/engine.js";
import { createLiveCatalogs } from "../src/catalog/live.js";
import { readCatalogFacts } from "../src/search/catalog-facts.js";
import { planSearch, searchBody } from "../src/search/body.js";
import { parseSearchRequest } from "../src/search/request.js";
import type { SearchBody } from "../src/search/request-schema.js";
import { getStorefront } from "../src/storefront/clients.js";
import type { Bench } from "./bench.js";
import { catalogCache } from "../test/support/catalog-cache.js";

export interface EngineRequest {
  readonly path: string;
  readonly body: string;
}

/** What the service sends to the engine for each request, so that the engine's part can be measured by itself. */
export async function sentToEngine(bench: Bench, requests: readonly string[]): Promise<EngineRequest[]> {
  const engine = createEngine({ url: bench.engineUrl, prefix: bench.prefix });
  try {
    const storefront = await getStorefront({ engine }, bench.access.client_id);
    const live = await createLiveCatalogs(engine).get(bench.access.client_id);
    if (storefront === undefined || live === undefined) throw new Error("the benchmark's client has no catalogue");
    const { configuration } = storefront;
    const facts = await readCatalogFacts({ engine, cache: catalogCache() }, live, configuration.facets);
    return requests.map((request) => {
      const parsed = parseSearchRequest(JSON.parse(request) as SearchBody, configuration, live.leaves);
      const body = searchBody(parsed, configuration, live, planSearch(parsed, configuration, live, facts), "strict");
      return { path: `/${live.index}/_search?allow_partial_search_results=false`, body: JSON.stringify(body) };
    });
  } finally {
    await engine.close();
  }
}
