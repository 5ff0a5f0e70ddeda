import { createHash } from "node:crypto";
import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { ProductSource } from "../../catalog/product-document.js";
import type { Tag } from "../../catalog/edition.js";
import type { LiveCatalog } from "../../catalog/live.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import { productMatcher } from "../../catalog/matching/variant-choice.js";
import { readProducts } from "../../catalog/products.js";
import { conditionTags, productTag } from "../../catalog/tags.js";
import { textBytes } from "../../lib/cache.js";
import { JsonText, writeArray } from "../../lib/json-text.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments, searchNamed, type Hit, type SearchResponse } from "../../engine/search-documents.js";
import { allOf } from "../../filters/filter.js";
import type { Metrics } from "../../observability/metrics.js";
import type { Beginning, Begun, FirstPage, FirstWindow } from "../beginning.js";
import { searchBody } from "./plan.js";
import { inStock } from "../conditions.js";
import { matchingProducts } from "./items.js";
import { windowSize } from "../paging/window-size.js";
import { readHits } from "../paging/windows.js";
import { readFacets } from "../facets/facet-answer.js";
import { scoringOf, type Ranked } from "../ranked.js";
import type { SearchBody } from "../request-schema.js";
import { writeItems } from "./answer.js";
import type { FacetResult } from "../response-schema.js";
import { settlePins, type Pin } from "../rules/pins.js";
import { areEmpty } from "../rules/rules-in-force.js";
import { namedWhole } from "../signal.js";
import { LISTING_ORDER } from "../sort.js";
import { searchRulesFor } from "../text/synonyms.js";
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
}

const OBJECTS_BYTES = 300;

const COUNTS: Kind<Counts> = {
  name: "counts",
  freshMs: 60_000,
  bytesOf: ({ facets, pins }) => OBJECTS_BYTES + textBytes(facets) + OBJECTS_BYTES * pins.length,
};

const FIRST_PAGE: Kind<FirstPage> = {
  name: "page",
  isKeptFromSecondSet: true,
  freshMs: 60_000,
  bytesOf: ({ ids, items }) => OBJECTS_BYTES + textBytes(ids) + textBytes(items),
};

export interface Found {
  readonly counts: Counts;
  readonly begun: Begun;
}

/** The result of a request while there is no catalogue. */
export const foundNothing = (ranked: Ranked, beginning: Beginning): Found => ({
  counts: {
    total: 0,
    pins: [],
    facets: JSON.stringify(facetsOf(ranked, undefined)),
  },
  begun:
    beginning === "page"
      ? { with: beginning, page: { ids: "[]", items: "[]" } }
      : { with: "window", window: [], is_all: true },
});

/**
 * The cache key of counts and first pages: the request without its shopper, and all settings of the storefront that
 * matter.
 */
export function everybodysKey(body: SearchBody, { configuration, plan: { rules, intent } }: Ranked): string {
  const { shown, scores, pins } = rules;
  const asked = { ...body, user: undefined, context: undefined };
  const deciding = [asked, digestOf(configuration), areEmpty(rules) ? null : [shown, scores, pins], intent];
  return createHash("sha256").update(JSON.stringify(deciding)).digest("base64url");
}

/** Counts and everybody's first page as they were last known. @returns undefined where they are older, or not cached */
export function lastPage(
  { cache }: Pick<FindDeps, "cache">,
  live: LiveCatalog,
  key: string,
  maxAgeMs: number,
): { readonly counts: Counts; readonly page: FirstPage } | undefined {
  const counts = cache.last(COUNTS, live, key, maxAgeMs);
  const page = cache.last(FIRST_PAGE, live, key, maxAgeMs);
  return counts && page && { counts, page };
}

/**
 * Retrieves the counts of a request and its beginning with one engine call, or with none where they are cached. Items of a window
 * are read by `readItemsFound`.
 * @param key `everybodysKey`
 * @throws errors of the engine as they are
 */
