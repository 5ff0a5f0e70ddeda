import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import type { LiveCatalog } from "../catalog/live.js";
import { productsMatching, type Clause } from "../catalog/matching/filter-query.js";
import type { Engine } from "../engine/engine.js";
import { countEach } from "../engine/search-documents.js";
import { ServiceError } from "../errors.js";
import { canonicalFilter } from "../filters/canonical-filter.js";
import { dayOf } from "../filters/relative-dates.js";
import { filterFields } from "../filters/field-names.js";
import { allOf, EVERYTHING, negated, type Filter } from "../filters/filter.js";
import { planSearch } from "../search/listing/plan.js";
import { productClause, rankedQuery } from "../search/query.js";
import { NO_FACTS } from "../search/facets/catalog-facts.js";
import { inStock } from "../search/conditions.js";
import { parseSearchRequest } from "../search/listing/parse.js";
import type { SearchBody } from "../search/request-schema.js";
import { scopeFilter } from "../search/rules/check-rules.js";
import { meantKeys, meantKeysOfEach } from "../search/rules/query-forms.js";
import { readRule, rulesFor } from "../search/rules/rule-index.js";
import { rulesInForce, shownBy } from "../search/rules/rules-in-force.js";
import { find, type FindDeps } from "../search/listing/find.js";
import type { Storefront } from "../storefront/client.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { hidingRule, type Rule } from "../storefront/rules-configuration.js";
import { ANONYMOUS } from "../tracking/event.js";
import { hidesMany, isEverything, isLost, type Counted, type Looked, type RuleHides } from "./losses.js";

export interface CountDeps {
  readonly engine: Engine;
  /** Searches as the service does for unknown shoppers; it records no impressions and shares no cache with shoppers. */
  readonly search: FindDeps;
}

/** A storefront now, and as it would be. */
export interface Sides {
  readonly before: Storefront;
  readonly after: Storefront;
}

const AT_ONCE = 4;
/** Moments at which rules begin that are looked at one by one for a listing. */
const MAX_MOMENTS = 50;

/** Counts products, each question once. */
export type Count = (questions: readonly Question[]) => Promise<readonly number[]>;

interface Question {
  /** The same for the same products. */
  readonly key: string;
  readonly query: Clause;
}

/** @throws errors of the engine as they are */
export function createCount(engine: Engine, { index }: Pick<LiveCatalog, "index">): Count {
  const known = new Map<string, number>();
  return async (questions) => {
    const open = [...new Map(questions.map((one) => [one.key, one])).values()].filter(({ key }) => !known.has(key));
    const counts = await countEach(engine, index, open.map(({ query }) => query)); // prettier-ignore
    for (const [at, { key }] of open.entries()) known.set(key, counts[at] ?? 0);
    return questions.map(({ key }) => known.get(key) ?? 0);
  };
}

/** A listing as one of the configurations understands it at a moment. */
interface Understood {
  /** Equal where the same products are found. */
  readonly key: string;
  /** Products that it finds; of a search all that have any of its words. */
  readonly question: Question;
}

const NOTHING: Understood = { key: "nothing", question: { key: "nothing", query: { match_none: {} } } };

/**
 * Counts what listings and searches find now, and the fewest that they would find when the other configuration is in force: also at
 * the moments at which its rules begin.
 * @param at now, in milliseconds since 1970
 * @returns those that would find something else
 */
export async function countListings(
  deps: CountDeps,
  live: LiveCatalog,
  count: Count,
  { before, after }: Sides,
  looked: readonly Looked[],
  at: number,
): Promise<Counted[]> {
  const isTextSame = isDeepStrictEqual(decidesTexts(before.configuration), decidesTexts(after.configuration));
  // Hiding more never shows more: with all its rules in force at once a storefront shows the least.
  const least = { ...after, configuration: withAllRules(after.configuration, at) };
  const [nows, thens] = [
    await understood(deps, live, before.configuration, looked, at),
    await understood(deps, live, least.configuration, looked, at),
  ];
  const sides = looked.map((one, place) => ({ one, now: nows[place] ?? NOTHING, then: thens[place] ?? NOTHING }));
  const changed = sides.filter(
    ({ one, now, then }) => now.key !== then.key || (one.query !== undefined && !isTextSame),
  );
  const products = await count(changed.map(({ now }) => now.question));
  const left = await count(changed.map(({ then }) => then.question));
  const limit = pLimit(AT_ONCE);
  return limit.map(changed, async ({ one }, place) => {
    const counted: Counted = { ...one, products: products[place] ?? 0, left: left[place] ?? 0 };
    const isAsked = isLost(counted) || (isEverything(one) && hidesMany(counted));
    return isAsked ? atItsMoment(deps, live, count, { before, after }, one, at) : counted;
  });
}

