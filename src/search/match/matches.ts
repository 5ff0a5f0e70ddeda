import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { Tag } from "../../catalog/edition.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { type Clause, productsMatching } from "../../catalog/matching/filter-query.js";
import { conditionTags } from "../../catalog/tags.js";
import { type Engine, EngineError } from "../../engine/engine.js";
import { type Hit, searchColumns, type SearchResponse } from "../../engine/search-documents.js";
import { textBytes } from "../../lib/cache.js";
import { hashOf } from "../../lib/hash.js";
import { textHash } from "../../lib/text-hash.js";
import { listingPriorAt } from "../../personalization/listing-prior.js";
import { facetAggregations } from "../facets/facet-aggregations.js";
import { readFacets } from "../facets/facet-answer.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { Plan } from "../listing/plan.js";
import { isBaseScored, matchQuery, priorAt, productClause, rankedQuery, rankedSort } from "../query.js";
import { COUNT_EACH, mustCount } from "../sort.js";
import { categoriesIn, type CountedCategories } from "../text/query-categories.js";
import { questionsOf, type Suggested } from "../text/relaxation.js";
import { hasAllWords } from "../text/text-query.js";

/** What a listing or search finds, the same for every shopper. */
export interface Matches {
  readonly total: number;
  /** What is found, as hashes of identifiers, see `ProductDocument.hash`, in no order that means anything; empty in an order by a field. */
  readonly hashes: Float64Array;
  /** The base score of each; empty where all are 0. */
  readonly bases: Float64Array;
  /** In an order by a field, the identifiers of its first page. */
  readonly page: readonly string[];
  /** False where there are more than these: of a search those that match best, of a listing the first in the unpersonalized order. */
  readonly are_all: boolean;
  /** Those of the products with places of their own that match. */
  readonly pinned: ReadonlySet<string>;
  /** For each place that is kept, in the order of the plan: products that are like its target. */
  readonly reserved: readonly (readonly string[])[];
  /** Whether some product has all words of the suggested query. */
  readonly is_suggested: boolean;
  /** The categories in which things are that are called what the query names, see `query-categories.ts`. */
  readonly categories: readonly string[];
  /** Of words as typed: which no text has, and what is most like them; undefined where that was not asked. */
  readonly suggested?: Suggested | undefined;
}

/** Listings of more products are ranked from the first ones of the unpersonalized order. */
export const MAX_MATCHES = 20_000;
/** So many first ones. */
export const FIRST_MATCHES = 10_000;
/** A search is ranked from so many of the products that match best. */
export const TEXT_MATCHES = 500;
/** The engine's `index.max_result_window` for catalogues, see `index-templates/catalog.json`: no chain reads further. */
export const MOST_MATCHES = 100_000;

export interface MatchDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
}

/** Matches, and the facets that were asked for as JSON. */
export interface Matched {
  /** The name under which the matches are cached. */
  readonly key: string;
  readonly matches: Matches;
  readonly facets: string;
}

const OBJECTS_BYTES = 600;
const PLACE_BYTES = 1_000;

const MATCHES: Kind<Matches> = {
  name: "matches",
  freshMs: 60_000,
  // The rows of the products beside their hashes, see `Features`.
  bytesOf: ({ hashes, bases, page, pinned, reserved }) =>
    OBJECTS_BYTES +
    hashes.byteLength +
    5 * hashes.length +
    bases.byteLength +
    64 * page.length +
    PLACE_BYTES * pinned.size +
    reserved.reduce((sum, ids) => sum + 64 * ids.length, 0),
};

const FACETS: Kind<{ readonly json: string }> = {
  name: "facets",
  freshMs: 60_000,
  bytesOf: ({ json }) => OBJECTS_BYTES + textBytes(json),
};

/** What is found while there is no catalogue. */
export const NO_MATCHES: Matches = {
  total: 0,
  hashes: new Float64Array(0),
  bases: new Float64Array(0),
  page: [],
  are_all: true,
  pinned: new Set(),
  reserved: [],
  is_suggested: false,
  categories: [],
};

/**
 * What a request finds, with one call of the engine, or with none where it is cached: under the hash of that call.
 * @param reach how many products have been shown of it and are to be: a chain that has come far needs more of the matches
 * @throws errors of the engine as they are
 */
