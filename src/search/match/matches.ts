import type { CachedEngine, Kind } from "../../catalog/cache.js";
import { areMany, type Tag } from "../../catalog/catalog-version.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { type Clause, productsMatching } from "../../catalog/matching/filter-query.js";
import { conditionTags } from "../../catalog/tags.js";
import { shareWork, type SharedWork } from "../../engine/deadline.js";
import type { Engine } from "../../engine/engine.js";
import { searchColumns, type SearchResponse } from "../../engine/search-documents.js";
import { textBytes } from "../../lib/cache.js";
import { hashOf } from "../../lib/hash.js";
import { textHash } from "../../lib/text-hash.js";
import { listingPriorAt } from "../../personalization/listing-prior.js";
import { facetAggregations } from "../facets/facet-aggregations.js";
import { readFacets } from "../facets/facet-response.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { Plan } from "../listing/plan.js";
import { isBaseScored, matchQuery, priorAt, productClause, rankedSort } from "../query.js";
import { COUNT_EACH, mustCount } from "../sort.js";
import { categoriesIn, type CountedCategories } from "../text/query-categories.js";
import { questionsOf, type Suggested } from "../text/relaxation.js";
import { hasAllWords } from "../text/text-query.js";
import { readSlice, type Row, rowOf, scoringBy } from "./ordered.js";

/** The products that match a listing or search, identical for all shoppers. */
export interface Matches {
  readonly total: number;
  /** The hash of each product, see `ProductDocument.hash`, unordered; empty if the request sorts by a field. */
  readonly hashes: Float64Array;
  /** The base score of each product; empty if all base scores are 0. */
  readonly bases: Float64Array;
  /** The identifiers of the first page, if the request sorts by a field. */
  readonly page: readonly string[];
  /**
   * Whether `hashes` contains all matches. If false, `hashes` contains the best matches of a search, or the first products of a listing in
   * the unpersonalized order.
   */
  readonly are_all: boolean;
  readonly pinned: ReadonlySet<string>;
  /** For each reserved position, in the order of the plan, the products that match the target of the position. */
  readonly reserved: readonly (readonly string[])[];
  /** Whether at least one product has all words of the suggested query. */
  readonly is_suggested: boolean;
  /** The categories of products whose titles name the query, see `query-categories.ts`. */
  readonly categories: readonly string[];
  /** Spelling suggestions for the words as typed; undefined if no suggestions were requested. */
  readonly suggested?: Suggested | undefined;
}

/** Maximum number of products in a listing for which all products are ranked. */
export const MAX_MATCHES = 20_000;
/** Number of products to rank for a listing with more than `MAX_MATCHES` products: the first products in the unpersonalized order. */
export const FIRST_MATCHES = 10_000;
/** Number of best matches that are ranked for a search. */
export const TEXT_MATCHES = 500;
/** Maximum number of products in a cursor chain; equals `index.max_result_window` in `index-templates/catalog.json`. */
export const MOST_MATCHES = 100_000;

/** The matches and the requested facets as JSON. */
export interface Matched {
  /** The cache key of the matches. */
  readonly key: string;
  readonly matches: Matches;
  readonly facets: string;
}

const OBJECTS_BYTES = 600;
const POSITION_BYTES = 1_000;

const MATCHES: Kind<Matches> = {
  name: "matches",
  freshMs: 60_000,
  staleWhileRevalidate: ({ total }) => areMany(total),
  // Also counts 5 bytes per product for the row number that `Features` stores.
  bytesOf: ({ hashes, bases, page, pinned, reserved }) =>
    OBJECTS_BYTES +
    hashes.byteLength +
    5 * hashes.length +
    bases.byteLength +
    64 * page.length +
    POSITION_BYTES * pinned.size +
    reserved.reduce((sum, ids) => sum + 64 * ids.length, 0),
};

const FACETS: Kind<{ readonly json: string; readonly total: number }> = {
  name: "facets",
  freshMs: 60_000,
  staleWhileRevalidate: ({ total }) => areMany(total),
  bytesOf: ({ json }) => OBJECTS_BYTES + textBytes(json),
};