/**
 * What one finds at the first moment at which it is lost, and the listing of everything when it has lost the most; where nothing is ever
 * lost, what it finds now.
 */
async function atItsMoment(
  deps: CountDeps,
  live: LiveCatalog,
  count: Count,
  sides: Sides,
  one: Looked,
  at: number,
): Promise<Counted> {
  const moments = [at, ...(await beginnings(deps, sides.after.configuration, one, live, at))];
  const [unseen] = moments.slice(MAX_MOMENTS);
  const totals = async (storefront: Storefront, moment: number): Promise<number> => {
    if (one.query !== undefined) return exactTotal(deps, live, storefront, one, moment);
    const meant = await understood(deps, live, storefront.configuration, [one], moment);
    const [total = 0] = await count(meant.map(({ question }) => question));
    return total;
  };
  let found: Counted = { ...one, products: 0, left: 0 };
  for (const moment of moments.slice(0, MAX_MOMENTS)) {
    const from = moment === at ? {} : { from: new Date(moment).toISOString() };
    const left = await totals(sides.after, moment);
    const counted: Counted = { ...one, products: await totals(sides.before, moment), left, ...from };
    if (isLost(counted)) return counted;
    if (moment === at || (isEverything(one) && shareLost(counted) > shareLost(found))) found = counted;
  }
  // Rather said without need than not said.
  return unseen === undefined ? found : { ...found, left: 0, from: new Date(unseen).toISOString() };
}

const shareLost = ({ products, left }: Counted): number => (products === 0 ? 0 : (products - left) / products);