export async function readMatches(
  { engine, cache }: MatchDeps,
  live: LiveCatalog,
  given: Plan,
  reach: number,
): Promise<Matched> {
  const plan = { ...given, catalog: live };
  const asked = callsFor(plan, reach);
  const { body, aggs, key, facetsKey } = asked;
  const tags = tagsOf(live, plan);
  const own: { facets?: string } = {};
  const keepFacets = ({ aggregations }: SearchResponse<never>) => {
    const json = facetsJson(plan, live, aggregations);
    own.facets = json;
    cache.set(FACETS, live, facetsKey, { value: { json }, tags });
  };
  const known = aggs === undefined ? facetsJson(plan, live, undefined) : cache.get(FACETS, live, facetsKey)?.json;
  const matches = await cache.read(MATCHES, live, key, async () => {
    const all = { ...(body["aggs"] as Clause | undefined), ...(known === undefined ? aggs : undefined) };
    const answer = await searchMatches(engine, live.index, withAggs(body, all));
    if (known === undefined) keepFacets(answer);
    const found = matchesIn(plan, answer);
    return { value: found ?? (await readFirst(engine, live, plan, answer, reach)), tags };
  });
  const facets = known ?? own.facets ?? cache.get(FACETS, live, facetsKey)?.json;
  if (facets !== undefined) return { key, matches, facets };
  const { query, post_filter } = body;
  keepFacets(await searchColumns(engine, live.index, withAggs({ size: 0, track_total_hits: false, query, post_filter }, aggs ?? {}))); // prettier-ignore
  return { key, matches, facets: own.facets ?? "[]" };
}

/** The same as it was last known, without asking the engine. @returns undefined where it is older than `maxAgeMs`, or not cached */
export function lastMatches(
  { cache }: Pick<MatchDeps, "cache">,
  live: LiveCatalog,
  given: Plan,
  maxAgeMs: number,
): Matched | undefined {
  const plan = { ...given, catalog: live };
  const { aggs, key, facetsKey } = callsFor(plan, 0);
  const matches = cache.last(MATCHES, live, key, maxAgeMs);
  const facets =
    aggs === undefined ? facetsJson(plan, live, undefined) : cache.last(FACETS, live, facetsKey, maxAgeMs)?.json;
  return matches && facets !== undefined ? { key, matches, facets } : undefined;
}

type Answer = SearchResponse<never> & { readonly suggest?: Suggested };

/** Without suggestions in an index of an earlier release, which is searched until it is built anew and lacks fields of theirs. */
async function searchMatches(engine: Engine, index: string, body: Clause): Promise<Answer> {
  try {
    return await searchColumns(engine, index, body);
  } catch (error) {
    if (!(error instanceof EngineError) || error.status !== 400 || body["suggest"] === undefined) throw error;
    return await searchColumns(engine, index, { ...body, suggest: undefined });
  }
}

/** The call of the engine, and the names under which its answer is cached. */
function callsFor(plan: Plan, reach: number) {
  const body = matchBody(plan, reach);
  const aggs = facetAggregations(plan.facets, plan.catalog.leaves);
  const key = hashOf([body, plan.request.query === null ? firstOf(plan, reach) : null]);
  // Labels and selections of facets have a part in what is answered, and none in the call.
  const facetsKey = hashOf([body["query"], body["post_filter"], aggs, plan.facets, plan.configuration.language]);
  return { body, aggs, key, facetsKey };
}

const withAggs = (body: Clause, aggs: Clause): Clause => ({
  ...body,
  aggs: Object.keys(aggs).length === 0 ? undefined : aggs,
});

/** The facets of a plan as JSON. @param aggregations undefined where nothing could be counted */
export const facetsJson = (
  { facets, request, configuration }: Plan,
  { leaves }: Pick<LiveCatalog, "leaves">,
  aggregations: SearchResponse<never>["aggregations"],
): string => JSON.stringify(readFacets(facets, request.facets, leaves, aggregations, configuration.language));

/** The tags that results depend on. Scores of words depend on all products. */
const tagsOf = ({ leaves }: LiveCatalog, { request, conditions }: Plan): readonly Tag[] | undefined =>
  request.query === null ? conditionTags(conditions.eligible, leaves) : undefined;

const FOUND = "found";
const LIKE = "like";
const SUGGESTED = "suggested";
const CALLED = "called";
const PINNED = "pinned";
const reservedName = (at: number) => `reserved_${at}`;

