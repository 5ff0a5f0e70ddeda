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
import { PRICE_LEAF } from "../../filters/field-names.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import { JsonText, writeArray } from "../../lib/json-text.js";
import { isPriced, NO_FACTS, readCatalogFacts } from "../facets/catalog-facts.js";
import { impressionOf } from "../impression.js";
import type { LastKnown, Served } from "../last-known.js";
import { firstPage } from "../paging/first-page.js";
import { freeze, frozenConfiguration, inheritBody } from "../paging/frozen.js";
import { ID_BYTES } from "../paging/cursor.js";
import { nextPage, openCursor, type ChainDeps } from "../paging/next-page.js";
import { beginningOf } from "../paging/placement.js";
import type { SearchBody } from "../request-schema.js";
import type { Degradation, SearchResult } from "../response-schema.js";
import { rulesFor } from "../rules/rule-index.js";
import { meantKeys } from "../rules/query-forms.js";
import { NO_RULES, rulesInForce, type RulesInForce } from "../rules/rules-in-force.js";
import { intentFor, type ChosenAfter } from "../chosen-after.js";
import { type NearDeps, readNear } from "../near.js";
import { readRelaxation, relaxed } from "../text/relaxation.js";
import { AS_TYPED, correctedBy } from "../text/words.js";
import { searchResult, type Answer, type Page } from "./answer.js";
import { parseSearchRequest, type SearchRequest } from "./parse.js";
import { personalOrder, planSearch, type LookedUp, type Personal, type Plan } from "./plan.js";
import { everybodysKey, lastPage, readFacetsNow, retrieve, type FindDeps, type Found } from "./retrieve.js";

/** The dependencies of finding results, without pages. */
export interface StartDeps extends FindDeps, Pick<NearDeps, "meaning">, Pick<Plan, "signals" | "whole"> {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** The shopper's taste, for the first page of a chain. */
  readonly personalizer: Pick<Personalizer, "recall">;
  readonly chosenAfter: ChosenAfter;
  /** Answers that were given with something left out. */
  readonly degraded: Metrics["degraded"];
  readonly chains: Pick<ChainDeps, "placements" | "now">;
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
  const answer =
    body.pagination?.cursor === undefined
      ? await deps.lastKnown.orElse(
          ...[storefront, body],
          () => answerFirst(deps, storefront, body),
          (served) => answerStale(deps, storefront, served),
        )
      : await answerLater(deps, storefront, body, body.pagination);
  const impression = impressionOf(storefront.client_id, body, answer, deps.chains.now());
  if (impression !== undefined) deps.impressions.add(impression);
  if (!unverified) return searchResult(answer);
  deps.degraded.inc({ reason: "user" });
  return searchResult({ ...answer, plan: { ...answer.plan, degraded: [...answer.plan.degraded, "user"] } });
}

/** A first page from what was last known of it; undefined where that is too old, or rules say something else by now. */
function answerStale(
  deps: SearchDeps,
  { configuration, arm = null }: Storefront,
  { live, key, plan }: Served,
): Answer | undefined {
  const { request, rules } = plan;
  const own = requestRules(request, configuration, deps.chains.now());
  const isSame = isDeepStrictEqual({ ...rules, at: own.at }, own);
  const last = isSame ? lastPage(deps, live, key, deps.staleMs) : undefined;
  if (last === undefined) return undefined;
  deps.degraded.inc({ reason: "stale" });
  const { counts, page } = last;
  const delivered = JSON.parse(page.ids) as string[];
  return {
    plan: { ...plan, degraded: ["stale"] },
    arm,
    has_catalog: true,
    page: { ...withoutChain(deps.chains, request, counts.total), delivered, items: new JsonText(page.items) },
    facets: new JsonText(counts.facets),
  };
}

/** The first page of a chain; with a limit of 0 only what there is to find, and no chain. */
async function answerFirst(deps: SearchDeps, storefront: Storefront, body: SearchBody): Promise<Answer> {
  const { chains } = deps;
  const found = await startSearch(deps, storefront, body, "beginning");
  const { live, key, plan, total } = found;
  const { request } = plan;
  const { arm = null } = storefront;
  const answer = { plan, arm, has_catalog: live !== undefined, facets: new JsonText(found.facets) };
  if (request.limit === 0) return { ...answer, page: withoutChain(chains, request, total) };
  if (live !== undefined && !plan.rules_left_out) {
    // Nothing of who asked: whoever asks for the same while the engine is ill is answered by it.
    const anybody = { ...request, device_id: ANONYMOUS, user_id: null };
    deps.lastKnown.keep(storefront, body, { live, key, plan: { ...plan, request: anybody, personal: null } });
  }
  const root = freeze(body, found, arm, chains.now());
  return { ...answer, page: await firstPage(chains, storefront.client_id, found, root) };
}

/**
 * Reads a request, looks up whom it is from, and finds what there is.
 * @param wanted `counts`: nothing of the order
 * @throws as `answerSearch`
 */
