import { createHash } from "node:crypto";
import type { CatalogCache, Kind } from "../catalog/cache.js";
import type { ProductSource } from "../catalog/product-document.js";
import type { Tag } from "../catalog/edition.js";
import type { LiveCatalog } from "../catalog/live.js";
import { readProducts } from "../catalog/products.js";
import { conditionTags, productTag } from "../catalog/tags.js";
import { textBytes } from "../lib/text-bytes.js";
import type { Engine } from "../engine/engine.js";
import type { Clause } from "../catalog/matching/filter-query.js";
import { searchDocuments as searchEngine, type SearchResponse } from "../engine/search-documents.js";
import type { Metrics } from "../observability/metrics.js";
import { JsonText, writeArray } from "../lib/json-text.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { searchBody } from "./body.js";
import type { Ranked } from "./ranked.js";
import {
  CANDIDATES,
  candidatesBody,
  candidatesOf,
  ownOrder,
  readFewCandidates,
  roomIn,
  withEverybodys,
  type Candidates,
} from "./candidates.js";
import { matchingProducts } from "./cursor/items.js";
import type { Beginning, Begun, FirstPage, FirstWindow } from "./beginning.js";
import { windowSize } from "./cursor/window-size.js";
import { readWindow, rowsOf, windowFields } from "./cursor/windows.js";
import { readFacets } from "./facet-answer.js";
import type { Candidate } from "../personalization/rerank/candidate.js";
import { productMatcher } from "../catalog/matching/product-match.js";
import type { SearchBody } from "./request-schema.js";
import { writeItems } from "./response.js";
import { isListingByTaste } from "./ranking.js";
import { settlePins, type Pin } from "./rules/pins.js";
import { areEmpty } from "./rules/rules-in-force.js";
import type { FacetResult } from "./response-schema.js";

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
    ...{ total: 0, pins: [] },
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
 * Finds what there is, and the beginning of it. What nobody has asked for in this edition takes one call of the engine.
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
  const isKnown = cache.has(COUNTS, live, key);
  // A reload serves later requests too, not just this shopper; and a listing's unpersonalized order is part of the personal
  // one.
  const brings = beginning === "window" && (isKnown || isListingByTaste(ranked)) ? "nothing" : beginning;
  const own: { begun?: Begun } = {};
  const reading = cache.read(COUNTS, live, key, async () => {
    const found = await ask(deps.engine, live, ranked, brings);
    const tags = tagsOf(live, ranked);
    own.begun = found.begun;
    if (found.begun.with === "page") cache.set(FIRST_PAGE, live, key, { value: found.begun.page, tags });
    if (found.begun.with === "window") deps.windows.inc({ ranked_by: "engine" });
    return { value: found.counts, tags };
  });
  if (brings === "nothing" && beginning === "window") {
    const [counts, begun] = await Promise.all([reading, begin(deps, live, key, ranked, beginning, isKnown)]);
    return { counts, begun };
  }
  const counts = await reading;
  // Else somebody else had the counts loaded, or they were known.
  if (own.begun?.with === beginning) return { counts, begun: own.begun };
  return { counts, begun: await begin(deps, live, key, ranked, beginning, isKnown) };
}

/** The beginning alone, for counts that are known. */
async function begin(
  deps: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  beginning: Beginning,
  isKnown: boolean,
): Promise<Begun> {
  switch (beginning) {
    case "nothing":
      return NOTHING;
    case "page":
      return { with: beginning, page: await readFirstPage(deps, live, key, ranked) };
    case "window":
      return readFirstWindow(deps, live, key, ranked, isKnown);
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
 * Reads the first window of a shopper's order. Where the same was asked for lately, it is ranked here, from candidates that are
 * the same for everybody; else, and where these do not tell, the engine ranks it.
 * @param isKnown whether the request's results were in the cache already: then it is asked for often
 * @throws errors of the engine as they are
 */
async function readFirstWindow(
  deps: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  isKnown: boolean,
): Promise<FirstWindow> {
  const size = windowSize(ranked.request.limit);
  const ofEngine = () => readWindow(deps.engine, { kind: "live", index: live.index }, ranked, { size });
  if (!isKnown) {
    deps.windows.inc({ ranked_by: "engine" });
    if (!isListingByTaste(ranked)) return windowOf(await ofEngine(), size);
    const few = readFewCandidates(deps.engine, live.index, ranked, { size, excluded: [] });
    const [first, candidates] = await Promise.all([ofEngine(), few]);
    return withRoom(windowOf(first, size), candidates, ownOrder(candidates, ranked, size).everybodys, ranked);
  }
  const candidates = await readCandidates(deps, live, key, ranked);
  const own = ownOrder(candidates, ranked, size);
  deps.windows.inc({ ranked_by: own.first === undefined ? "engine" : "process" });
  const window = windowOf(own.first ?? (await ofEngine()), size);
  return isListingByTaste(ranked) ? withRoom(window, candidates, own.everybodys, ranked) : window;
}

const windowOf = (window: readonly Candidate[], size: number): FirstWindow => ({
  with: "window",
  window,
  is_all: window.length < size,
});

/** The window with everybody's first products in it, and how far pages follow what was looked at. */
function withRoom(
  begun: FirstWindow,
  candidates: Candidates,
  everybodys: readonly Candidate[],
  ranked: Ranked,
): FirstWindow {
  const looked = ranked.personal?.taste?.looked_at;
  return {
    ...begun,
    window: withEverybodys(begun.window, everybodys),
    ...(looked === undefined ? {} : { room: roomIn(ranked, candidates, looked) }),
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

/** Counts, and the beginning. */
async function ask(engine: Engine, live: LiveCatalog, ranked: Ranked, beginning: Beginning): Promise<Found> {
  const { pins } = ranked.plan.rules;
  const [answer, matching] = await Promise.all([
    perform(engine, live, ranked, beginning),
    matchingProducts(
      engine,
      live.index,
      ranked,
      pins.map(({ product }) => product),
    ),
  ]);
  const facets = JSON.stringify(facetsOf(ranked, answer));
  return {
    counts: { total: answer.hits.total.value, pins: settlePins(pins, matching), facets },
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

/** The tags that results depend on. Scores of words depend on all products. */
const tagsOf = ({ leaves }: LiveCatalog, { request, plan }: Ranked): readonly Tag[] | undefined =>
  request.query === null ? conditionTags(plan.conditions.eligible, leaves) : undefined;

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
