import { createHash } from "node:crypto";
import type { CatalogCache, Kind } from "../catalog/cache.js";
import type { ProductSource } from "../catalog/document.js";
import type { Tag } from "../catalog/edition.js";
import type { LiveCatalog } from "../catalog/live.js";
import { readProducts } from "../catalog/products.js";
import { conditionTags, productTag } from "../catalog/tags.js";
import { textBytes } from "../lib/text-bytes.js";
import type { Engine } from "../engine/engine.js";
import type { Clause } from "../catalog/matching/filter-query.js";
import { search as searchEngine, type SearchResponse } from "../engine/search.js";
import type { Metrics } from "../observability/metrics.js";
import { JsonText, writeArray } from "../lib/json-text.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { planSearch, searchBody } from "./body.js";
import type { Ranked } from "./ranked.js";
import {
  CANDIDATES,
  candidatesBody,
  candidatesOf,
  ownOrder,
  roomIn,
  withEverybodys,
  type Candidates,
} from "./candidates.js";
import { NO_FACTS } from "./catalog-facts.js";
import { correct } from "./correction.js";
import { matchingProducts } from "./cursor/items.js";
import { modeOf, type Beginning, type Begun, type FirstPage, type FirstWindow } from "./beginning.js";
import { readWindow, rowsOf, windowFields, windowSize } from "./cursor/windows.js";
import { readFacets, type FacetResult } from "./facet-answer.js";
import { productMatcher } from "../catalog/matching/product-match.js";
import type { SearchBody } from "./request-schema.js";
import { writeItems } from "./response.js";
import { isListingByTaste } from "./ranking.js";
import { settlePins, type Pin } from "./rules/pins.js";
import { areEmpty } from "./rules/rules-in-force.js";
import { looserTiers } from "./text/text-query.js";
import type { TextTier } from "./text/text-rules.js";

export interface FindDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  readonly windows: Metrics["windows"];
}

/** What there is to find, the same for everybody. */
export interface Counts {
  readonly total: number;
  /** How many products have all words. */
  readonly all_words: number;
  readonly tier: TextTier;
  /** What was probably meant, where no product has all words. */
  readonly suggestion: string | undefined;
  /** Pinned products that match, each in its place. */
  readonly pins: readonly Pin[];
  /** What `readFacets` answers, as JSON. */
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
  freshMs: 60_000,
  bytesOf: ({ ids, items }) => OBJECTS_BYTES + textBytes(ids) + textBytes(items),
};

export interface Found {
  readonly counts: Counts;
  readonly begun: Begun;
}

/** What a request finds while there is no catalogue. */
export const foundNothing = (ranked: Ranked, beginning: Beginning): Found => ({
  counts: {
    ...{ total: 0, all_words: 0, tier: "strict", suggestion: undefined, pins: [] },
    facets: JSON.stringify(facetsOf(ranked, undefined)),
  },
  begun:
    beginning === "page"
      ? { with: beginning, page: { ids: "[]", items: "[]" } }
      : { with: "window", window: [], is_all: true },
});

/** What counts and first pages go by: the request without who is asking, and all that decides of the storefront. */
export function everybodysKey(body: SearchBody, { configuration, plan: { rules, intent } }: Ranked): string {
  const { shown, scores, pins } = rules;
  const asked = { ...body, user: undefined, context: undefined };
  const deciding = [asked, digestOf(configuration), areEmpty(rules) ? null : [shown, scores, pins], intent];
  return createHash("sha256").update(JSON.stringify(deciding)).digest("base64url");
}

const digests = new WeakMap<StorefrontConfiguration, string>();

/** A storefront's configuration is the same object until it changes. */
function digestOf(configuration: StorefrontConfiguration): string {
  const known = digests.get(configuration);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(JSON.stringify(configuration)).digest("base64url");
  digests.set(configuration, digest);
  return digest;
}

/**
 * Finds what there is, and the beginning of it. What nobody has asked for in this edition takes one call of the engine, for
 * each tier that is tried.
 * @param key `everybodysKey`
 * @throws errors of the engine as they are
 */
