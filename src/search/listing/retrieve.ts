import { createHash } from "node:crypto";
import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { ProductSource } from "../../catalog/product-document.js";
import type { Tag } from "../../catalog/edition.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import { conditionTags } from "../../catalog/tags.js";
import { textBytes } from "../../lib/cache.js";
import { writeArray } from "../../lib/json-text.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments, searchNamed, type Hit, type SearchResponse } from "../../engine/search-documents.js";
import { allOf } from "../../filters/filter.js";
import type { Metrics } from "../../observability/metrics.js";
import { searchBody } from "../query.js";
import { inStock } from "../conditions.js";
import { readPins } from "./read-pins.js";
import { windowSize, type Beginning } from "../paging/placement.js";
import { readHits } from "../paging/windows.js";
import { readFacets } from "../facets/facet-answer.js";
import { scoringOf, type Personal, type Plan } from "./plan.js";
import type { SearchBody } from "../request-schema.js";
import { writeItems } from "./answer.js";
import type { FacetResult } from "../response-schema.js";
import type { Pin } from "../rules/pins.js";
import { areEmpty } from "../rules/rules-in-force.js";
import { namedWhole } from "../signal.js";
import { LISTING_ORDER } from "../sort.js";
import { hasAllWords, searchRulesFor } from "../text/text-query.js";
import { digestOf } from "../last-known.js";
import {
  CANDIDATE_FIELDS,
  CANDIDATES,
  candidatesOf,
  MAX_CANDIDATES,
  rank,
  reachedFrom,
  roomIn,
  withEverybodys,
  type Candidates,
  type Scored,
} from "./rank.js";

export interface FindDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  readonly windows: Metrics["windows"];
}

/** The counts of a request, the same for all shoppers. */
export interface Counts {
  readonly total: number;
  /** Pinned products that match, each in its place. */
  readonly pins: readonly Pin[];
  /** The facets as JSON, from `readFacets`. */
  readonly facets: string;
  /** Whether some product has all words of the suggested query. */
  readonly is_suggested: boolean;
}

const OBJECTS_BYTES = 300;

const COUNTS: Kind<Counts> = {
  name: "counts",
  freshMs: 60_000,
  bytesOf: ({ facets, pins }) => OBJECTS_BYTES + textBytes(facets) + OBJECTS_BYTES * pins.length,
};

const FIRST_PAGE: Kind<EverybodysPage> = {
  name: "page",
  isKeptFromSecondSet: true,
  freshMs: 60_000,
  bytesOf: ({ ids, items }) => OBJECTS_BYTES + textBytes(ids) + textBytes(items),
};

/** The first page for all unknown shoppers. */
export interface EverybodysPage {
  /** Product identifiers, as JSON. */
  readonly ids: string;
  /** Its items, as JSON. */
  readonly items: string;
}

/** What the engine has brought for a plan: counts, and what a first page is made of. */
export interface Found {
  /** The catalogue; undefined while there is none. */
  readonly live: LiveCatalog | undefined;
  /** `everybodysKey` */
  readonly key: string;
  /** With the pins that match, and the room that pages have for what was viewed. */
  readonly plan: Plan;
  readonly total: number;
  /** The facets as JSON, from `readFacets`. */
  readonly facets: string;
  /** The page that every unknown shopper gets. */
  readonly page?: EverybodysPage | undefined;
  /** The first products of the shopper's order, followed by the first unpersonalized ones where placement uses them. */
  readonly window?: readonly Scored[] | undefined;
  /** Whether the window has all that there are. */
  readonly are_all?: boolean | undefined;
}

/** What is found while there is no catalogue. */
const foundNothing = (key: string, plan: Plan): Found => ({
  live: undefined,
  key,
  plan: { ...plan, rules: { ...plan.rules, pins: [] } },
  total: 0,
  facets: JSON.stringify(facetsOf(plan, undefined)),
  page: { ids: "[]", items: "[]" },
});

/**
 * The cache key of counts and first pages: the request without its shopper, and all settings of the storefront that
 * matter.
 */
export function everybodysKey(body: SearchBody, { configuration, rules, intent }: Plan): string {
  const { shown, scores, pins, reservations } = rules;
  const asked = { ...body, user: undefined, context: undefined };
  const deciding = [
    asked,
    digestOf(configuration),
    areEmpty(rules) ? null : [shown, scores, pins, reservations],
    intent,
  ];
  return createHash("sha256").update(JSON.stringify(deciding)).digest("base64url");
}

