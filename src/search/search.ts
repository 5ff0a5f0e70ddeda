import type { ProductSource } from "../catalog/document.js";
import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { search as searchEngine } from "../engine/search.js";
import type { Storefront } from "../storefront/client.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { planSearch, searchBody } from "./body.js";
import type { CatalogFacts, CatalogFactsCache } from "./catalog-facts.js";
import { parseSearchRequest, type SearchRequest } from "./request.js";
import type { SearchBody } from "./request-schema.js";
import { searchResult, type SearchResult } from "./response.js";
import type { TextTier } from "./text/text-query.js";

export interface SearchDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly catalogFacts: CatalogFactsCache;
  /** 128 random bits in base64url. */
  readonly newRecommendationId: () => string;
}

const EMPTY_CATALOG = { leaves: new Map(), multi_variant: false } as const;
const NO_FACTS: CatalogFacts = { shards: 1, proposed: new Map() };

/** Answers one search. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export async function search(deps: SearchDeps, storefront: Storefront, body: SearchBody): Promise<SearchResult> {
  const { configuration } = storefront;
  const live = await deps.liveCatalogs.get(storefront.client_id);
  const request = parseSearchRequest(body, configuration, live?.leaves);

  const facts = await factsFor(deps, live, request, configuration);
  const plan = planSearch(request, configuration, live ?? EMPTY_CATALOG, facts);
  const perform = (index: LiveCatalog, tier: TextTier) =>
    searchEngine<ProductSource>(deps.engine, index.index, searchBody(request, configuration, index, plan, tier));

  let tier: TextTier = "strict";
  let answer = live && (await perform(live, tier));
  if (live && request.query !== null && answer?.hits.total.value === 0) {
    const relaxed = await perform(live, "relaxed");
    if (relaxed.hits.total.value > 0) {
      tier = "relaxed";
      answer = relaxed;
    }
  }

  const recommendation_id = deps.newRecommendationId();
  return searchResult({
    request,
    configuration,
    catalog: live ?? EMPTY_CATALOG,
    plan,
    tier,
    answer,
    recommendation_id,
  });
}

async function factsFor(
  deps: SearchDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
): Promise<CatalogFacts> {
  if (live === undefined || request.facets.length === 0) return NO_FACTS;
  return deps.catalogFacts.get(live, configuration.facets);
}
