import { isDeepStrictEqual } from "node:util";
import type { LiveCatalog, LiveCatalogs } from "../../catalog/live.js";
import type { Metrics } from "../../observability/metrics.js";
import type { Personalizer } from "../../personalization/personalizer.js";
import { ANONYMOUS } from "../../tracking/event.js";
import type { Storefront } from "../../storefront/client.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { withVerifiedUser } from "../../storefront/keys.js";
import type { ImpressionLog } from "../../tracking/impressions.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { Room } from "../../personalization/placement/room.js";
import type { Signal } from "../../personalization/signals/signal.js";
import { listingText, requestText } from "../asked.js";
import { planSearch } from "./plan.js";
import type { LookedUp, Ranked } from "../ranked.js";
import { PRICE_LEAF } from "../../filters/field-names.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import { isPriced, NO_FACTS, readCatalogFacts, type CatalogFacts } from "../facets/catalog-facts.js";
import { beginningOf, type Beginning } from "../beginning.js";
import { firstPage } from "../paging/first-page.js";
import { freeze, frozenConfiguration, inheritBody } from "../paging/frozen.js";
import { JsonText, writeArray } from "../../lib/json-text.js";
import { ID_BYTES } from "../paging/cursor.js";
import { nextPage, openCursor, type ChainDeps } from "../paging/next-page.js";
import type { LastKnown, Served } from "../last-known.js";
import {
  everybodysKey,
  foundNothing,
  lastPage,
  readFacetsNow,
  readItemsFound,
  retrieve,
  type FindDeps,
  type Found,
} from "./retrieve.js";
import type { ChosenAfter } from "../intent/chosen-after.js";
import { intentFor } from "../intent/intent-for.js";
import { personalOrder, type Personal } from "../personal.js";
import { AS_TYPED, correctedQuery, inPlaceOf, readRelaxation, relaxed, type Relaxation } from "../text/relaxation.js";
import { parseSearchRequest, queryOf, type SearchRequest } from "./parse.js";
import type { SearchBody } from "../request-schema.js";
import { searchResult, type Answered, type AnsweredPage } from "./answer.js";
import { rulesFor } from "../rules/rule-index.js";
import { areEmpty, NO_RULES, rulesInForce, type RulesInForce } from "../rules/rules-in-force.js";
import type { Degradation, SearchResult } from "../response-schema.js";

/** The dependencies of finding results, without pages. */
export interface StartDeps extends FindDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** The shopper's taste, for the first page of a chain. */
  readonly personalizer: Pick<Personalizer, "recall">;
  readonly chosenAfter: ChosenAfter;
  /** The personal signals: `SIGNALS` unless given. */
  readonly signals?: readonly Signal[];
  /** See `Ranked.whole`. */
  readonly whole?: number;
  /** Answers that were given with something left out. */
  readonly degraded: Metrics["degraded"];
  readonly chains: Pick<ChainDeps, "engine" | "cache" | "rankings" | "now">;
}

export interface SearchDeps extends StartDeps {
  readonly lastKnown: LastKnown;
  /** How old what was last known may be to be answered while the engine is ill, in milliseconds. */
  readonly staleMs: number;
  readonly chains: ChainDeps;
  readonly impressions: Pick<ImpressionLog, "add">;
}

const NO_ITEMS = writeArray([]);
const EMPTY_CATALOG = { leaves: new Map(), multi_variant: false } as const;

/** As `answerSearch`, for programs. */
export const search = async (deps: SearchDeps, storefront: Storefront, given: SearchBody): Promise<SearchResult> =>
  (await answerSearch(deps, storefront, given)).parsed() as SearchResult;

/**
 * Answers one search.
 * @returns a `SearchResult`
 * @throws ServiceError for what the request has wrong; errors of the engine as they are
 */
export async function answerSearch(deps: SearchDeps, storefront: Storefront, given: SearchBody): Promise<JsonText> {
  const { body, unverified } = withVerifiedUser(storefront, given);
  const answered =
    body.pagination?.cursor === undefined
      ? await deps.lastKnown.orElse(
          ...[storefront, body],
          () => searchAnew(deps, storefront, body),
          (served) => answerStale(deps, storefront, served),
        )
      : await searchOn(deps, storefront, body, body.pagination);
  remember(deps, storefront, body, answered);
  if (!unverified) return searchResult(answered);
  deps.degraded.inc({ reason: "user" });
  return searchResult({ ...answered, degraded: [...answered.degraded, "user"] });
}