/** The matches of a shop without products. */
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
 * Reads the matches of a request from the cache, or with one engine call. The cache key is the hash of the request body.
 * @param reach number of products on all pages of the cursor chain, including the next page; more pages need more matches
 * @throws the errors of the engine
 */
export async function readMatches(
  { engine, cache }: CachedEngine,
  live: LiveCatalog,
  given: Plan,
  reach: number,
): Promise<Matched> {
  const plan = { ...given, catalog: live };
  const { body, aggs, key, facetsKey } = callsFor(plan, reach);
  const tags = tagsOf(live, plan);
  /**
   * Parts that the engine call must return. The cache loaders for matches and facets set their parts in the same turn of the event loop,
   * before the call is sent.
   */
  const wanted = { matches: false, facets: false };
  let call: SharedWork<ResponseBody> | undefined;
  const request = (what: keyof typeof wanted): Promise<ResponseBody> => {
    wanted[what] = true;
    call ??= shareWork(async () => {
      await Promise.resolve();
      return searchColumns(engine, live.index, bodyOf(body, aggs, wanted), scoringBy(plan.request));
    });
    return call.wait();
  };
  const matches = cache.read(MATCHES, live, key, async () => {
    const response = await request("matches");
    return { value: matchesIn(plan, response) ?? (await readFirst(engine, live, plan, response, reach)), tags };
  });
  const readCounted = async () => {
    const { aggregations, hits } = await request("facets");
    return { value: { json: facetsJson(plan, live, aggregations), total: hits.total.value }, tags };
  };
  const facets = aggs === undefined ? undefined : cache.read(FACETS, live, facetsKey, readCounted);
  const [found, counted] = await Promise.all([matches, facets]);
  return { key, matches: found, facets: counted?.json ?? facetsJson(plan, live, undefined) };
}

type ResponseBody = SearchResponse<never> & { readonly suggest?: Suggested };

/** Returns the engine request of a plan, and the cache keys of the matches and the facets. */
function callsFor(plan: Plan, reach: number) {
  const body = matchBody(plan, reach);
  const aggs = facetAggregations(plan.facets, plan.catalog.fields);
  const key = hashOf([body, plan.request.query === null ? firstOf(plan, reach) : null]);
  // The key includes the plan, because labels and selected values change the response but not the engine request.
  const facetsKey = hashOf([body["query"], body["post_filter"], aggs, plan.facets, plan.configuration.language]);
  return { body, aggs, key, facetsKey };
}

/** Returns the body of an engine request for matches, for facets, or for matches and facets. */
function bodyOf(
  body: Clause,
  facets: Clause | undefined,
  wanted: { readonly matches: boolean; readonly facets: boolean },
): Clause {
  const aggs = {
    ...(wanted.matches ? (body["aggs"] as Clause | undefined) : undefined),
    ...(wanted.facets ? facets : undefined),
  };
  const { track_total_hits, query, post_filter } = body;
  return {
    ...(wanted.matches ? body : { size: 0, track_total_hits, query, post_filter }),
    aggs: Object.keys(aggs).length === 0 ? undefined : aggs,
  };
}

/** The facets of a plan as JSON. @param aggregations undefined if no facet was counted */
export const facetsJson = (
  { facets, request, configuration }: Plan,
  { fields }: Pick<LiveCatalog, "fields">,
  aggregations: SearchResponse<never>["aggregations"],
): string => JSON.stringify(readFacets(facets, request.facets, fields, aggregations, configuration.language));

/** The cache tags of matches. Undefined for a search, because its text scores depend on all products. */
const tagsOf = ({ fields }: LiveCatalog, { request, conditions }: Plan): readonly Tag[] | undefined =>
  request.query === null ? conditionTags(conditions.eligible, fields) : undefined;

const FOUND = "found";
const LIKE = "like";
const SUGGESTED = "suggested";
const CALLED = "called";
const PINNED = "pinned";
const reservedName = (at: number) => `reserved_${at}`;