export async function startSearch(
  deps: StartDeps,
  storefront: Storefront,
  body: SearchBody,
  wanted: "beginning" | "counts",
): Promise<Found> {
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
  const at = deps.chains.now();
  const [meant, intent] = await Promise.all([
    live === undefined ? [] : meantKeys(deps, configuration, request.typed),
    intentFor(deps.chosenAfter, client_id, request, configuration),
  ]);
  if (meant.length > 0) request = { ...request, meant };
  const rules = requestRules(request, configuration, at);
  let planned = await planFor(deps, live, request, configuration, { rules, intent });
  let key = everybodysKey(body, planned);
  const [recalled, relaxation] = await Promise.all([
    recallFor(deps, storefront, planned),
    live === undefined ? AS_TYPED : readRelaxation(deps, live, key, planned),
  ]);
  const near = await readNear(deps, client_id, live, planned, relaxation);
  const corrected = correctedBy(request.typed, relaxation.corrections);
  const byIt = corrected === undefined ? [] : await meantKeys(deps, configuration, corrected);
  if (byIt.length > 0) {
    request = { ...request, meant: [...meant, ...byIt] };
    planned = await planFor(deps, live, request, configuration, {
      rules: requestRules(request, configuration, at),
      intent,
    });
    key = everybodysKey(body, planned);
  }
  const degraded = [...recalled.degraded, ...(near === undefined ? (["meaning"] as const) : [])];
  const plan = { ...relaxed(planned, relaxation), ...recalled, near, degraded };
  if (near !== undefined && near.length > 0) key = `${key} ${near.map(({ id }) => id).join(" ")}`;
  if (plan.rules_left_out) deps.degraded.inc({ reason: "rules" });
  return retrieve(deps, live, key, plan, wanted === "counts" ? "nothing" : beginningOf(deps.chains, plan));
}

/** A later page: the chain's own request and rules, this request's projection and facets. */
async function answerLater(
  deps: SearchDeps,
  storefront: Storefront,
  body: SearchBody,
  pagination: NonNullable<SearchBody["pagination"]>,
): Promise<Answer> {
  const { chains } = deps;
  const [live, opened] = await Promise.all([
    deps.liveCatalogs.get(storefront.client_id),
    openCursor(chains, storefront.client_id, pagination),
  ]);
  const { root } = opened;
  const { personal, tier, all_words = 0, intent = null, categories = [], near } = root;
  const configuration = frozenConfiguration(root, storefront.configuration);
  const inherited = inheritBody(root, body, configuration);
  const { projection, unpriced } = root.request;
  const request = parseSearchRequest(inherited, configuration, live?.leaves, projection ?? [], unpriced);
  const planned = await planFor(deps, live, request, configuration, { rules: root.rules ?? NO_RULES, intent });
  const plan = { ...planned, tier, all_words, categories, near, personal, degraded: [] };
  const [page, facets] = await Promise.all([
    nextPage(chains, opened, live, plan),
    request.facets.length === 0 ? [] : readFacetsNow(deps, live, plan),
  ]);
  const arm = root.arm ?? null;
  return { plan, page, arm, facets: new JsonText(JSON.stringify(facets)), has_catalog: live !== undefined };
}

/** The shopper's own order: only the storefront's own order is personal, and only while the engine has room for it beside the filters. */
async function recallFor(
  { personalizer, degraded }: StartDeps,
  storefront: Storefront,
  { request, room_for_taste, degraded: lacking }: Plan,
): Promise<{ readonly personal: Personal | null; readonly degraded: readonly Degradation[] }> {
  if (!isRanked(request.sort) || request.limit === 0) return { personal: null, degraded: lacking };
  const { ranking, snapshot } = await personalizer.recall(storefront, request);
  const isLeftOut = ranking === "degraded" || (snapshot !== null && !room_for_taste);
  if (isLeftOut) degraded.inc({ reason: "taste" });
  const { diversify_categories } = request;
  const { ranking: weights, popularity } = storefront.configuration;
  const { half_life_days } = popularity;
  return {
    personal: personalOrder({ taste: isLeftOut ? null : snapshot, weights, half_life_days, diversify_categories }),
    degraded: isLeftOut ? ["taste", ...lacking] : lacking,
  };
}

/** The effect of the storefront's rules on a request: on the query as typed, including a price. @param at milliseconds since 1970 */
function requestRules(request: SearchRequest, configuration: StorefrontConfiguration, at: number): RulesInForce {
  const { half_life_days } = configuration.popularity;
  const is_ranked = isRanked(request.sort) && request.limit > 0;
  return rulesInForce(rulesFor(configuration, request, at), { at, half_life_days, is_ranked });
}

async function planFor(
  deps: StartDeps,
  live: LiveCatalog | undefined,
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  lookedUp: LookedUp,
): Promise<Plan> {
  const { signals, whole } = deps;
  const hasFacets = live !== undefined && request.facets.length > 0;
  const facts = hasFacets ? await readCatalogFacts(deps, live, configuration.facets) : NO_FACTS;
  return planSearch(request, configuration, live ?? EMPTY_CATALOG, facts, { ...lookedUp, signals, whole });
}

/** Its id names nothing: there is no page to go on to. */
function withoutChain({ randomBytes }: Pick<ChainDeps, "randomBytes">, request: SearchRequest, total: number): Page {
  return {
    recommendation_id: Buffer.from(randomBytes(ID_BYTES)).toString("base64url"),
    expires_in: 0,
    page: request.page,
    has_more: false,
    total,
    first_position: 1,
    delivered: [],
    items: NO_ITEMS,
  };
}
