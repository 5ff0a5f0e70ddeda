import type { ProductSource } from "../catalog/document.js";
import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import { search as searchEngine, type SearchResponse } from "../engine/search.js";
import type { Metrics } from "../observability/metrics.js";
import type { Personalizer } from "../personalization/personalizer.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Storefront } from "../storefront/client.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { vouchedRequest } from "../storefront/signed-user.js";
import type { AnswerMemory } from "../tracking/answers.js";
import { planSearch, searchBody, type Ranked } from "./body.js";
import type { CatalogFacts, CatalogFactsCache } from "./catalog-facts.js";
import { firstPage, isPlainStart, modeOf, type FirstFound } from "./cursor/first-page.js";
import { freeze, frozenConfiguration, inheritBody } from "./cursor/frozen.js";
import { ID_BYTES } from "./cursor/ids.js";
import { readWindow, windowSize } from "./cursor/windows.js";
import { nextPage, openCursor, type ChainDeps } from "./cursor/next-page.js";
import { correct } from "./correction.js";
import { personalOrder, type Personal } from "./personal.js";
import { parseSearchRequest, queryOf, type SearchRequest } from "./request.js";
import type { SearchBody } from "./request-schema.js";
import { searchResult, type AnsweredPage, type Degradation, type SearchResult } from "./response.js";
import { looserTiers } from "./text/text-query.js";
import type { TextTier } from "./text/text-rules.js";

export interface SearchDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly catalogFacts: CatalogFactsCache;
  readonly chains: ChainDeps;
  /** The shopper's taste, for the first page of a chain. */
  readonly personalizer: Pick<Personalizer, "expects" | "recall">;
  readonly answers: Pick<AnswerMemory, "remember">;
  /** Answers that were given with something left out. */
  readonly degraded: Metrics["degraded"];
}

const EMPTY_CATALOG = { leaves: new Map(), multi_variant: false } as const;
const NO_FACTS: CatalogFacts = { shards: 1, proposed: new Map() };

/** Answers one search. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export async function search(deps: SearchDeps, storefront: Storefront, given: SearchBody): Promise<SearchResult> {
  const { body, forged } = vouchedRequest(storefront, given);
  const result =
    body.pagination?.cursor === undefined
      ? await searchAnew(deps, storefront, body)
      : await searchOn(deps, storefront, body, body.pagination);
  remember(deps, storefront, body, result);
  if (!forged) return result;
  deps.degraded.inc({ reason: "user" });
  return { ...result, meta: { ...result.meta, degraded: [...(result.meta.degraded ?? []), "user"] } };
}

/** The first page of a chain; with a limit of 0 only what there is to find, and no chain. */
async function searchAnew(deps: SearchDeps, storefront: Storefront, body: SearchBody): Promise<SearchResult> {
  const { chains } = deps;
  const { client_id, configuration } = storefront;
  const live = await deps.liveCatalogs.get(client_id);
  const request = parseSearchRequest(body, configuration, live?.leaves);
  const unranked = await rankedFor(deps, live, request, configuration);
  const isExpected = deps.personalizer.expects(client_id, request);
  const recalling: Recalling = { isExpected, order: recallFor(deps, storefront, unranked) };
  const { found, aggregations, tier, all_words } = await find(deps, live, unranked, recalling);
  const isCorrectable = live !== undefined && all_words === 0 && request.query !== null;
  const suggestion = isCorrectable ? await correct(chains.engine, live.index, unranked) : undefined;
  const { personal, degraded } = await recalling.order;
  const ranked = { ...unranked, personal, tier };
  const root = freeze(body, request, configuration, { total: found.total, tier, personal }, chains.now());
  const page: AnsweredPage =
    request.limit === 0
      ? withoutChain(chains, request, found.total)
      : await firstPage(chains, client_id, live?.index, ranked, root, found);
  return searchResult({ ...ranked, page, aggregations, degraded, suggestion, has_catalog: live !== undefined });
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
  const { personal, tier } = opened.root;
  const configuration = frozenConfiguration(opened.root, storefront.configuration);
  const request = parseSearchRequest(inheritBody(opened.root, body, configuration), configuration, live?.leaves);
  const ranked = { ...(await rankedFor(deps, live, request, configuration)), tier, personal };
  const [page, counted] = await Promise.all([
    nextPage(chains, opened, live?.index, ranked),
    request.facets.length === 0 ? undefined : perform(deps, live, ranked, false),
  ]);
  const aggregations = counted?.aggregations;
  return searchResult({ ...ranked, page, aggregations, degraded: [], has_catalog: live !== undefined });
}

interface RecalledOrder {
  readonly personal: Personal | null;
  readonly degraded: readonly Degradation[];
}

interface Recalling {
  /** Whether the order is likely to be personal. */
  readonly isExpected: boolean;
  readonly order: Promise<RecalledOrder>;
}