export async function retrieve(
  deps: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  beginning: Beginning,
): Promise<Found> {
  const request = { live, key, ranked };
  switch (beginning) {
    case "nothing":
      return { counts: (await count(deps, request)).counts, begun: { with: beginning } };
    case "page":
      return everybodysPage(deps, request);
    case "window":
      return ranked.request.query === null ? listingWindow(deps, request) : textWindow(deps, request);
  }
}

interface Request {
  readonly live: LiveCatalog;
  /** `everybodysKey` */
  readonly key: string;
  readonly ranked: Ranked;
}

/** Everybody's first page, which comes with the counts where nobody has asked for it. */
async function everybodysPage(deps: FindDeps, request: Request): Promise<Found> {
  const { live, key, ranked } = request;
  const { counts, page } = await count(deps, request, { by: "page" });
  const known = page ?? deps.cache.get(FIRST_PAGE, live, key);
  if (known !== undefined) return { counts, begun: { with: "page", page: known } };
  const body = { ...searchBody({ ...ranked, personal: null }, ranked.request.limit), aggs: undefined };
  const { hits } = await searchDocuments<ProductSource>(deps.engine, live.index, body);
  return { counts, begun: { with: "page", page: keepPage(deps, request, hits.hits) } };
}

function keepPage({ cache }: FindDeps, { live, key, ranked }: Request, hits: readonly Hit<ProductSource>[]): FirstPage {
  const items = writeItems(
    ranked,
    hits.map(({ _source }) => _source),
  );
  const page = { ids: JSON.stringify([...items.keys()]), items: writeArray([...items.values()]).text };
  cache.set(FIRST_PAGE, live, key, { value: page, tags: tagsOf(live, ranked) });
  return page;
}

/**
 * The first window of a listing. One of up to `MAX_CANDIDATES` products is ranked whole. Of a larger one the engine brings a window by
 * the shopper's reach, and the unpersonalized first products with it, unless they are cached.
 */