export async function find(
  deps: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  beginning: Beginning,
): Promise<Found> {
  const { cache } = deps;
  // What many ask for is ranked here, and so is what everybody's order has a part in.
  const isRankedHere = isListingByTaste(ranked) || cache.has(COUNTS, live, key);
  // What is renewed is for whoever comes next, and not for this shopper alone.
  const brings = isRankedHere && beginning === "window" ? "nothing" : beginning;
  const own: { begun?: Begun } = {};
  const counts = await cache.read(COUNTS, live, key, async () => {
    const found = await ask(deps.engine, live, ranked, brings);
    const tags = tagsOf(live, ranked);
    own.begun = found.begun;
    if (found.begun.with === "page") cache.set(FIRST_PAGE, live, key, { value: found.begun.page, tags });
    if (found.begun.with === "window") deps.windows.inc({ ranked_by: "engine" });
    return { value: found.counts, tags };
  });
  // Else somebody else had the counts loaded, or they were known.
  if (own.begun?.with === beginning) return { counts, begun: own.begun };
  return { counts, begun: await begin(deps, live, key, { ...ranked, tier: counts.tier }, beginning, isRankedHere) };
}

/** The beginning alone, for counts that are known. */
async function begin(
  deps: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  beginning: Beginning,
  isRankedHere: boolean,
): Promise<Begun> {
  switch (beginning) {
    case "nothing":
      return NOTHING;
    case "page":
      return { with: beginning, page: await readFirstPage(deps, live, key, ranked) };
    case "window":
      return readFirstWindow(deps, live, key, ranked, isRankedHere);
  }
}

const NOTHING: Begun = { with: "nothing" };

/** Everybody's first page, from the cache where it is in it. */
async function readFirstPage(
  { engine, cache }: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
): Promise<FirstPage> {
  const known = cache.get(FIRST_PAGE, live, key);
  if (known !== undefined) return known;
  const body = { ...searchBody({ ...ranked, personal: null }, ranked.request.limit), aggs: undefined };
  const page = firstPageOf(ranked, await searchEngine<ProductSource>(engine, live.index, body));
  cache.set(FIRST_PAGE, live, key, { value: page, tags: tagsOf(live, ranked) });
  return page;
}

function firstPageOf(ranked: Ranked, { hits }: SearchResponse<ProductSource>): FirstPage {
  const items = writeItems(
    ranked,
    hits.hits.map(({ _source }) => _source),
  );
  return { ids: JSON.stringify([...items.keys()]), items: writeArray([...items.values()]).text };
}

/**
 * Reads the first window of a shopper's order. It is ranked here where it can be, from candidates that are the same for everybody;
 * where these do not tell, the engine ranks it.
 * @throws errors of the engine as they are
 */
async function readFirstWindow(
  deps: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  isRankedHere: boolean,
): Promise<FirstWindow> {
  const size = windowSize(ranked.request.limit);
  const candidates = isRankedHere ? await readCandidates(deps, live, key, ranked) : undefined;
  const own = candidates && ownOrder(candidates, ranked, size);
  deps.windows.inc({ ranked_by: own?.first === undefined ? "engine" : "process" });
  const first = own?.first ?? (await readWindow(deps.engine, { kind: "live", index: live.index }, ranked, { size }));
  const begun = { with: "window", window: first, is_all: first.length < size } as const;
  if (own === undefined || !isListingByTaste(ranked)) return begun;
  const looked = ranked.personal?.taste?.looked_at;
  return {
    ...begun,
    window: withEverybodys(first, own.everybodys),
    ...(looked === undefined || candidates === undefined ? {} : { room: roomIn(ranked, candidates, looked) }),
  };
}

const readCandidates = (
  { engine, cache }: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
): Promise<Candidates> =>
  cache.read(CANDIDATES, live, key, async () => {
    const { hits } = await searchEngine<never>(engine, live.index, candidatesBody(ranked));
    return { value: candidatesOf(ranked, hits.hits), tags: tagsOf(live, ranked) };
  });

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

