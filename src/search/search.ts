import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import type { Candidate } from "../personalization/rerank/candidate.js";
import type { Metrics } from "../observability/metrics.js";
import type { Personalizer } from "../personalization/personalizer.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Storefront } from "../storefront/client.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { vouchedRequest } from "../storefront/signed-user.js";
import type { AnswerMemory } from "../tracking/answers.js";
import { planSearch } from "./body.js";
import type { Ranked, SearchPlan } from "./ranked.js";
import { NO_FACTS, readCatalogFacts, type CatalogFacts } from "./catalog-facts.js";
import { firstPage, isPlainStart, modeOf } from "./cursor/first-page.js";
import { freeze, frozenConfiguration, inheritBody } from "./cursor/frozen.js";
import { ID_BYTES } from "./cursor/cursor.js";
import { nextPage, openCursor, type ChainDeps } from "./cursor/next-page.js";
import {
  readFacetsNow,
  readFirstWindow,
  readFound,
  readResult,
  resultKey,
  resultOfNothing,
  RESULTS,
  type FindDeps,
  type Result,
} from "./find.js";
import type { FacetResult } from "./facet-answer.js";
import type { ChosenAfter } from "./intent/chosen-after.js";
import { intentFor } from "./intent/intent-for.js";
import { personalOrder, type Personal } from "./personal.js";
import { parseSearchRequest, queryOf, type SearchRequest } from "./request.js";
import type { SearchBody } from "./request-schema.js";
import {
  searchResult,
  shownItems,
  type AnsweredPage,
  type Degradation,
  type Item,
  type SearchResult,
} from "./response.js";
import { rulesFor } from "./rules/rule-index.js";
import { areEmpty, NO_RULES, rulesInForce, type RulesInForce } from "./rules/rules-in-force.js";

/** What finding takes, without pages. */
export interface StartDeps extends FindDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** The shopper's taste, for the first page of a chain. */
  readonly personalizer: Pick<Personalizer, "recall">;
  readonly chosenAfter: ChosenAfter;
  /** Answers that were given with something left out. */
  readonly degraded: Metrics["degraded"];
  readonly chains: Pick<ChainDeps, "engine" | "rankings" | "now">;
}

export interface SearchDeps extends StartDeps {
  readonly chains: ChainDeps;
  readonly answers: Pick<AnswerMemory, "remember">;
}

const EMPTY_CATALOG = { leaves: new Map(), multi_variant: false } as const;

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
  const asked = await readRequest(deps, storefront, body);
  const { live } = asked;
  const [started, window] = await Promise.all([find(deps, asked), readWindowFor(deps, asked)]);
  const { ranked, result, degraded } = started;
  const { request, personal, tier, plan } = ranked;
  const { total, suggestion } = result;
  const answered = { ...ranked, degraded, suggestion, has_catalog: live !== undefined };
  const facets = JSON.parse(result.facets) as FacetResult[];
  if (request.limit === 0) {
    return searchResult({ ...answered, page: withoutChain(chains, request, total), items: [], facets });
  }
  const rules = areEmpty(plan.rules) ? null : plan.rules;
  const root = freeze(
    body,
    request,
    configuration,
    { total, tier, personal, rules, intent: plan.intent },
    chains.now(),
  );
  const read = (ids: readonly string[]) => readFound(deps, live, ranked, ids);
  const found = { total, page: JSON.parse(result.page) as string[], window, read };
  const page = await firstPage(chains, client_id, live?.index, ranked, root, found);
  const items = page.products === null ? (JSON.parse(result.items) as Item[]) : shownItems(ranked, page.products);
  return searchResult({ ...answered, page, items, facets });
}

/** A request, understood. */
interface Asked {
  readonly live: LiveCatalog | undefined;
  readonly unranked: Ranked;
  /** Of everybody's results. */
  readonly key: string;
  /** Whether these were known when the request came. */
  readonly isKnown: boolean;
  readonly recalled: Promise<RecalledOrder>;
}

/** Reads a request, and which rules are for it; looks up whom it is from. @throws as `search` */
async function readRequest(deps: StartDeps, storefront: Storefront, body: SearchBody): Promise<Asked> {
  const { client_id, configuration } = storefront;
  const live = await deps.liveCatalogs.get(client_id);
  const request = parseSearchRequest(body, configuration, live?.leaves);
  const rules = requestRules(request, configuration, deps.chains.now());
  const intent = await intentFor(deps.chosenAfter, client_id, request, configuration);
  const unranked = await rankedFor(deps, live, request, configuration, { rules, intent });
  const key = resultKey(body, unranked);
  const isKnown = live !== undefined && deps.cache.get(RESULTS, live, key) !== undefined;
  const recalled = recallFor(deps, storefront, unranked);
  return { live, unranked, key, isKnown, recalled };
}