/** The total that shoppers are told. A request that the configuration refuses finds nothing by it. */
async function exactTotal(
  { search }: CountDeps,
  live: LiveCatalog,
  storefront: Storefront,
  one: Looked,
  moment: number,
): Promise<number> {
  const deps: FindDeps = {
    ...search,
    liveCatalogs: { get: () => Promise.resolve(live) },
    now: () => moment,
  };
  try {
    return (await find(deps, storefront, bodyOf(one), { wanted: "counts" })).matches.total;
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}

const bodyOf = ({ query, filters, facet_filters }: Looked): SearchBody => ({
  user: { device_id: ANONYMOUS },
  ...(query === undefined ? {} : { query }),
  ...(filters === undefined ? {} : { filters: { ...filters } }),
  ...(facet_filters === undefined ? {} : { facet_filters: { ...facet_filters } }),
  limit: 0,
  facets: { keys: [] },
});

/** Of each listing in its order. The words of all searches are analysed together: the engine refuses hundreds of calls at once. */
async function understood(
  { search }: CountDeps,
  live: LiveCatalog,
  configuration: StorefrontConfiguration,
  looked: readonly Looked[],
  at: number,
): Promise<Understood[]> {
  const requests = looked.map((one) =>
    unlessRefused(() => parseSearchRequest(bodyOf(one), configuration, live.leaves), undefined),
  );
  const typed = [...new Set(requests.flatMap((request) => request?.typed ?? []))];
  const meant = await meantKeysOfEach(search, configuration, typed);
  const meantBy = new Map(typed.map((query, place) => [query, meant[place] ?? []]));
  const how = { at, half_life_days: configuration.popularity.half_life_days, is_ranked: false };
  return requests.map((parsed) => {
    if (parsed === undefined) return NOTHING;
    const request = { ...parsed, meant: meantBy.get(parsed.typed ?? "") ?? [] };
    return unlessRefused(() => {
      const rules = rulesInForce(rulesFor(configuration, request, at), how);
      const plan = planSearch(request, configuration, live, NO_FACTS, { rules, intent: null });
      const products = productClause(plan.conditions.matching, live.leaves);
      const key = canonicalFilter(plan.conditions.matching);
      if (request.query === null) return { key, question: { key, query: products } };
      const query = withoutScores(rankedQuery({ ...plan, tier: "any" }, products));
      return { key, question: { key: JSON.stringify(query), query } };
    }, NOTHING);
  });
}

/** @param refused what a request stands for that a configuration refuses */
function unlessRefused<T, R>(work: () => T, refused: R): T | R {
  try {
    return work();
  } catch (error) {
    if (error instanceof ServiceError) return refused;
    throw error;
  }
}

/** What a search finds, without the clauses that only score: beside what must match they find nothing more, and are most of its cost. */
function withoutScores(query: Clause): Clause {
  const { filter = [], must = [] } = query["bool"] as {
    readonly filter?: readonly Clause[];
    readonly must?: readonly Clause[];
  };
  return must.length === 0 ? query : { bool: { filter: [...filter, ...must] } };
}

/** Settings that do not change which products a search finds. Rules are compared apart, by the products they hide. */
const UNRELATED = [
  "rules",
  "ranking",
  "taste",
  "popularity",
  "holdout_share",
  "suggest",
  "profiles",
  "placements",
] as const;

const decidesTexts = (configuration: StorefrontConfiguration): object => ({
  ...configuration,
  ...Object.fromEntries(UNRELATED.map((name) => [name, undefined])),
});

/** With all rules in force that have not ended. */
function withAllRules(configuration: StorefrontConfiguration, at: number): StorefrontConfiguration {
  const rules = configuration.rules.filter((rule) => !hasEnded(rule, at));
  return { ...configuration, rules: rules.map((rule): Rule => ({ ...rule, starts_at: null, ends_at: null })) };
}

const hasEnded = ({ ends_at }: Rule, at: number) => ends_at !== null && Date.parse(ends_at) <= at;

/** The moments at which hiding rules begin that a listing is in the scope of. */
async function beginnings(
  { search }: CountDeps,
  configuration: StorefrontConfiguration,
  one: Looked,
  live: LiveCatalog,
  at: number,
): Promise<number[]> {
  const later = configuration.rules.filter(
    (rule) => hidingRule(rule) !== null && rule.starts_at !== null && Date.parse(rule.starts_at) > at,
  );
  if (later.length === 0) return [];
  const timeless = withAllRules({ ...configuration, rules: later }, at);
  try {
    const request = parseSearchRequest(bodyOf(one), configuration, live.leaves);
    const meant = await meantKeys(search, timeless, request.typed);
    const applicable = rulesFor(timeless, { ...request, meant }, at);
    const keys = new Set(applicable.map(({ rule }) => rule.key));
    const moments = later.flatMap(({ key, starts_at }) => (keys.has(key) ? [Date.parse(starts_at ?? "")] : []));
    return [...new Set(moments)].sort((first, second) => first - second);
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

/**
 * Counts what each of these hiding rules takes away by itself of what can be found now.
 * @param rules of `after`, that hide and have not ended
 */
export async function countHidden(
  live: LiveCatalog,
  count: Count,
  { before, after }: Sides,
  rules: readonly Rule[],
  at: number,
): Promise<RuleHides[]> {
  const fields = filterFields(after.configuration.aliases);
  const { availability } = before.configuration;
  const stock = availability?.out_of_stock === "hide" ? inStock(availability) : EVERYTHING;
  const questionOf = (filter: Filter): Question => ({
    key: canonicalFilter(filter),
    query: productsMatching(filter, live.leaves),
  });
  const hiding = rules.filter((rule) => hidingRule(rule) !== null && !hasEnded(rule, at));
  const visible = hiding.map((rule) => {
    const scope = scopeFilter(rule, fields);
    return allOf([
      scope,
      stock,
      shownBy(before.configuration, { typed: rule.when.queries[0] ?? null, filter: scope }, at),
    ]);
  });
  const of = await count(visible.map(questionOf));
  const remaining = hiding.map((rule, place) =>
    allOf([visible[place] ?? EVERYTHING, negated(readRule(rule, fields, dayOf(at)).target)]),
  );
  const left = await count(remaining.map(questionOf));
  return hiding.map(({ key }, place) => ({ key, products: (of[place] ?? 0) - (left[place] ?? 0), of: of[place] ?? 0 }));
}