async function listingWindow(deps: FindDeps, request: Request): Promise<Found> {
  const { live, key, ranked } = request;
  const { cache, windows } = deps;
  const isScored = scoringOf(ranked) !== undefined;
  const size = windowSize(ranked.request.limit);
  const most = ranked.whole ?? MAX_CANDIDATES;
  const pool = candidatesKey(ranked);
  const total = cache.get(COUNTS, live, key)?.total;
  const whole = cache.get(CANDIDATES, live, `${pool} ${most}`);
  const known = whole ?? cache.get(CANDIDATES, live, `${pool} ${size}`);
  if (whole?.are_all === true || (total !== undefined && !(isScored && total > most))) {
    const [{ counts }, candidates] = await Promise.all([
      count(deps, request),
      whole ?? readCandidates(deps, live, ranked, isScored ? most : size),
    ]);
    windows.inc({ ranked_by: "process" });
    return { counts, begun: windowOf(ranked, candidates, candidates) };
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
  const window = candidatesOf(ranked, isWhole ? hits : hits.slice(0, size), of);
  const first = isWhole ? window : (known ?? candidatesOf(ranked, everybodys, of));
  if (first !== known) {
    const own = `${pool} ${first.are_all && isScored ? most : size}`;
    cache.set(CANDIDATES, live, own, { value: first, tags: tagsOf(live, ranked) });
  }
  return { counts, begun: windowOf(ranked, window, first) };
}

/**
 * The first window of a search, brought by the shopper's reach. What is searched for often is ranked from the best candidates, which
 * are the same for everybody.
 */
async function textWindow(deps: FindDeps, request: Request): Promise<Found> {
  const { live, key, ranked } = request;
  const size = windowSize(ranked.request.limit);
  const bring: Bring = { by: "reach", size, with_everybodys: false };
  const isFrequent = deps.cache.has(COUNTS, live, key);
  const pool = isFrequent ? await readCandidates(deps, live, ranked, MAX_CANDIDATES) : undefined;
  const reached = pool && reachedFrom(pool, ranked, size);
  deps.windows.inc({ ranked_by: reached === undefined ? "engine" : "process" });
  const { counts, brought } = await count(deps, request, isFrequent ? undefined : bring);
  if (reached !== undefined) return { counts, begun: windowOf(ranked, reached) };
  const { hits } = brought ?? (await bringAlone(deps, request, bring));
  const of = { are_all: hits.length < size, brought: "by reach" } as const;
  return { counts, begun: windowOf(ranked, candidatesOf(ranked, hits, of)) };
}

/** A window in the shopper's order. @param first for listings: with the unpersonalized first products, and the room for viewed groups */
function windowOf(ranked: Ranked, candidates: Candidates, first?: Candidates): FirstWindow {
  const size = windowSize(ranked.request.limit);
  const { own, everybodys, are_all } = rank(candidates, ranked, { size });
  const begun = { with: "window", window: own, is_all: are_all } as const;
  if (first === undefined || scoringOf(ranked) === undefined) return begun;
  const looked = ranked.personal?.taste?.looked_at;
  const others = first === candidates ? everybodys : rank(first, ranked, { size }).everybodys;
  return {
    ...begun,
    window: withEverybodys(own, others),
    ...(looked === undefined ? {} : { room: roomIn(ranked, first, looked) }),
  };
}

/**
 * The candidates of a request, the same for everybody, from the cache where they are in it: of a listing all, where there are no more
 * than `size`; else the first ones.
 */
export function readCandidates(
  { engine, cache }: Pick<FindDeps, "engine" | "cache">,
  live: LiveCatalog,
  ranked: Ranked,
  size: number,
): Promise<Candidates> {
  return cache.read(CANDIDATES, live, `${candidatesKey(ranked)} ${size}`, async () => {
    const everybodys = { ...ranked, personal: null };
    const hits = await readHits(engine, { kind: "live", index: live.index }, everybodys, { size, for: "scoring" });
    const value = candidatesOf(ranked, hits, { are_all: hits.length < size, brought: "in order" });
    return { value, tags: tagsOf(live, ranked) };
  });
}

/** All that decides which candidates a request has, whatever page of it is asked for and how it is shown. */
function candidatesKey({ request, configuration, plan: { conditions, rules, intent }, tier }: Ranked): string {
  const { query, limit } = request;
  const { field_weights, availability } = configuration;
  const text = query === null ? null : [query, tier, field_weights, searchRulesFor(query, configuration)];
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
): Promise<{ readonly counts: Counts; readonly brought?: Brought; readonly page?: FirstPage }> {
  const { live, key, ranked } = request;
  const { pins } = ranked.plan.rules;
  const own: { brought?: Brought; page?: FirstPage } = {};
  const counts = await deps.cache.read(COUNTS, live, key, async () => {
    const [answer, matching] = await Promise.all([
      ask(deps.engine, live, ranked, bring),
      matchingProducts(
        ...[deps.engine, live.index, ranked],
        pins.map(({ product }) => product),
      ),
    ]);
    if (bring?.by === "page") own.page = keepPage(deps, request, answer.hits.hits);
    else if (bring !== undefined) own.brought = broughtBy(ranked, answer);
    const facets = JSON.stringify(facetsOf(ranked, answer));
    const value = { total: answer.hits.total.value, pins: settlePins(pins, matching), facets };
    return { value, tags: tagsOf(live, ranked) };
  });
  return { counts, ...own };
}

/** The same hits without the counts. */
async function bringAlone({ engine }: FindDeps, { live, ranked }: Request, bring: Bring): Promise<Brought> {
  return broughtBy(ranked, await ask(engine, live, ranked, bring, "alone"));
}

function broughtBy({ plan }: Ranked, { hits, aggregations }: SearchResponse<ProductSource>): Brought {
  const pinned = new Set(plan.rules.pins.map(({ product }) => product));
  const isUnpinned = ({ sort = [] }: Hit<unknown>) => !pinned.has(String(sort.at(-1)));
  const first = aggregations?.[EVERYBODYS] as { readonly top: SearchResponse<unknown> } | undefined;
  return { hits: hits.hits.filter(isUnpinned), everybodys: (first?.top.hits.hits ?? []).filter(isUnpinned) };
}

/** Counts, and hits: pinned products may be among them. */
function ask(
  engine: Engine,
  live: LiveCatalog,
  ranked: Ranked,
  bring: Bring | undefined,
  counting?: "alone",
): Promise<SearchResponse<ProductSource>> {
  const own = { ...ranked, catalog: live };
  const everybodys = { ...own, personal: null };
  if (bring === undefined) return searchDocuments(engine, live.index, searchBody(own, 0));
  if (bring.by === "page") return searchDocuments(engine, live.index, searchBody(everybodys, ranked.request.limit));
  const size = bring.size + ranked.plan.rules.pins.length;
  const { aggs, ...body } = searchBody(bring.by === "reach" ? own : everybodys, size, namedWhole);
  const wanted = {
    ...(counting === "alone" ? {} : (aggs as Clause | undefined)),
    ...(bring.with_everybodys ? everybodysFirst(own) : {}),
  };
  const asked = { ...body, ...CANDIDATE_FIELDS, ...(Object.keys(wanted).length === 0 ? {} : { aggs: wanted }) };
  return (ranked.request.query === null ? searchDocuments : searchNamed)(engine, live.index, asked);
}

const EVERYBODYS = "everybodys";
/** The engine's `index.max_inner_result_window`. */
const MAX_TOP_HITS = 100;

/**
 * The unpersonalized first products of a listing, beside those that a shopper's reach brings: by the prior, of what is in stock. Points
 * of rules have no part in which these are, and all in what they are worth.
 */
function everybodysFirst({ request, configuration: { availability }, plan, catalog: { leaves } }: Ranked): Clause {
  const isBuried = availability?.out_of_stock === "bury" && leaves.has(availability.field);
  const { matching } = plan.conditions;
  const filter = productsMatching(isBuried ? allOf([matching, inStock(availability)]) : matching, leaves);
  const size = Math.min(MAX_TOP_HITS, windowSize(request.limit) + plan.rules.pins.length);
  const top = { top_hits: { size, sort: LISTING_ORDER, ...CANDIDATE_FIELDS } };
  return { [EVERYBODYS]: { filter, aggs: { top } } };
}

/** A product as one request shows it, as JSON. It differs by what is filtered, searched for and projected. */
const ITEM: Kind<JsonText> = { name: "item", freshMs: 600_000, bytesOf: ({ text }) => textBytes(text) };

/**
 * Items of products that a window has found, each as JSON, from the cache where they are in it.
 * @param key `everybodysKey`
 * @throws errors of the engine as they are
 */
export async function readItemsFound(
  deps: Pick<FindDeps, "engine" | "cache">,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const items = new Map<string, string>();
  const unknown: string[] = [];
  for (const id of ids) {
    const item = deps.cache.get(ITEM, live, `${key} ${id}`);
    if (item === undefined) unknown.push(id);
    else items.set(id, item.text);
  }
  if (unknown.length === 0) return items;
  const isMatching = productMatcher(ranked.plan.conditions.matching, ranked.catalog.leaves);
  const products = [...(await readProducts(deps, live, unknown, "shown")).values()].map(({ source }) => source);
  for (const [id, text] of writeItems(ranked, products.filter(isMatching))) {
    items.set(id, text);
    deps.cache.set(ITEM, live, `${key} ${id}`, { value: new JsonText(text), tags: [productTag(id)] });
  }
  return items;
}

/** The tags that results depend on. Scores of words depend on all products. */
const tagsOf = ({ leaves }: LiveCatalog, { request, plan }: Ranked): readonly Tag[] | undefined =>
  request.query === null ? conditionTags(plan.conditions.eligible, leaves) : undefined;

/** The facets of a request as they are now. @throws errors of the engine as they are */
export async function readFacetsNow(
  { engine }: Pick<FindDeps, "engine">,
  live: LiveCatalog | undefined,
  ranked: Ranked,
): Promise<FacetResult[]> {
  return facetsOf(ranked, live && (await ask(engine, live, ranked, undefined)));
}

const facetsOf = (
  { plan, request, configuration, catalog }: Ranked,
  answer: SearchResponse<unknown> | undefined,
): FacetResult[] =>
  readFacets(plan.facets, request.facets, catalog.leaves, answer?.aggregations, configuration.language);
