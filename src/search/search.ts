import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import type { Metrics } from "../observability/metrics.js";
import type { Personalizer } from "../personalization/personalizer.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Storefront } from "../storefront/client.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { vouchedRequest } from "../storefront/signed-user.js";
import type { AnswerMemory } from "../tracking/answers.js";
import { planSearch, type Ranked, type SearchPlan } from "./body.js";
import { NO_FACTS, type CatalogFacts, type CatalogFactsCache } from "./catalog-facts.js";
import { firstPage, type FirstFound } from "./cursor/first-page.js";
import { freeze, frozenConfiguration, inheritBody } from "./cursor/frozen.js";
import { ID_BYTES } from "./cursor/ids.js";
import { nextPage, openCursor, type ChainDeps } from "./cursor/next-page.js";
import { correct } from "./correction.js";
import { countFor, find, type RecalledOrder, type Recalling } from "./find.js";
import type { ChosenAfter } from "./intent/chosen-after.js";
import { intentFor } from "./intent/intent-for.js";
import { personalOrder } from "./personal.js";
import { parseSearchRequest, queryOf, type SearchRequest } from "./request.js";
import type { SearchBody } from "./request-schema.js";
import { searchResult, type AnsweredPage, type Degradation, type SearchResult } from "./response.js";
import type { Pin } from "./rules/pins.js";
import { rulesFor } from "./rules/rule-index.js";
import { areEmpty, NO_RULES, rulesInForce, type RulesInForce } from "./rules/rules-in-force.js";
import type { TierMemory } from "./tier-memory.js";

export interface SearchDeps extends FindDeps {
  readonly chains: ChainDeps;
  readonly answers: Pick<AnswerMemory, "remember">;
}

/** What finding takes, without pages. */
export interface FindDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly catalogFacts: CatalogFactsCache;
  readonly chains: Pick<ChainDeps, "engine" | "rankings" | "now">;
  /** The shopper's taste, for the first page of a chain. */
  readonly personalizer: Pick<Personalizer, "expects" | "recall">;
  readonly chosenAfter: ChosenAfter;
  readonly tiers: TierMemory;
  /** Answers that were given with something left out. */
  readonly degraded: Metrics["degraded"];
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
  const { live, ranked, found, aggregations, degraded, all_words } = await startSearch(deps, storefront, body);
  const { request, personal, tier, plan } = ranked;
  const rules = areEmpty(plan.rules) ? null : plan.rules;
  const isCorrectable = live !== undefined && all_words === 0 && request.query !== null;
  const suggestion = isCorrectable ? await correct(chains.engine, live.index, ranked) : undefined;
  const kept = { total: found.total, tier, personal, rules, intent: plan.intent };
  const root = freeze(body, request, configuration, kept, chains.now());
  const page: AnsweredPage =
    request.limit === 0
      ? withoutChain(chains, request, found.total)
      : await firstPage(chains, client_id, live?.index, ranked, root, found);
  return searchResult({ ...ranked, page, aggregations, degraded, suggestion, has_catalog: live !== undefined });
}

/** All that is known of a search before a page is made of it. */
export interface StartedSearch {
  readonly live: LiveCatalog | undefined;
  readonly ranked: Ranked;
  readonly found: FirstFound;
  readonly aggregations: Readonly<Record<string, unknown>> | undefined;
  readonly degraded: readonly Degradation[];
  /** How many products have all words. */
  readonly all_words: number;
}

/** Reads a request, whom it is from and which rules are for it, and looks what there is. @throws as `search` */
export async function startSearch(deps: FindDeps, storefront: Storefront, body: SearchBody): Promise<StartedSearch> {
  const { chains } = deps;
  const { client_id, configuration } = storefront;
  const live = await deps.liveCatalogs.get(client_id);
  const request = parseSearchRequest(body, configuration, live?.leaves);
  const rules = requestRules(request, configuration, chains.now());
  const intent = await intentFor(deps.chosenAfter, client_id, request, configuration);
  const unranked = await rankedFor(deps, live, request, configuration, { rules, intent });
  const isExpected = deps.personalizer.expects(client_id, request);
  const recalling: Recalling = { isExpected, order: recallFor(deps, storefront, unranked) };
  const { found, aggregations, tier, pins, all_words } = await find(chains, deps.tiers, live, unranked, recalling);
  const { personal, degraded: missing } = await recalling.order;
  const degraded = unranked.plan.rules_left_out ? [...missing, "rules" as const] : missing;
  if (unranked.plan.rules_left_out) deps.degraded.inc({ reason: "rules" });
  return { live, ranked: withPins({ ...unranked, personal, tier }, pins), found, aggregations, degraded, all_words };
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
  const [page, counted] = await Promise.all([
    nextPage(chains, opened, live?.index, ranked),
    request.facets.length === 0 ? undefined : countFor(chains, live, ranked),
  ]);
  const aggregations = counted?.aggregations;
  return searchResult({ ...ranked, page, aggregations, degraded: [], has_catalog: live !== undefined });
}

/** Only the storefront's own order is personal, and only while the engine has room for it beside the filters. */
async function recallFor(
  { personalizer, degraded }: FindDeps,
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

const withPins = (ranked: Ranked, pins: readonly Pin[]): Ranked =>
  pins === ranked.plan.rules.pins
    ? ranked
    : { ...ranked, plan: { ...ranked.plan, rules: { ...ranked.plan.rules, pins } } };

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
    ...{ has_more: false, total, products: [] },
  };
}

async function factsFor(
  deps: FindDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
): Promise<CatalogFacts> {
  if (live === undefined || request.facets.length === 0) return NO_FACTS;
  return deps.catalogFacts.get(live, configuration.facets);
}