export function matchBody(plan: Plan, reach: number): Clause {
  const { request, conditions, catalog, rules, suggestion, configuration } = plan;
  const { eligible, counted, matching } = conditions;
  const { fields } = catalog;
  const isOrdered = !isRanked(request.sort);
  const isText = request.query !== null;
  const isWanted = request.limit > 0 && (!isOrdered || request.page === 1);
  const hits = isWanted && (isText || isOrdered) ? hitsOf(plan, reach) : undefined;
  const isNarrowed = counted.length > 0;
  /**
   * Restricts an aggregation to products with the selected facet values. The query itself ignores selections, because
   * the counts of a facet must not depend on selections in the same facet.
   */
  const within = (agg: Clause): Clause =>
    isNarrowed ? { filter: productsMatching(matching, fields), aggs: { in: agg } } : agg;
  const pins = rules.pins.map(({ product }) => product);
  const { reservations } = rules;
  const { suggest, called } = questionsOf(plan);
  const aggs: Clause = {
    ...(isWanted && hits === undefined ? { [FOUND]: within(allMatches(plan)) } : {}),
    ...(isWanted && pins.length > 0 ? { [PINNED]: within(idsAmong(pins)) } : {}),
    ...(isWanted
      ? Object.fromEntries(
          reservations.map(({ target }, at) => [
            reservedName(at),
            within({ filter: productsMatching(target, fields), aggs: { [LIKE]: someIds(plan) } }),
          ]),
        )
      : {}),
    ...(called === undefined ? {} : { [CALLED]: called }),
    ...(suggestion === undefined ? {} : { [SUGGESTED]: { filter: hasAllWords(suggestion, configuration) } }),
  };
  return {
    size: 0,
    track_total_hits: true,
    query: matchQuery(plan, productClause(eligible, fields)),
    ...hits,
    ...(isNarrowed ? { post_filter: productsMatching(matching, fields) } : {}),
    ...(Object.keys(aggs).length === 0 ? {} : { aggs }),
    ...(suggest === undefined ? {} : { suggest }),
  };
}

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

const BY_SCORE = [{ _score: "desc" }, { hash: "asc" }];

/**
 * Factor by which the number of matches to read grows, until the number covers all pages of the cursor chain. Only few numbers are
 * possible, so consecutive pages of a long chain share cached matches.
 */
const STEP = 4;

function stepped(most: number, reach: number): number {
  let size = Math.max(1, most);
  while (size < reach) size *= STEP;
  return Math.min(MOST_MATCHES, size);
}

/** Maximum number of products in a listing for which all products are ranked. */
const mostOf = ({ whole = MAX_MATCHES }: Plan): number => whole;

const textMatches = ({ whole = TEXT_MATCHES }: Plan, reach: number): number => stepped(whole, reach);

/** Number of products that are ranked for a listing with more than `MAX_MATCHES` products. */
const firstOf = ({ whole = FIRST_MATCHES }: Plan, reach: number): number =>
  stepped(Math.min(FIRST_MATCHES, whole), reach);

const idsAmong = (ids: readonly string[]): Clause => ({
  filters: { filters: Object.fromEntries(ids.map((id) => [id, { ids: { values: [id] } }])) },
});

/**
 * Returns all matches as one text of numbers and spaces: the hash of each product, followed by the bits of its base score if products have
 * scores. Search hits would need three times as much engine CPU, and a list of identifiers 1.5 times as much. Each shard returns at most
 * `most` products.
 *
 * The request must not contain another aggregation that reads scores (`scripted_metric`, `top_hits`). If one of two such aggregations is
 * inside a filter aggregation, OpenSearch 3.8 returns scores of the wrong products for both aggregations.
 */
function allMatches(plan: Plan): Clause {
  const score = isBaseScored(plan) ? ".append(Float.floatToIntBits((float) _score)).append(' ')" : "";
  return {
    scripted_metric: {
      params: { most: mostOf(plan) },
      init_script: "state.count = 0; state.found = new StringBuilder()",
      map_script: `if (state.count++ < params.most) { state.found.append(doc['hash'].value).append(' ')${score} }`,
      combine_script: "return state.found.toString()",
      reduce_script:
        "StringBuilder all = new StringBuilder(); for (found in states) { if (found != null) { all.append(found) } } return all.toString()",
    },
  };
}