/** Counts and everybody's first page as they were last known. @returns undefined where they are older, or not cached */
export function lastPage(
  { cache }: Pick<FindDeps, "cache">,
  live: LiveCatalog,
  key: string,
  maxAgeMs: number,
): { readonly counts: Counts; readonly page: EverybodysPage } | undefined {
  const counts = cache.last(COUNTS, live, key, maxAgeMs);
  const page = cache.last(FIRST_PAGE, live, key, maxAgeMs);
  return counts && page && { counts, page };
}

/**
 * Retrieves the counts of a request, and the beginning of its order, with one engine call or with none where they are cached. Items
 * of a window are read by `readItemsFound`.
 * @param key `everybodysKey`
 * @param beginning see `beginningOf`
 * @throws errors of the engine as they are
 */
export async function retrieve(
  deps: FindDeps,
  live: LiveCatalog | undefined,
  key: string,
  plan: Plan,
  beginning: Beginning,
): Promise<Found> {
  if (live === undefined) return foundNothing(key, plan);
  const request = { live, key, plan };
  const { counts, page, first } = await readBeginning(deps, request, beginning);
  const { pins, total, facets, is_suggested } = counts;
  const suggestion = is_suggested ? plan.suggestion : undefined;
  const { reservations, ...rules } = plan.rules;
  const own = { ...plan, suggestion, rules: { ...rules, pins } };
  const found = { total, facets, live, key };
  if (first === undefined) return { ...found, page, plan: { ...own, personal: frozenPersonal(plan, undefined) } };
  const { window: ranked, are_all } = windowOf(plan, first);
  // Products that rules name are left out where a window is brought; whom a place was kept for is known only now.
  const kept = new Set(reservations === undefined ? [] : pins.map(({ product }) => product));
  const window = kept.size === 0 ? ranked : ranked.filter(({ id }) => !kept.has(id));
  return { ...found, window, are_all, plan: { ...own, personal: frozenPersonal(plan, first.everybodys) } };
}

function readBeginning(
  deps: FindDeps,
  request: Request,
  beginning: Beginning,
): Promise<{ readonly counts: Counts; readonly page?: EverybodysPage; readonly first?: First }> {
  switch (beginning) {
    case "nothing":
      return count(deps, request);
    case "page":
      return everybodysPage(deps, request);
    case "window":
      return request.plan.request.query === null ? listingWindow(deps, request) : textWindow(deps, request);
  }
}

/** The candidates of a first window. */
interface First {
  readonly own: Candidates;
  /** The unpersonalized first ones, which may be the same; undefined for searches. */
  readonly everybodys?: Candidates;
  /** Of a search, those that the shopper likes. */
  readonly liked?: readonly Scored[];
}

interface Request {
  readonly live: LiveCatalog;
  /** `everybodysKey` */
  readonly key: string;
  readonly plan: Plan;
}

/** Everybody's first page, which comes with the counts where nobody has asked for it. */
async function everybodysPage(
  deps: FindDeps,
  request: Request,
): Promise<{ readonly counts: Counts; readonly page: EverybodysPage }> {
  const { live, key, plan } = request;
  const { counts, page } = await count(deps, request, { by: "page" });
  const known = page ?? deps.cache.get(FIRST_PAGE, live, key);
  if (known !== undefined) return { counts, page: known };
  const body = { ...searchBody({ ...plan, personal: null }, plan.request.limit), aggs: undefined };
  const { hits } = await searchDocuments<ProductSource>(deps.engine, live.index, body);
  return { counts, page: keepPage(deps, request, hits.hits) };
}

function keepPage(
  { cache }: FindDeps,
  { live, key, plan }: Request,
  hits: readonly Hit<ProductSource>[],
): EverybodysPage {
  const items = writeItems(
    plan,
    hits.map(({ _source }) => _source),
  );
  const page = { ids: JSON.stringify([...items.keys()]), items: writeArray([...items.values()]).text };
  cache.set(FIRST_PAGE, live, key, { value: page, tags: tagsOf(live, plan) });
  return page;
}

/**
 * The first window of a listing. One of up to `MAX_CANDIDATES` products is ranked whole. Of a larger one the engine brings a window by
 * the shopper's reach, and the unpersonalized first products with it, unless they are cached.
 */