/** The engine's request for all that a plan matches. */
export function matchBody(plan: Plan, reach: number): Clause {
  const { request, conditions, catalog, rules, suggestion, configuration } = plan;
  const { eligible, counted, matching } = conditions;
  const { leaves } = catalog;
  const isOrdered = !isRanked(request.sort);
  const isText = request.query !== null;
  const isWanted = request.limit > 0 && (!isOrdered || request.page === 1);
  const hits = isWanted && (isText || isOrdered) ? hitsOf(plan, reach) : undefined;
  const isNarrowed = counted.length > 0;
  /** An aggregation sees what facets count, which their own selections do not narrow. */
  const within = (agg: Clause): Clause =>
    isNarrowed ? { filter: productsMatching(matching, leaves), aggs: { in: agg } } : agg;
  const pins = rules.pins.map(({ product }) => product);
  const { reservations = [] } = rules;
  const { suggest, called } = questionsOf(plan);
  const aggs: Clause = {
    ...(isWanted && hits === undefined ? { [FOUND]: within(allMatches(plan)) } : {}),
    ...(isWanted && pins.length > 0 ? { [PINNED]: within(idsAmong(pins)) } : {}),
    ...(isWanted
      ? Object.fromEntries(
          reservations.map(({ target }, at) => [
            reservedName(at),
            within({ filter: productsMatching(target, leaves), aggs: { [LIKE]: someIds(plan) } }),
          ]),
        )
      : {}),
    ...(called === undefined ? {} : { [CALLED]: called }),
    ...(suggestion === undefined ? {} : { [SUGGESTED]: { filter: hasAllWords(suggestion, configuration) } }),
  };
  return {
    size: 0,
    track_total_hits: true,
    query: matchQuery(plan, productClause(eligible, leaves)),
    ...hits,
    ...(isNarrowed ? { post_filter: productsMatching(matching, leaves) } : {}),
    ...(Object.keys(aggs).length === 0 ? {} : { aggs }),
    ...(suggest === undefined ? {} : { suggest }),
  };
}

/** What of the matches is returned as hits: of an order by a field the first page. */
function hitsOf(plan: Plan, reach: number): Clause {
  if (isRanked(plan.request.sort)) return { size: textMatches(plan, reach), stored_fields: "_none_", sort: BY_SCORE };
  const sort = rankedSort(plan);
  return {
    size: plan.request.limit,
    stored_fields: "_none_",
    sort,
    ...(mustCount(sort) ? { post_filter: COUNT_EACH } : {}),
  };
}

const BY_SCORE = [{ _score: "desc" }, { hash: { order: "asc", unmapped_type: "long" } }];

/** A chain that has come far needs more matches: by steps, so that pages after each other share them. */
const STEP = 4;

function stepped(most: number, reach: number): number {
  let size = Math.max(1, most);
  while (size < reach) size *= STEP;
  return Math.min(MOST_MATCHES, size);
}

const textMatches = ({ whole = TEXT_MATCHES }: Plan, reach: number): number => stepped(whole, reach);

/** How many are read of a listing that is too large to be ranked whole. */
const firstOf = ({ whole = FIRST_MATCHES }: Plan, reach: number): number =>
  stepped(Math.min(FIRST_MATCHES, whole), reach);

/** Those of some products that match. */
const idsAmong = (ids: readonly string[]): Clause => ({
  filters: { filters: Object.fromEntries(ids.map((id) => [id, { ids: { values: [id] } }])) },
});

/**
 * Every match in one text: numbers apart by spaces, of each product its hash and, where they differ, the bits of its base score. As
 * hits they cost the engine three times as much, as a list of identifiers half as much again. A shard stops where there are too many.
 * No other aggregation of the request may read scores, as scripts and top hits do: with one below a filter, the engine (3.8) gives both
 * of them scores of other products.
 */
function allMatches(plan: Plan): Clause {
  const score = isBaseScored(plan) ? ".append(Float.floatToIntBits((float) _score)).append(' ')" : "";
  return {
    scripted_metric: {
      params: { most: plan.whole ?? MAX_MATCHES },
      init_script: "state.count = 0; state.found = new StringBuilder()",
      map_script: `if (doc.containsKey('hash') && doc['hash'].size() > 0 && state.count++ < params.most) { state.found.append(doc['hash'].value).append(' ')${score} }`,
      combine_script: "return state.found.toString()",
      reduce_script:
        "StringBuilder all = new StringBuilder(); for (found in states) { if (found != null) { all.append(found) } } return all.toString()",
    },
  };
}

/** What `allMatches` finds. */
function readMatched(text: string, isScored: boolean): Pick<Matches, "hashes" | "bases"> {
  const numbers: number[] = [];
  let [number, sign] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === SPACE) {
      numbers.push(sign * number);
      [number, sign] = [0, 1];
    } else if (unit === MINUS) sign = -1;
    else number = 10 * number + unit - ZERO;
  }
  if (!isScored) return { hashes: Float64Array.from(numbers), bases: NO_MATCHES.bases };
  const bits = new Int32Array(numbers.length / 2);
  const hashes = new Float64Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) {
    hashes[at] = numbers[2 * at] as number;
    bits[at] = numbers[2 * at + 1] as number;
  }
  return { hashes, bases: Float64Array.from(new Float32Array(bits.buffer)) };
}