/** Parses the text from `allMatches`. This is twice as fast as splitting the text: parsing 20,000 products with scores takes 2.5 ms. */
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

const someIds = ({ whole = MAX_MATCHES, rules: { reservations } }: Plan): Clause => ({
  terms: { field: "product_identifier", size: Math.min(whole, Math.floor(MOST_BUCKETS / reservations.length)) },
});

/** Maximum number of buckets for all aggregations of a request. The number is lower than the engine's limit `search.max_buckets`. */
const MOST_BUCKETS = 50_000;

/**
 * Parses the matches in an engine response.
 * @returns `undefined` if the listing has too many products for a response with all matches
 */
function matchesIn(plan: Plan, { hits, aggregations = {}, suggest }: ResponseBody): Matches | undefined {
  const { reservations } = plan.rules;
  const inAgg = (name: string): Readonly<Record<string, unknown>> | undefined => {
    const agg = aggregations[name] as Readonly<Record<string, unknown>> | undefined;
    return (agg?.["in"] as Readonly<Record<string, unknown>> | undefined) ?? agg;
  };
  const positions = {
    total: hits.total.value,
    pinned: idsIn(inAgg(PINNED)),
    reserved: reservations.map((_, at) => keysOf(inAgg(reservedName(at))?.[LIKE])),
    categories: aggregations[CALLED] === undefined ? [] : categoriesIn(aggregations[CALLED] as CountedCategories),
    suggested: suggest,
    is_suggested: ((aggregations[SUGGESTED] as { readonly doc_count: number } | undefined)?.doc_count ?? 0) > 0,
  };
  if (plan.request.limit === 0) return { ...NO_MATCHES, ...positions };
  if (!isRanked(plan.request.sort))
    return { ...NO_MATCHES, ...positions, page: hits.hits.map((hit) => rowOf(hit).id), are_all: false };
  if (plan.request.query !== null) {
    const hashes = Float64Array.from(hits.hits, ({ sort }) => Number(sort?.[1]));
    const bases = Float64Array.from(hits.hits, ({ sort }) => Number(sort?.[0] ?? 0));
    return { ...positions, hashes, bases, page: [], are_all: hits.hits.length === hits.total.value };
  }
  const { value = "" } = (inAgg(FOUND) ?? {}) as { readonly value?: string };
  const found = readMatched(value, isBaseScored(plan));
  // Rejects lists that exceed the maximum, so that the order does not depend on the number of shards.
  if (positions.total > mostOf(plan) || found.hashes.length < positions.total) return undefined;
  return { ...positions, ...found, page: [], are_all: true };
}

const keysOf = (agg: unknown): readonly string[] =>
  ((agg as { readonly buckets: readonly { readonly key: string }[] } | undefined)?.buckets ?? []).map(({ key }) => key);

function idsIn(agg: unknown): ReadonlySet<string> {
  const { buckets = {} } = (agg ?? {}) as {
    readonly buckets?: Readonly<Record<string, { readonly doc_count: number }>>;
  };
  return new Set(Object.keys(buckets).filter((id) => (buckets[id]?.doc_count ?? 0) > 0));
}

async function readFirst(
  engine: Engine,
  live: LiveCatalog,
  plan: Plan,
  response: ResponseBody,
  reach: number,
): Promise<Matches> {
  const rows = await readSlice(engine, live, plan, { size: firstOf(plan, reach) });
  const prior = priorAt({ ...plan, personal: null });
  const [first = {}] = rankedSort(plan);
  const baseOf = ({ sort }: Row) => {
    const score = Number(sort[0]);
    return prior === undefined
      ? score
      : score - listingPriorAt(Number(sort.at(-3) ?? -Infinity), prior.at, prior.half_life_days);
  };
  const rest = matchesIn({ ...plan, request: { ...plan.request, limit: 0 } }, response) ?? NO_MATCHES;
  return {
    ...rest,
    hashes: Float64Array.from(rows, ({ id }) => textHash(id)),
    bases: "_score" in first ? Float64Array.from(rows, baseOf) : NO_MATCHES.bases,
    are_all: rows.length === rest.total,
  };
}