/** Asks for all words first, and when too little has them, for some. */
async function ask(engine: Engine, live: LiveCatalog, unranked: Ranked, beginning: Beginning): Promise<Found> {
  const { query } = unranked.request;
  const pinned = unranked.plan.rules.pins.map(({ product }) => product);
  const withTier = (tier: TextTier): Ranked => ({ ...unranked, tier });
  const first = (tier: TextTier) => perform(engine, live, withTier(tier), beginning);
  const strict = await first("strict");
  let best: { readonly tier: TextTier; readonly answer: SearchResponse<ProductSource> } = {
    tier: "strict",
    answer: strict,
  };
  for (const tier of query === null ? [] : looserTiers(query)) {
    if (await isEnough(engine, live, withTier(best.tier), totalOf(best.answer))) break;
    const answer = await first(tier);
    if (totalOf(answer) > totalOf(best.answer)) best = { tier, answer };
  }
  const { tier, answer } = best;
  const ranked = withTier(tier);
  const all_words = totalOf(strict);
  const [suggestion, matching] = await Promise.all([
    query !== null && all_words === 0 ? correct(engine, live.index, ranked) : undefined,
    matchingProducts(engine, live.index, ranked, pinned),
  ]);
  const pins = settlePins(unranked.plan.rules.pins, matching);
  const facets = JSON.stringify(facetsOf(ranked, answer));
  return {
    counts: { total: totalOf(answer), all_words, tier, suggestion, pins, facets },
    begun: begunWith(ranked, answer, beginning),
  };
}

function begunWith(ranked: Ranked, answer: SearchResponse<ProductSource>, beginning: Beginning): Begun {
  switch (beginning) {
    case "nothing":
      return NOTHING;
    case "page":
      return { with: "page", page: firstPageOf(ranked, answer) };
    case "window": {
      const pinned = new Set(ranked.plan.rules.pins.map(({ product }) => product));
      const window = rowsOf(answer.hits.hits).filter(({ id }) => !pinned.has(id));
      const size = windowSize(ranked.request.limit);
      return { with: "window", window: window.slice(0, size), is_all: window.length < size };
    }
  }
}

/** What results depend on. Scores of words depend on all products. */
const tagsOf = ({ leaves }: LiveCatalog, { request, plan }: Ranked): readonly Tag[] | undefined =>
  request.query === null ? conditionTags(plan.conditions.eligible, leaves) : undefined;

const totalOf = ({ hits }: SearchResponse<unknown>): number => hits.total.value;

/**
 * In an order by a field, what has some of the words would stand between what has all: there, anything is enough. And who
 * selects values of facets narrows what was found before; that is not too little.
 */
async function isEnough(engine: Engine, live: LiveCatalog, ranked: Ranked, total: number): Promise<boolean> {
  const { request, configuration, catalog } = ranked;
  const enough = modeOf(ranked) === "ranked" ? configuration.search.enough : 1;
  if (total >= enough) return true;
  if (request.selections.size === 0) return false;
  const unselected = { ...request, selections: new Map(), facets: [] };
  const plan = planSearch(unselected, configuration, catalog, NO_FACTS, ranked.plan.rules);
  return totalOf(await perform(engine, live, { ...ranked, request: unselected, plan }, "nothing")) >= enough;
}

/** The facets of a request as they are now. @throws errors of the engine as they are */
export async function readFacetsNow(
  { engine }: Pick<FindDeps, "engine">,
  live: LiveCatalog | undefined,
  ranked: Ranked,
): Promise<FacetResult[]> {
  return facetsOf(ranked, live && (await perform(engine, live, ranked, "nothing")));
}

const facetsOf = (
  { plan, request, configuration, catalog }: Ranked,
  answer: SearchResponse<unknown> | undefined,
): FacetResult[] =>
  readFacets(plan.facets, request.facets, catalog.leaves, answer?.aggregations, configuration.language);

/** Counts, and as many hits as the beginning takes: pinned products may be among those of a window. */
function perform(
  engine: Engine,
  live: LiveCatalog,
  ranked: Ranked,
  beginning: Beginning,
): Promise<SearchResponse<ProductSource>> {
  return searchEngine<ProductSource>(engine, live.index, bodyOf({ ...ranked, catalog: live }, beginning));
}

function bodyOf(ranked: Ranked, beginning: Beginning): Clause {
  const { limit } = ranked.request;
  switch (beginning) {
    case "nothing":
      return searchBody(ranked, 0);
    case "page":
      return searchBody({ ...ranked, personal: null }, limit);
    case "window":
      return { ...searchBody(ranked, windowSize(limit) + ranked.plan.rules.pins.length), ...windowFields(ranked) };
  }
}