/** A first page from what was last known of it; undefined where that is too old, or rules say something else by now. */
function answerStale(
  deps: SearchDeps,
  { configuration, arm = null }: Storefront,
  { live, key, ranked, relaxation }: Served,
): Answered | undefined {
  const { request, plan } = ranked;
  const { shown, scores, pins } = requestRules(request, configuration, deps.chains.now());
  const isSame = isDeepStrictEqual([plan.rules.shown, plan.rules.scores, plan.rules.pins], [shown, scores, pins]);
  const last = isSame ? lastPage(deps, live, key, deps.staleMs) : undefined;
  if (last === undefined) return undefined;
  deps.degraded.inc({ reason: "stale" });
  const { total, facets } = last.counts;
  const { suggestion, all_words, corrections } = relaxation;
  return {
    ...ranked,
    all_words,
    suggestion,
    arm,
    has_catalog: true,
    degraded: ["stale"],
    corrected: correctedQuery(request.query ?? "", inPlaceOf(corrections)),
    page: { ...withoutChain(deps.chains, request, total), delivered: JSON.parse(last.page.ids) as string[] },
    items: new JsonText(last.page.items),
    facets: new JsonText(facets),
  };
}

/** The first page of a chain; with a limit of 0 only what there is to find, and no chain. */
async function searchAnew(deps: SearchDeps, storefront: Storefront, body: SearchBody): Promise<Answered> {
  const { chains } = deps;
  const { live, key, ranked, found, relaxation, degraded } = await startSearch(deps, storefront, body, (own) =>
    beginningOf(chains, own),
  );
  const { request, configuration, personal, tier, plan } = ranked;
  const { total, ...counts } = found.counts;
  const { suggestion, all_words, corrections } = relaxation;
  const corrected = correctedQuery(request.query ?? "", inPlaceOf(corrections));
  const { arm = null } = storefront;
  const answered = { ...ranked, all_words, degraded, suggestion, corrected, arm, has_catalog: live !== undefined };
  const facets = new JsonText(counts.facets);
  if (request.limit === 0) {
    return { ...answered, page: withoutChain(chains, request, total), items: NO_ITEMS, facets };
  }
  const rules = areEmpty(plan.rules) ? null : plan.rules;
  const root = freeze(
    body,
    request,
    configuration,
    { total, tier, all_words, personal, rules, intent: plan.intent, ...(arm === null ? {} : { arm }) },
    chains.now(),
  );
  const read = async (ids: readonly string[]) =>
    live === undefined ? new Map<string, string>() : readItemsFound(deps, live, key, ranked, ids);
  if (live !== undefined && !plan.rules_left_out) {
    // Nothing of who asked: whoever asks for the same while the engine is ill is answered by it.
    const own = { ...request, device_id: ANONYMOUS, user_id: null };
    const served = { ...ranked, request: own, personal: null };
    deps.lastKnown.keep(storefront, body, { live, key, ranked: served, relaxation });
  }
  const page = await firstPage(chains, storefront.client_id, live, ranked, root, {
    total,
    begun: found.begun,
    read,
  });
  return { ...answered, page, items: page.items, facets };
}

/** All that is known of a search before a page is made of it. */
export interface StartedSearch {
  readonly live: LiveCatalog | undefined;
  /** The cache key of unpersonalized results. */
  readonly key: string;
  readonly ranked: Ranked;
  readonly found: Found;
  readonly relaxation: Relaxation;
  readonly degraded: readonly Degradation[];
}

/**
 * Reads a request, looks up whom it is from, and finds what there is.
 * @param beginningFor what is wanted of the first page, in the shopper's order; nothing unless given
 * @throws as `answerSearch`
 */
export async function startSearch(
  deps: StartDeps,
  storefront: Storefront,
  body: SearchBody,
  beginningFor: (own: Ranked) => Beginning = () => "nothing",
): Promise<StartedSearch> {
  const { client_id, configuration } = storefront;
  const live = await deps.liveCatalogs.get(client_id);
  let request = parseSearchRequest(body, configuration, live?.leaves);
  if (
    request.price !== null &&
    live !== undefined &&
    !((await isPriced(deps, live)) && seesLeaf(configuration.fields)(PRICE_LEAF))
  ) {
    request = parseSearchRequest(body, configuration, live.leaves, undefined, true);
  }
  const rules = requestRules(request, configuration, deps.chains.now());
  const intent = await intentFor(deps.chosenAfter, client_id, request, configuration);
  const unranked = await rankedFor(deps, live, request, configuration, { rules, intent });
  const key = everybodysKey(body, unranked);
  const [{ personal, degraded }, relaxation] = await Promise.all([
    recallFor(deps, storefront, unranked),
    live === undefined ? AS_TYPED : readRelaxation(deps, live, key, unranked),
  ]);
  const own = { ...relaxed(unranked, relaxation), personal };
  const beginning = beginningFor(own);
  const found = live === undefined ? foundNothing(own, beginning) : await retrieve(deps, live, key, own, beginning);
  const { pins } = found.counts;
  const plan = { ...own.plan, rules: { ...own.plan.rules, pins } };
  const { rules_left_out } = plan;
  const room = found.begun.with === "window" ? found.begun.room : undefined;
  if (rules_left_out) deps.degraded.inc({ reason: "rules" });
  return {
    live,
    key,
    found,
    relaxation,
    ranked: { ...own, personal: frozenPersonal(personal, room), plan },
    degraded: rules_left_out ? [...degraded, "rules"] : degraded,
  };
}