async function listingWindow(
  deps: FindDeps,
  request: Request,
): Promise<{ readonly counts: Counts; readonly first: First }> {
  const { live, key, plan } = request;
  const { cache, windows } = deps;
  const isScored = scoringOf(plan) !== undefined;
  const size = windowSize(plan.request.limit);
  const most = plan.whole ?? MAX_CANDIDATES;
  const pool = candidatesKey(plan);
  const total = cache.get(COUNTS, live, key)?.total;
  const whole = cache.get(CANDIDATES, live, `${pool} ${most}`);
  const known = whole ?? cache.get(CANDIDATES, live, `${pool} ${size}`);
  if (whole?.are_all === true || (total !== undefined && !(isScored && total > most))) {
    const [{ counts }, candidates] = await Promise.all([
      count(deps, request),
      whole ?? readCandidates(deps, live, plan, isScored ? most : size),
    ]);
    windows.inc({ ranked_by: "process" });
    return { counts, first: { own: candidates, everybodys: candidates } };
  }
  const bring: Bring = {
    by: isScored ? "reach" : "order",
    size: isScored && known === undefined && total === undefined ? Math.max(most, size) : size,
    with_everybodys: isScored && known === undefined,
  };
  const { counts, brought } =
    total === undefined
      ? await count(deps, request, bring)
      : { ...(await count(deps, request)), brought: await bringAlone(deps, request, bring) };
  // Somebody else has asked for the same counts meanwhile, and they are known now.
  if (brought === undefined) return listingWindow(deps, request);
  windows.inc({ ranked_by: "engine" });
  const { hits, everybodys } = brought;
  const of = {
    are_all: hits.length < bring.size && hits.length <= most,
    brought: isScored ? "by reach" : "in order",
  } as const;
  const isWhole = of.are_all || !isScored;
  const window = candidatesOf(plan, isWhole ? hits : hits.slice(0, size), of);
  const first = isWhole ? window : (known ?? candidatesOf(plan, everybodys, of));
  if (first !== known) {
    const own = `${pool} ${first.are_all && isScored ? most : size}`;
    cache.set(CANDIDATES, live, own, { value: first, tags: tagsOf(live, plan) });
  }
  return { counts, first: { own: window, everybodys: first } };
}

/**
 * The first window of a search, brought by the shopper's reach. What is searched for often is ranked from the best candidates, which
 * are the same for everybody.
 */
async function textWindow(
  deps: FindDeps,
  request: Request,
): Promise<{ readonly counts: Counts; readonly first: First }> {
  const { live, key, plan } = request;
  const size = windowSize(plan.request.limit);
  const bring: Bring = { by: "reach", size, with_everybodys: false };
  const isFrequent = deps.cache.has(COUNTS, live, key);
  const pool = isFrequent ? await readCandidates(deps, live, plan, MAX_CANDIDATES) : undefined;
  const reached = pool && reachedFrom(pool, plan, size);
  deps.windows.inc({ ranked_by: reached === undefined ? "engine" : "process" });
  const [{ counts, brought }, liked] = await Promise.all([
    count(deps, request, isFrequent ? undefined : bring),
    (pool && likedFrom(pool, plan)) ?? readFurther(deps, { live, plan, size }),
  ]);
  if (reached !== undefined) return { counts, first: { own: reached, liked } };
  const { hits } = brought ?? (await bringAlone(deps, request, bring));
  const of = { are_all: hits.length < size, brought: "by reach" } as const;
  return { counts, first: { own: candidatesOf(plan, hits, of), liked } };
}

/** The first window in the shopper's order. */
function windowOf(
  plan: Plan,
  { own, everybodys, liked = [] }: First,
): { readonly window: readonly Scored[]; readonly are_all: boolean } {
  const size = windowSize(plan.request.limit);
  const ordered = rank(own, plan, { size });
  const { are_all } = ordered;
  if (everybodys === undefined) return { window: withEverybodys(ordered.own, liked), are_all };
  if (scoringOf(plan) === undefined) return { window: ordered.own, are_all };
  const others = everybodys === own ? ordered.everybodys : rank(everybodys, plan, { size }).everybodys;
  return { window: withEverybodys(ordered.own, others), are_all };
}

/** The personal order of all pages of a chain: viewed products are replaced by the room that pages have for them. */
function frozenPersonal(plan: Plan, everybodys: Candidates | undefined): Personal | null {
  const { personal } = plan;
  if (personal?.taste == null) return personal;
  const { looked_at } = personal.taste;
  const room =
    looked_at === undefined || everybodys === undefined || scoringOf(plan) === undefined
      ? {}
      : { room: roomIn(plan, everybodys, looked_at) };
  return { ...personal, taste: { ...personal.taste, looked_at: undefined }, ...room };
}

/**
 * The candidates of a request, the same for everybody, from the cache where they are in it: of a listing all, where there are no more
 * than `size`; else the first ones.
 */