const [SPACE, MINUS, ZERO] = [" ", "-", "0"].map((one) => one.charCodeAt(0)) as [number, number, number];

/** The same without scores, in buckets. */
const someIds = ({ whole = MAX_MATCHES, rules: { reservations = [] } }: Plan): Clause => ({
  terms: { field: "product_identifier", size: Math.min(whole, Math.floor(MOST_BUCKETS / reservations.length)) },
});

/** Less than the engine's `search.max_buckets`, of all aggregations of a request together. */
const MOST_BUCKETS = 50_000;

/** @returns undefined where not all are told: of a listing that is too large, and in an index of an earlier release, whose products have no hash */
function matchesIn(plan: Plan, { hits, aggregations = {}, suggest }: Answer): Matches | undefined {
  const { reservations = [] } = plan.rules;
  const inAgg = (name: string): Readonly<Record<string, unknown>> | undefined => {
    const agg = aggregations[name] as Readonly<Record<string, unknown>> | undefined;
    return (agg?.["in"] as Readonly<Record<string, unknown>> | undefined) ?? agg;
  };
  const places = {
    total: hits.total.value,
    pinned: idsIn(inAgg(PINNED)),
    reserved: reservations.map((_, at) => keysOf(inAgg(reservedName(at))?.[LIKE])),
    categories: aggregations[CALLED] === undefined ? [] : categoriesIn(aggregations[CALLED] as CountedCategories),
    suggested: suggest,
    is_suggested: ((aggregations[SUGGESTED] as { readonly doc_count: number } | undefined)?.doc_count ?? 0) > 0,
  };
  if (plan.request.limit === 0) return { ...NO_MATCHES, ...places };
  if (!isRanked(plan.request.sort)) return { ...NO_MATCHES, ...places, page: hits.hits.map(idOf), are_all: false };
  if (plan.request.query !== null) {
    const hashes = Float64Array.from(hits.hits, ({ sort }) => Number(sort?.[1]));
    if (!hashes.every(Number.isSafeInteger)) return undefined;
    const bases = Float64Array.from(hits.hits, ({ sort }) => Number(sort?.[0] ?? 0));
    return { ...places, hashes, bases, page: [], are_all: hits.hits.length === hits.total.value };
  }
  const { value = "" } = (inAgg(FOUND) ?? {}) as { readonly value?: string };
  const found = readMatched(value, isBaseScored(plan));
  if (found.hashes.length < places.total) return undefined;
  return { ...places, ...found, page: [], are_all: true };
}

const keysOf = (agg: unknown): readonly string[] =>
  ((agg as { readonly buckets: readonly { readonly key: string }[] } | undefined)?.buckets ?? []).map(({ key }) => key);

const idOf = ({ sort = [] }: Hit<unknown>): string => String(sort.at(-1));

function idsIn(agg: unknown): ReadonlySet<string> {
  const { buckets = {} } = (agg ?? {}) as {
    readonly buckets?: Readonly<Record<string, { readonly doc_count: number }>>;
  };
  return new Set(Object.keys(buckets).filter((id) => (buckets[id]?.doc_count ?? 0) > 0));
}

/** The first products of a listing that is too large to be ranked whole. */
async function readFirst(
  engine: Engine,
  live: LiveCatalog,
  plan: Plan,
  answer: Answer,
  reach: number,
): Promise<Matches> {
  const sort = rankedSort(plan);
  const { hits } = await searchColumns(engine, live.index, {
    size: firstOf(plan, reach),
    track_total_hits: false,
    stored_fields: "_none_",
    query: rankedQuery(plan, productClause(plan.conditions.matching, live.leaves)),
    sort,
  });
  const prior = priorAt({ ...plan, personal: null });
  const isScored = sort[0] !== undefined && "_score" in sort[0];
  const baseOf = ({ sort: values = [] }: Hit<unknown>) => {
    const score = isScored ? Number(values[0]) : 0;
    return prior === undefined
      ? score
      : score - listingPriorAt(Number(values.at(-3) ?? -Infinity), prior.at, prior.half_life_days);
  };
  const rest = matchesIn({ ...plan, request: { ...plan.request, limit: 0 } }, answer) ?? NO_MATCHES;
  return {
    ...rest,
    hashes: Float64Array.from(hits.hits, (hit) => textHash(idOf(hit))),
    bases: isScored ? Float64Array.from(hits.hits, baseOf) : new Float64Array(0),
    are_all: hits.hits.length === rest.total,
  };
}