/**
 * The personal order shared by all pages of a chain: viewed products are replaced by the room that pages have for them.
 */
function frozenPersonal(personal: Personal | null, room: Room | undefined): Personal | null {
  if (personal?.taste == null) return personal;
  return { ...personal, taste: { ...personal.taste, looked_at: undefined }, ...(room === undefined ? {} : { room }) };
}

/** A later page: the chain's own request and rules, this request's projection and facets. */
async function searchOn(
  deps: SearchDeps,
  storefront: Storefront,
  body: SearchBody,
  pagination: NonNullable<SearchBody["pagination"]>,
): Promise<Answered> {
  const { chains } = deps;
  const [live, opened] = await Promise.all([
    deps.liveCatalogs.get(storefront.client_id),
    openCursor(chains, storefront.client_id, pagination),
  ]);
  const { personal, tier, all_words = 0, intent = null } = opened.root;
  const configuration = frozenConfiguration(opened.root, storefront.configuration);
  const inherited = inheritBody(opened.root, body, configuration);
  const { projection, unpriced } = opened.root.request;
  const request = parseSearchRequest(inherited, configuration, live?.leaves, projection ?? [], unpriced);
  const rules = opened.root.rules ?? NO_RULES;
  const ranked = { ...(await rankedFor(deps, live, request, configuration, { rules, intent })), tier, personal };
  const [page, facets] = await Promise.all([
    nextPage(chains, opened, live, ranked),
    request.facets.length === 0 ? [] : readFacetsNow(deps, live, ranked),
  ]);
  const has_catalog = live !== undefined;
  return {
    ...ranked,
    all_words,
    page,
    items: page.items,
    facets: new JsonText(JSON.stringify(facets)),
    degraded: [],
    arm: opened.root.arm ?? null,
    has_catalog,
  };
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
  if (!isRanked(request.sort) || request.limit === 0) return { personal: null, degraded: [] };
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
 * Records the impression, so that later clicks can be attributed to it and queries without results can be analysed.
 * Shoppers who have not consented to be recognised are not recorded.
 */
function remember(
  { impressions, chains }: SearchDeps,
  { client_id }: Storefront,
  body: SearchBody,
  { page, request, corrected, arm }: Answered,
) {
  const { device_id, user_id = null } = body.user;
  const query = queryOf(body);
  const isInVain = query !== null && body.limit !== 0 && page.total === 0;
  if (device_id === ANONYMOUS || (page.delivered.length === 0 && !isInVain)) return;
  impressions.add({
    recommendation_id: page.recommendation_id,
    client_id,
    device_id,
    user_id,
    kind: "search",
    profile: null,
    query,
    shown: page.delivered,
    at: chains.now(),
    asked: {
      request: requestText(body),
      listing: listingText(request),
      total: page.total,
      corrected: corrected ?? null,
      first_position: page.first_position,
      arm,
    },
  });
}

/** The context of rules: the query as typed, including a price. */
const contextOf = ({ typed, filter }: SearchRequest) => ({ query: typed, filter });

/** The effect of the storefront's rules on a request. @param at milliseconds since 1970 */
function requestRules(request: SearchRequest, configuration: StorefrontConfiguration, at: number): RulesInForce {
  const { half_life_days } = configuration.popularity;
  const is_ranked = isRanked(request.sort) && request.limit > 0;
  return rulesInForce(rulesFor(configuration, contextOf(request), at), { at, half_life_days, is_ranked });
}

async function rankedFor(
  deps: StartDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  lookedUp: LookedUp,
): Promise<Ranked> {
  const catalog = live ?? EMPTY_CATALOG;
  const facts = await factsFor(deps, live, request, configuration);
  const plan = planSearch(request, configuration, catalog, facts, lookedUp);
  return {
    request,
    configuration,
    catalog,
    plan,
    tier: "strict",
    personal: null,
    signals: deps.signals,
    whole: deps.whole,
  };
}

/** Its id names nothing: there is no page to go on to. */
function withoutChain({ randomBytes }: ChainDeps, request: SearchRequest, total: number): AnsweredPage {
  return {
    recommendation_id: Buffer.from(randomBytes(ID_BYTES)).toString("base64url"),
    expires_in: 0,
    page: request.page,
    has_more: false,
    total,
    first_position: 1,
    delivered: [],
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