/** What there is to find, and by whose order. */
interface Started {
  readonly ranked: Ranked;
  readonly result: Result;
  readonly degraded: readonly Degradation[];
}

async function find(deps: StartDeps, { live, unranked, key, recalled }: Asked): Promise<Started> {
  const { rules, rules_left_out } = unranked.plan;
  const [{ personal, degraded }, result] = await Promise.all([
    recalled,
    live === undefined ? resultOfNothing(unranked) : readResult(deps, live, key, unranked),
  ]);
  if (rules_left_out) deps.degraded.inc({ reason: "rules" });
  const plan = { ...unranked.plan, rules: { ...rules, pins: result.pins } };
  return {
    ranked: { ...unranked, personal, tier: result.tier, plan },
    result,
    degraded: rules_left_out ? [...degraded, "rules"] : degraded,
  };
}

/** The first window of an order that is not simply everybody's. While the tier is not known yet, it is read for all words. */
async function readWindowFor(deps: SearchDeps, asked: Asked): Promise<readonly Candidate[]> {
  const { live, unranked, key, isKnown, recalled } = asked;
  const { personal } = await recalled;
  const ranked = { ...unranked, personal };
  const isNeeded = modeOf(ranked) === "ranked" && unranked.request.limit > 0 && !isPlainStart(deps.chains, ranked);
  if (live === undefined || !isNeeded) return [];
  const early = isKnown ? undefined : readFirstWindow(deps, live, key, ranked, false);
  early?.catch(() => undefined);
  const { tier } = await readResult(deps, live, key, unranked);
  if (early !== undefined && tier === ranked.tier) return early;
  return readFirstWindow(deps, live, key, { ...ranked, tier }, isKnown);
}

/** All that is known of a search before a page is made of it. */
export interface StartedSearch extends Started {
  readonly live: LiveCatalog | undefined;
}

/** Reads a request and looks what there is. @throws as `search` */
export async function startSearch(deps: StartDeps, storefront: Storefront, body: SearchBody): Promise<StartedSearch> {
  const asked = await readRequest(deps, storefront, body);
  return { live: asked.live, ...(await find(deps, asked)) };
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
  const { personal, tier, intent = null } = opened.root;
  const configuration = frozenConfiguration(opened.root, storefront.configuration);
  const inherited = inheritBody(opened.root, body, configuration);
  const frozen = opened.root.request.projection ?? [];
  const request = parseSearchRequest(inherited, configuration, live?.leaves, frozen);
  const rules = opened.root.rules ?? NO_RULES;
  const ranked = { ...(await rankedFor(deps, live, request, configuration, { rules, intent })), tier, personal };
  const [page, facets] = await Promise.all([
    nextPage(chains, opened, live?.index, ranked),
    request.facets.length === 0 ? [] : readFacetsNow(deps, live, ranked),
  ]);
  const items = shownItems(ranked, page.products ?? []);
  return searchResult({ ...ranked, page, items, facets, degraded: [], has_catalog: live !== undefined });
}

/** The shopper's own order, if there is one. */
interface RecalledOrder {
  readonly personal: Personal | null;
  readonly degraded: readonly Degradation[];
}

/** Only the storefront's own order is personal, and only while the engine has room for it beside the filters. */
async function recallFor(
  { personalizer, degraded }: StartDeps,
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

/** What rules go by: what was typed, a price in it included. */
const contextOf = ({ typed, filter }: SearchRequest) => ({ query: typed, filter });

/** What the storefront's rules make of a request. @param at milliseconds since 1970 */
function requestRules(request: SearchRequest, configuration: StorefrontConfiguration, at: number): RulesInForce {
  const { half_life_days } = configuration.popularity;
  const is_ranked = request.sort.by === "featured" && request.limit > 0;
  return rulesInForce(rulesFor(configuration, contextOf(request), at), { at, half_life_days, is_ranked });
}

async function rankedFor(
  deps: FindDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  { rules, intent }: Pick<SearchPlan, "rules" | "intent">,
): Promise<Ranked> {
  const catalog = live ?? EMPTY_CATALOG;
  const facts = await factsFor(deps, live, request, configuration);
  const plan = planSearch(request, configuration, catalog, facts, rules, intent);
  return { request, configuration, catalog, plan, tier: "strict", personal: null };
}

/** Its id names nothing: there is no page to go on to. */
function withoutChain({ randomBytes }: ChainDeps, request: SearchRequest, total: number): AnsweredPage {
  return {
    recommendation_id: Buffer.from(randomBytes(ID_BYTES)).toString("base64url"),
    expires_in: 0,
    page: request.page,
    ...{ has_more: false, total },
  };
}

async function factsFor(
  deps: FindDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
): Promise<CatalogFacts> {
  if (live === undefined || request.facets.length === 0) return NO_FACTS;
  return readCatalogFacts(deps, live, configuration.facets);
}