export function readCandidates(
  { engine, cache }: Pick<FindDeps, "engine" | "cache">,
  live: LiveCatalog,
  plan: Plan,
  size: number,
): Promise<Candidates> {
  return cache.read(CANDIDATES, live, `${candidatesKey(plan)} ${size}`, async () => {
    const everybodys = { ...plan, personal: null };
    const hits = await readHits(engine, { kind: "live", index: live.index }, everybodys, { size, for: "scoring" });
    const value = candidatesOf(plan, hits, { are_all: hits.length < size, brought: "in order" });
    return { value, tags: tagsOf(live, plan) };
  });
}

/** All that decides which candidates a request has, whatever page of it is asked for and how it is shown. */
function candidatesKey({
  request,
  configuration,
  conditions,
  rules,
  intent,
  categories,
  tier,
  near = [],
}: Plan): string {
  const { query, limit } = request;
  const { field_weights, availability } = configuration;
  const text =
    query === null ? null : [query, tier, field_weights, searchRulesFor(query, configuration), near, categories];
  const deciding = [conditions.matching, windowSize(limit), rules.scores, rules.pins, availability, intent, text];
  return createHash("sha256").update(JSON.stringify(deciding)).digest("base64url");
}

/** Hits that are wanted of a request: everybody's first page, or candidates in the unpersonalized order or in that of a shopper's reach. */
type Bring =
  | { readonly by: "page" }
  | { readonly by: "order" | "reach"; readonly size: number; readonly with_everybodys: boolean };

interface Brought {
  readonly hits: readonly Hit<ProductSource>[];
  readonly everybodys: readonly Hit<unknown>[];
}

/** @returns what was to be brought, where this very call has asked the engine: else the counts were known, or somebody else has asked for them */
async function count(
  deps: FindDeps,
  request: Request,
  bring?: Bring,
): Promise<{ readonly counts: Counts; readonly brought?: Brought; readonly page?: EverybodysPage }> {
  const { live, key, plan } = request;
  const own: { brought?: Brought; page?: EverybodysPage } = {};
  const counts = await deps.cache.read(COUNTS, live, key, async () => {
    const [answer, pins] = await Promise.all([ask(deps.engine, live, plan, bring), readPins(deps.engine, live, plan)]);
    if (bring?.by === "page") own.page = keepPage(deps, request, answer.hits.hits);
    else if (bring !== undefined) own.brought = broughtBy(plan, answer);
    const facets = JSON.stringify(facetsOf(plan, answer));
    const suggested = answer.aggregations?.[SUGGESTED] as { readonly doc_count: number } | undefined;
    const is_suggested = (suggested?.doc_count ?? 0) > 0;
    const value = { total: answer.hits.total.value, pins, facets, is_suggested };
    return { value, tags: tagsOf(live, plan) };
  });
  return { counts, ...own };
}

/** The same hits without the counts. */
async function bringAlone({ engine }: FindDeps, { live, plan }: Request, bring: Bring): Promise<Brought> {
  return broughtBy(plan, await ask(engine, live, plan, bring, "alone"));
}

function broughtBy({ rules }: Plan, { hits, aggregations }: SearchResponse<ProductSource>): Brought {
  const pinned = new Set(rules.pins.map(({ product }) => product));
  const isUnpinned = ({ sort = [] }: Hit<unknown>) => !pinned.has(String(sort.at(-1)));
  const first = aggregations?.[EVERYBODYS] as { readonly top: SearchResponse<unknown> } | undefined;
  return { hits: hits.hits.filter(isUnpinned), everybodys: (first?.top.hits.hits ?? []).filter(isUnpinned) };
}

/** Counts, and hits: pinned products may be among them. */
function ask(
  engine: Engine,
  live: LiveCatalog,
  plan: Plan,
  bring: Bring | undefined,
  counting?: "alone",
): Promise<SearchResponse<ProductSource>> {
  const own = { ...plan, catalog: live };
  const { aggs, ...body } = bodyFor(own, bring);
  const wanted = {
    ...(counting === "alone" ? {} : { ...(aggs as Clause | undefined), ...suggestedWords(own) }),
    ...(bring !== undefined && bring.by !== "page" && bring.with_everybodys ? everybodysFirst(own) : {}),
  };
  const asked = { ...body, ...(Object.keys(wanted).length === 0 ? {} : { aggs: wanted }) };
  if (bring === undefined || bring.by === "page") return searchDocuments(engine, live.index, asked);
  return (plan.request.query === null ? searchDocuments : searchNamed)(engine, live.index, asked);
}