/** Only the storefront's own order is personal, and only while the engine has room for it beside the filters. */
async function recallFor(
  { personalizer, degraded }: SearchDeps,
  storefront: Storefront,
  { request, plan }: Ranked,
): Promise<RecalledOrder> {
  if (request.sort.by !== "featured" || request.limit === 0) return { personal: null, degraded: [] };
  const { ranking, snapshot } = await personalizer.recall(storefront, request);
  const isLeftOut = ranking === "degraded" || (snapshot !== null && !plan.room_for_taste);
  if (isLeftOut) degraded.inc({ reason: "taste" });
  const { diversify_categories } = request;
  const { ranking: weights, popularity } = storefront.configuration;
  const { half_life_days } = popularity;
  return {
    personal: personalOrder({ taste: isLeftOut ? null : snapshot, weights, half_life_days, diversify_categories }),
    degraded: isLeftOut ? ["taste"] : [],
  };
}

/**
 * What was shown, so that what comes of it can be told, and what was looked for in vain, so that something can be done about
 * it. Who has not agreed to be recognised is not remembered.
 */
function remember({ answers, chains }: SearchDeps, { client_id }: Storefront, body: SearchBody, result: SearchResult) {
  const { device_id, user_id = null } = body.user;
  const query = queryOf(body);
  const isInVain = query !== null && body.limit !== 0 && result.total === 0;
  if (device_id === ANONYMOUS || (result.items.length === 0 && !isInVain)) return;
  answers.remember({
    ...{ recommendation_id: result.recommendation_id, client_id, device_id, user_id, kind: "search", profile: null },
    query,
    shown: result.items.map(({ product_identifier }) => product_identifier),
    at: chains.now(),
  });
}

async function rankedFor(
  deps: SearchDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
): Promise<Ranked> {
  const catalog = live ?? EMPTY_CATALOG;
  const facts = await factsFor(deps, live, request, configuration);
  const plan = planSearch(request, configuration, catalog, facts);
  return { request, configuration, catalog, plan, tier: "strict", personal: null };
}

interface FoundAtFirst {
  readonly found: FirstFound;
  readonly aggregations: Readonly<Record<string, unknown>> | undefined;
  readonly tier: TextTier;
}

/** Asks for all words first, and when too little has them, for some. @returns also how many products have all */
async function find(
  deps: SearchDeps,
  live: LiveCatalog | undefined,
  unranked: Ranked,
  recalling: Recalling,
): Promise<FoundAtFirst & { readonly all_words: number }> {
  let best = await findIn(deps, live, unranked, recalling);
  const all_words = best.found.total;
  if (unranked.request.query === null) return { ...best, all_words };
  for (const tier of looserTiers(unranked.request.query)) {
    if (await isEnough(deps, live, { ...unranked, tier: best.tier }, best.found.total)) break;
    const more = await findIn(deps, live, { ...unranked, tier }, recalling);
    if (more.found.total > best.found.total) best = more;
  }
  return { ...best, all_words };
}

/**
 * In an order by a field, what has some of the words would stand between what has all: there, anything is enough. And who
 * selects values of facets narrows what was found before; that is not too little.
 */
async function isEnough(
  deps: SearchDeps,
  live: LiveCatalog | undefined,
  ranked: Ranked,
  total: number,
): Promise<boolean> {
  const { request, configuration, catalog } = ranked;
  const enough = request.sort.by === "featured" ? configuration.search.enough : 1;
  if (total >= enough || live === undefined) return true;
  if (request.selections.size === 0) return false;
  const unselected = { ...request, selections: new Map(), facets: [] };
  const plan = planSearch(unselected, configuration, catalog, NO_FACTS);
  const answer = await perform(deps, live, { ...ranked, request: unselected, plan }, false);
  return (answer?.hits.total.value ?? 0) >= enough;
}

/**
 * Counts, and finds what the first page is made of. Most shoppers are strangers: while taste is looked up, everybody's page
 * is searched already. Where it turns out to be personal, what was counted still holds. For shoppers who were ranked for
 * before it is only counted, which the engine remembers until the catalogue changes.
 */
async function findIn(
  deps: SearchDeps,
  live: LiveCatalog | undefined,
  unranked: Ranked,
  { isExpected, order }: Recalling,
): Promise<FoundAtFirst> {
  const { chains } = deps;
  const { request, tier } = unranked;
  const isRanked = modeOf(unranked) === "ranked";
  const withHits = isRanked ? !isExpected : isPlainStart(chains, unranked);
  const answering = perform(deps, live, unranked, withHits);
  answering.catch(() => undefined);
  const ranked = { ...unranked, personal: (await order).personal };
  const isWindow = isRanked && request.limit > 0 && !isPlainStart(chains, ranked);
  const size = windowSize(request.limit);
  const [counted, window] = await Promise.all([
    answering,
    isWindow && live !== undefined
      ? readWindow(chains.engine, { kind: "live", index: live.index }, ranked, { size })
      : [],
  ]);
  const answer = isRanked && !isWindow && !withHits ? await perform(deps, live, unranked, true) : counted;
  const found = { total: answer?.hits.total.value ?? 0, hits: answer?.hits.hits ?? [], window };
  return { found, aggregations: answer?.aggregations, tier };
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
