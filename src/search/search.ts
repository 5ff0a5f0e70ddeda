import type { ProductSource } from "../catalog/document.js";
import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import { search as searchEngine, type SearchResponse } from "../engine/search.js";
import type { Storefront } from "../storefront/client.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { planSearch, searchBody, type Ranked } from "./body.js";
import type { CatalogFacts, CatalogFactsCache } from "./catalog-facts.js";
import { firstPage, isPlainStart } from "./cursor/first-page.js";
import { freeze, frozenConfiguration, inheritBody } from "./cursor/frozen.js";
import { ID_BYTES } from "./cursor/ids.js";
import { nextPage, openCursor, type ChainDeps } from "./cursor/next-page.js";
import { parseSearchRequest, type SearchRequest } from "./request.js";
import type { SearchBody } from "./request-schema.js";
import { searchResult, type AnsweredPage, type SearchResult } from "./response.js";
import type { TextTier } from "./text/text-query.js";

export interface SearchDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly catalogFacts: CatalogFactsCache;
  readonly chains: ChainDeps;
}

const EMPTY_CATALOG = { leaves: new Map(), multi_variant: false } as const;
const NO_FACTS: CatalogFacts = { shards: 1, proposed: new Map() };

/** Answers one search. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export function search(deps: SearchDeps, storefront: Storefront, body: SearchBody): Promise<SearchResult> {
  return body.pagination?.cursor === undefined
    ? searchAnew(deps, storefront, body)
    : searchOn(deps, storefront, body, body.pagination);
}

/** The first page of a chain; with a limit of 0 only what there is to find, and no chain. */
async function searchAnew(deps: SearchDeps, storefront: Storefront, body: SearchBody): Promise<SearchResult> {
  const { chains } = deps;
  const { client_id, configuration } = storefront;
  const live = await deps.liveCatalogs.get(client_id);
  const request = parseSearchRequest(body, configuration, live?.leaves);
  const ranked = await rankedFor(deps, live, request, configuration);
  const { answer, tier } = await find(deps, live, ranked, isPlainStart(chains, ranked));
  const found = { total: answer?.hits.total.value ?? 0, hits: answer?.hits.hits ?? [] };
  const page: AnsweredPage =
    request.limit === 0
      ? withoutChain(chains, request, found.total)
      : await firstPage(
          chains,
          client_id,
          live?.index,
          { ...ranked, tier },
          freeze(body, request, configuration, { total: found.total, tier }, chains.now()),
          found,
        );
  return searchResult({
    ...{ ...ranked, tier, page },
    aggregations: answer?.aggregations,
    has_catalog: live !== undefined,
  });
}

/** A later page: the chain's own request and rules, this request's projection and facets. */
async function searchOn(
  deps: SearchDeps,
  storefront: Storefront,
  body: SearchBody,
  pagination: NonNullable<SearchBody["pagination"]>,
): Promise<SearchResult> {
  const { chains } = deps;
  const [live, opened] = await Promise.all([
    deps.liveCatalogs.get(storefront.client_id),
    openCursor(chains, storefront.client_id, pagination),
  ]);
  const configuration = frozenConfiguration(opened.root, storefront.configuration);
  const request = parseSearchRequest(inheritBody(opened.root, body, configuration), configuration, live?.leaves);
  const ranked = { ...(await rankedFor(deps, live, request, configuration)), tier: opened.root.tier };
  const [page, counted] = await Promise.all([
    nextPage(chains, opened, live?.index, ranked),
    request.facets.length === 0 ? undefined : perform(deps, live, ranked, false),
  ]);
  return searchResult({ ...ranked, page, aggregations: counted?.aggregations, has_catalog: live !== undefined });
}

async function rankedFor(
  deps: SearchDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
): Promise<Ranked> {
  const catalog = live ?? EMPTY_CATALOG;
  const facts = await factsFor(deps, live, request, configuration);
  return { request, configuration, catalog, plan: planSearch(request, configuration, catalog, facts), tier: "strict" };
}

/** Asks for all words first, and only when nothing has them for some. */
async function find(
  deps: SearchDeps,
  live: LiveCatalog | undefined,
  ranked: Ranked,
  withHits: boolean,
): Promise<{ answer: SearchResponse<ProductSource> | undefined; tier: TextTier }> {
  const strict = await perform(deps, live, ranked, withHits);
  if (ranked.request.query === null || strict?.hits.total.value !== 0) return { answer: strict, tier: "strict" };
  const relaxed = await perform(deps, live, { ...ranked, tier: "relaxed" }, withHits);
  return relaxed === undefined || relaxed.hits.total.value === 0
    ? { answer: strict, tier: "strict" }
    : { answer: relaxed, tier: "relaxed" };
}

async function perform(
  { chains }: SearchDeps,
  live: LiveCatalog | undefined,
  { request, configuration, plan, tier }: Ranked,
  withHits: boolean,
): Promise<SearchResponse<ProductSource> | undefined> {
  if (live === undefined) return undefined;
  const wanted = withHits ? request : { ...request, limit: 0 };
  return searchEngine<ProductSource>(chains.engine, live.index, searchBody(wanted, configuration, live, plan, tier));
}

/** Its id names nothing: there is no page to go on to. */
function withoutChain({ randomBytes, ttlSeconds }: ChainDeps, request: SearchRequest, total: number): AnsweredPage {
  return {
    recommendation_id: Buffer.from(randomBytes(ID_BYTES)).toString("base64url"),
    expires_in: ttlSeconds,
    page: request.page,
    ...{ has_more: false, total, hits: [] },
  };
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
