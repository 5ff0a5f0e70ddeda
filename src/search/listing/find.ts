import type { LiveCatalog } from "../../catalog/live.js";
import type { FeatureRows } from "../../catalog/features.js";
import { PRICE_FIELD } from "../../filters/field-names.js";
import { isVisibleField } from "../../filters/visible-fields.js";
import type { Storefront } from "../../storefront/client.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import { intentFor } from "../chosen-after.js";
import { isPriced, NO_FACTS, readCatalogFacts } from "../facets/catalog-facts.js";
import { facetsJson, type Matched, NO_MATCHES, readMatches } from "../match/matches.js";
import { readNear } from "../near.js";
import type { Searching } from "../searching.js";
import type { SearchBody } from "../request-schema.js";
import type { Degradation } from "../response-schema.js";
import { meantKeys } from "../rules/query-forms.js";
import { rulesFor } from "../rules/rule-index.js";
import { activeRules, type ActiveRules } from "../rules/active-rules.js";
import { areCategoriesTokens } from "../query.js";
import { readRelaxation, relaxed, withNegatedNames } from "../text/relaxation.js";
import { AS_TYPED, correctedBy, type Relaxation } from "../text/words.js";
import { parseSearchRequest, type SearchRequest } from "./parse.js";
import { personalOrder, planSearch, type LookedUp, type Personal, type Plan } from "./plan.js";

export interface Found extends Matched {
  /** The catalogue, or undefined if the shop has no products yet. */
  readonly live: LiveCatalog | undefined;
  readonly plan: Plan;
}

export interface Reading {
  /** `products`: finds and ranks products. `stored`: skips personalization, because an earlier request has already ranked the page. */
  readonly wanted: "products" | "stored";
  /** The projection of the cursor chain that the request continues, see `parseSearchRequest`. */
  readonly frozen?: readonly string[] | undefined;
  /** Number of products on all pages of the cursor chain up to the requested page, see `readMatches`. Default: 0. */
  readonly reach?: number;
}

const EMPTY_CATALOG = { fields: new Map(), multi_variant: false } as const;

/**
 * Parses a request, looks up rules, search intent and the shopper's taste, and runs the search.
 * @throws {ServiceError} if the request is invalid; errors of the engine are passed through
 */
export async function find(
  deps: Searching,
  storefront: Storefront,
  body: SearchBody,
  { wanted, frozen, reach = 0 }: Reading,
): Promise<Found> {
  const { client_id, configuration } = storefront;
  const live = await deps.liveCatalogs.get(client_id);
  let request = parseSearchRequest(body, configuration, live?.fields, frozen);
  if (request.price !== null && live !== undefined && !(await canFilterPrice(deps, live, configuration))) {
    request = parseSearchRequest(body, configuration, live.fields, frozen, true);
  }
  const at = deps.now();
  const [meant, intent] = await Promise.all([
    live === undefined ? [] : meantKeys(deps, configuration, request.typed),
    intentFor(deps.chosenAfter, client_id, request, configuration),
  ]);
  if (meant.length > 0) request = { ...request, meant };
  const lookedUp = { rules: requestRules(request, configuration, at), intent };
  const planned = await planFor(deps, live, request, configuration, lookedUp);
  const personal = wanted === "stored" ? unranked(planned) : recallFor(deps, storefront, planned);
  const found = live === undefined ? undefined : await findTyped(deps, live, planned, reach);
  const { relaxation = AS_TYPED } = found ?? {};
  const near = await readNear(deps, client_id, live, planned, relaxation);
  const corrected = correctedBy(request.typed, relaxation.corrections);
  const byIt = corrected === undefined ? [] : await meantKeys(deps, configuration, corrected);
  request = byIt.length === 0 ? request : { ...request, meant: [...meant, ...byIt] };
  const rules = byIt.length === 0 ? lookedUp.rules : requestRules(request, configuration, at);
  const replanned = byIt.length === 0 ? planned : await planFor(deps, live, request, configuration, { rules, intent });
  const recalled = await personal;
  const degraded = [...recalled.degraded, ...(near === undefined ? (["semantic"] as const) : [])];
  const plan = { ...relaxed(replanned, relaxation), ...recalled, near, degraded };
  if (plan.rules_left_out) deps.metrics.degraded.inc({ reason: "rules" });
  if (live === undefined || found === undefined) return { live, plan, key: "", matches: NO_MATCHES, facets: facetsJson(plan, EMPTY_CATALOG, undefined) }; // prettier-ignore
  const isAsTyped = plan.tier === "strict" && plan.corrections.length === 0 && (near?.length ?? 0) === 0;
  const matched = isAsTyped ? found.matched : await readMatches(deps, live, plan, reach);
  const categories = [...new Set([...plan.categories, ...matched.matches.categories])];
  const suggestion = matched.matches.is_suggested ? plan.suggestion : undefined;
  const answered = { ...plan, categories, suggestion };
  if (categories.length === 0 || areCategoriesTokens(configuration)) return { live, ...matched, plan: answered };
  return { live, ...(await readMatches(deps, live, answered, reach)), plan: answered };
}

async function findTyped(
  deps: Searching,
  live: LiveCatalog,
  planned: Plan,
  reach: number,
): Promise<{ readonly matched: Matched; readonly relaxation: Relaxation }> {
  const plan = await withNegatedNames(deps, live, planned);
  const matched = await readMatches(deps, live, plan, reach);
  return { matched, relaxation: await readRelaxation(deps, live, plan, matched) };
}

/** Returns the matches with their rows of the feature table. The rows are valid until the next `await`. */
export async function withFeatures(deps: Searching, { live, plan, matches }: Found) {
  const features: FeatureRows | undefined = live && (await deps.features.rowsOf(live, matches.hashes));
  return features && { plan, matches, features };
}

/** Whether a price in a query can be a filter: enough products have a price, and the price field is not private. */
const canFilterPrice = async (
  deps: Searching,
  live: LiveCatalog,
  { fields }: StorefrontConfiguration,
): Promise<boolean> => isVisibleField(fields)(PRICE_FIELD) && (await isPriced(deps, live));

const unranked = ({ degraded }: Plan): Promise<Recalled> => Promise.resolve({ personal: null, degraded });

interface Recalled {
  readonly personal: Personal | null;
  readonly degraded: readonly Degradation[];
}

/** Loads the shopper's taste profile if the request is sorted by the featured order. */
async function recallFor({ personalizer, metrics }: Searching, storefront: Storefront, plan: Plan): Promise<Recalled> {
  const { request, degraded: lacking } = plan;
  if (!isRanked(request.sort) || request.limit === 0) return unranked(plan);
  const { ranking, snapshot } = await personalizer.recall(storefront, request);
  if (ranking === "degraded") metrics.degraded.inc({ reason: "taste" });
  const { diversify_categories } = request;
  const { ranking: weights, popularity } = storefront.configuration;
  const { half_life_days } = popularity;
  return {
    personal: personalOrder({ taste: snapshot, weights, half_life_days, diversify_categories }),
    degraded: ranking === "degraded" ? ["taste", ...lacking] : lacking,
  };
}

/** Returns the rules for a request, matched against the query as typed, including any price. @param at ms since 1970 */
export function requestRules(request: SearchRequest, configuration: StorefrontConfiguration, at: number): ActiveRules {
  const { half_life_days } = configuration.popularity;
  const is_ranked = isRanked(request.sort) && request.limit > 0;
  return activeRules(rulesFor(configuration, request, at), { at, half_life_days, is_ranked });
}

async function planFor(
  deps: Searching,
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