function bodyFor(plan: Plan, bring: Bring | undefined): Clause {
  if (bring === undefined) return searchBody(plan, 0);
  if (bring.by === "page") return searchBody({ ...plan, personal: null }, plan.request.limit);
  const own = bring.by === "reach" ? plan : { ...plan, personal: null };
  return { ...searchBody(own, bring.size + plan.rules.pins.length, namedWhole), ...CANDIDATE_FIELDS };
}

const SUGGESTED = "suggested";

/** Counts the products that have all words of the suggested query. */
const suggestedWords = ({ suggestion, configuration }: Plan): Clause =>
  suggestion === undefined ? {} : { [SUGGESTED]: { filter: hasAllWords(suggestion, configuration) } };

const EVERYBODYS = "everybodys";
/** The engine's `index.max_inner_result_window`. */
const MAX_TOP_HITS = 100;

/**
 * The unpersonalized first products of a listing, beside those that a shopper's reach brings: by the prior, of what is in stock. Points
 * of rules have no part in which these are, and all in what they are worth.
 */
function everybodysFirst({
  request,
  configuration,
  conditions: { matching },
  rules,
  catalog: { leaves },
}: Plan): Clause {
  const { availability } = configuration;
  const isBuried = availability?.out_of_stock === "bury" && leaves.has(availability.field);
  const filter = productsMatching(isBuried ? allOf([matching, inStock(availability)]) : matching, leaves);
  const size = Math.min(MAX_TOP_HITS, windowSize(request.limit) + rules.pins.length);
  const top = { top_hits: { size, sort: LISTING_ORDER, ...CANDIDATE_FIELDS } };
  return { [EVERYBODYS]: { filter, aggs: { top } } };
}

/** The tags that results depend on. Scores of words depend on all products. */
const tagsOf = ({ leaves }: LiveCatalog, { request, conditions }: Plan): readonly Tag[] | undefined =>
  request.query === null ? conditionTags(conditions.eligible, leaves) : undefined;

/** The facets of a request as they are now. @throws errors of the engine as they are */
export async function readFacetsNow(
  { engine }: Pick<FindDeps, "engine">,
  live: LiveCatalog | undefined,
  plan: Plan,
): Promise<FacetResult[]> {
  return facetsOf(plan, live && (await ask(engine, live, plan, undefined)));
}

const facetsOf = (
  { facets, request, configuration, catalog }: Plan,
  answer: SearchResponse<unknown> | undefined,
): FacetResult[] => readFacets(facets, request.facets, catalog.leaves, answer?.aggregations, configuration.language);

/**
 * As a text score, what a shopper likes in all is worth twice what matches best has: so much brings a product that matches half as
 * well as what is found first.
 */
const BRINGING = 25;
/** More are not lifted in two windows of the smallest size. */
const MOST_LIKED = 50;

/** What a window read from the top has beside a shopper's own first products. */
export interface FurtherRequest {
  readonly live: LiveCatalog;
  readonly plan: Plan;
  /** How many are looked at of a listing. */
  readonly size: number;
  /** Products that are not wanted any more. */
  readonly excluded?: readonly string[];
}

/**
 * Of a listing everybody's first products, of a search those that the shopper likes most and that match about as well.
 * @throws errors of the engine as they are
 */
export async function readFurther(
  deps: Pick<FindDeps, "engine" | "cache">,
  { live, plan, size, excluded = [] }: FurtherRequest,
): Promise<readonly Scored[]> {
  if (plan.request.query !== null) return readLiked(deps.engine, live, plan, excluded);
  const candidates = await readCandidates(deps, live, plan, size);
  return rank(candidates, plan, { size, excluded: new Set(excluded) }).everybodys;
}

async function readLiked(engine: Engine, live: LiveCatalog, plan: Plan, excluded: readonly string[]) {
  if (scoringOf(plan) === undefined) return [];
  const source = { kind: "live", index: live.index } as const;
  const hits = await readHits(engine, source, bringing(plan), { size: MOST_LIKED, excluded, for: "scoring" });
  return rank(candidatesOf(plan, hits, { are_all: true, brought: "by reach" }), plan, { size: MOST_LIKED }).own;
}

/** The same from the first candidates of a search; undefined where others might be among them. */
function likedFrom(candidates: Candidates, plan: Plan): readonly Scored[] | undefined {
  const reached = reachedFrom(candidates, bringing(plan), MOST_LIKED);
  return reached && rank(reached, plan, { size: MOST_LIKED }).own;
}

/** The plan by which the engine brings what the shopper likes, which is never shown in that order. */
const bringing = (plan: Plan): Plan =>
  plan.personal === null
    ? plan
    : { ...plan, personal: { ...plan.personal, weights: { ...plan.personal.weights, text_affinity: BRINGING } } };
