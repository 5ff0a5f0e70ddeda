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
import { searchDocuments as searchEngine, type Hit, type SearchResponse } from "../engine/search-documents.js";
import type { Metrics } from "../observability/metrics.js";
import { JsonText, writeArray } from "../lib/json-text.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { searchBody } from "./body.js";
import type { Ranked } from "./ranked.js";
import {
  CANDIDATE_FIELDS,
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
 * Finds what there is, and the beginning of it. What nobody has asked for in this edition takes one call of the engine, and another
 * where a shopper's taste has a part in the order.
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
  const request = { live, key, ranked, isKnown: deps.cache.has(COUNTS, live, key) };
  const counting = count(deps, request, hitsBeside(beginning, request));
  const [{ counts }, begun] = await Promise.all([counting, begin(deps, request, beginning, counting)]);
  return { counts, begun };
}

interface Request {
  readonly live: LiveCatalog;
  /** `everybodysKey` */
  readonly key: string;
  readonly ranked: Ranked;
  /** Whether its counts were in the cache already: then the request is frequent. */
  readonly isKnown: boolean;
}

/** Hits that come with the counts: everybody's first page, the shopper's first window, or everybody's. */
type Hits = "page" | "window" | "everybodys" | "none";

/** A window is for one shopper alone; what is asked for often is ranked from candidates, and renewed for whoever comes next. */
function hitsBeside(beginning: Beginning, { ranked, isKnown }: Request): Hits {
  switch (beginning) {
    case "nothing":
      return "none";
    case "page":
      return "page";
    case "window":
      return isKnown ? "none" : isListingByTaste(ranked) ? "everybodys" : "window";
  }
}

type FoundHits = readonly Hit<ProductSource>[];

interface Counted {
  readonly counts: Counts;
  /** Only where this very call has brought them: else the counts were known, or somebody else has asked for them. */
  readonly hits?: FoundHits;
  /** The same of everybody's first page. */
  readonly page?: FirstPage;
}

async function count(deps: FindDeps, { live, key, ranked }: Request, wanted: Hits): Promise<Counted> {
  const brought: { hits?: FoundHits; page?: FirstPage } = {};
  const counts = await deps.cache.read(COUNTS, live, key, async () => {
    const found = await ask(deps.engine, live, ranked, wanted);
    const tags = tagsOf(live, ranked);
    if (wanted === "page") {
      brought.page = firstPageOf(ranked, found.hits);
      deps.cache.set(FIRST_PAGE, live, key, { value: brought.page, tags });
    } else if (wanted !== "none") brought.hits = found.hits;
    return { value: found.counts, tags };
  });
  return { counts, ...brought };
}

async function begin(
  deps: FindDeps,
  request: Request,
  beginning: Beginning,
  counting: Promise<Counted>,
): Promise<Begun> {
  switch (beginning) {
    case "nothing":
      return { with: beginning };
    case "page": {
      // The page comes with the counts, where nobody has asked for it.
      const { page = await readFirstPage(deps, request) } = await counting;
      return { with: beginning, page };
    }
    case "window":
      return isListingByTaste(request.ranked)
        ? readWindowByTaste(deps, request, counting)
        : readFirstWindow(deps, request, counting);
  }
}

/** Everybody's first page, from the cache where it is in it. */
async function readFirstPage({ engine, cache }: FindDeps, { live, key, ranked }: Request): Promise<FirstPage> {
  const known = cache.get(FIRST_PAGE, live, key);
  if (known !== undefined) return known;
  const body = { ...searchBody({ ...ranked, personal: null }, ranked.request.limit), aggs: undefined };
  const { hits } = await searchEngine<ProductSource>(engine, live.index, body);
  const page = firstPageOf(ranked, hits.hits);
  cache.set(FIRST_PAGE, live, key, { value: page, tags: tagsOf(live, ranked) });
  return page;
}

function firstPageOf(ranked: Ranked, hits: FoundHits): FirstPage {
  const items = writeItems(
    ranked,
    hits.map(({ _source }) => _source),
  );
  return { ids: JSON.stringify([...items.keys()]), items: writeArray([...items.values()]).text };
}

/**
 * The first window of a shopper's order. What is asked for often is ranked here, from candidates that are the same for everybody;
 * all else, and where candidates do not tell, is ranked by the engine.
 * @throws errors of the engine as they are
 */
async function readFirstWindow(deps: FindDeps, request: Request, counting: Promise<Counted>): Promise<FirstWindow> {
  const { ranked, isKnown } = request;
  const size = windowSize(ranked.request.limit);
  if (isKnown) {
    const candidates = await readCandidates(deps, request);
    return windowOf(await ownWindow(deps, request, ownOrder(candidates, ranked, size).first), size);
  }
  const { hits } = await counting;
  return windowOf(await ownWindow(deps, request, hits && unpinnedRows(ranked, hits).slice(0, size), "engine"), size);
}

/** The same for a listing by taste: everybody's first products are in it, too, and pages follow what was looked at as far as they should. */
async function readWindowByTaste(deps: FindDeps, request: Request, counting: Promise<Counted>): Promise<FirstWindow> {
  const { ranked, isKnown } = request;
  const size = windowSize(ranked.request.limit);
  if (isKnown) {
    const candidates = await readCandidates(deps, request);
    const { first, everybodys } = ownOrder(candidates, ranked, size);
    return withRoom(windowOf(await ownWindow(deps, request, first), size), candidates, everybodys, ranked);
  }
  const [first, { hits }] = await Promise.all([ownWindow(deps, request, undefined), counting]);
  const candidates = hits
    ? candidatesOf(ranked, hits.filter(isUnpinned(ranked)).slice(0, size))
    : await readFewCandidates(deps.engine, request.live.index, ranked, { size, excluded: [] });
  return withRoom(windowOf(first, size), candidates, ownOrder(candidates, ranked, size).everybodys, ranked);
}

/** @param known the window, where it needs no call of its own @param by what has ranked it */
async function ownWindow(
  { engine, windows }: FindDeps,
  { live, ranked }: Request,
  known: readonly Candidate[] | undefined,
  by: "process" | "engine" = "process",
): Promise<readonly Candidate[]> {
  windows.inc({ ranked_by: known === undefined ? "engine" : by });
  const size = windowSize(ranked.request.limit);
  return known ?? readWindow(engine, { kind: "live", index: live.index }, ranked, { size });
}

const windowOf = (window: readonly Candidate[], size: number): FirstWindow => ({
  with: "window",
  window,
  is_all: window.length < size,
});

/** The window with the first unpersonalized products in it, and the room of pages for viewed groups. */
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

const readCandidates = ({ engine, cache }: FindDeps, { live, key, ranked }: Request): Promise<Candidates> =>
  cache.read(CANDIDATES, live, key, async () => {
    const { hits } = await searchEngine<never>(engine, live.index, candidatesBody(ranked));
    return { value: candidatesOf(ranked, hits.hits), tags: tagsOf(live, ranked) };
  });

/** A product as one request shows it, as JSON. It differs by what is filtered, searched for and projected. */
const ITEM: Kind<JsonText> = {
  name: "item",
  isKeptFromSecondSet: true,
  freshMs: 600_000,
  bytesOf: ({ text }) => textBytes(text),
};

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

/** Counts, and hits. */
async function ask(
  engine: Engine,
  live: LiveCatalog,
  ranked: Ranked,
  wanted: Hits,
): Promise<{ readonly counts: Counts; readonly hits: FoundHits }> {
  const { pins } = ranked.plan.rules;
  const [answer, matching] = await Promise.all([
    perform(engine, live, ranked, wanted),
    matchingProducts(
      engine,
      live.index,
      ranked,
      pins.map(({ product }) => product),
    ),
  ]);
  const facets = JSON.stringify(facetsOf(ranked, answer));
  const counts = { total: answer.hits.total.value, pins: settlePins(pins, matching), facets };
  return { counts, hits: answer.hits.hits };
}

function isUnpinned({ plan }: Ranked): (hit: FoundHits[number]) => boolean {
  const pinned = new Set(plan.rules.pins.map(({ product }) => product));
  return ({ sort = [] }) => !pinned.has(String(sort.at(-1)));
}

const unpinnedRows = (ranked: Ranked, hits: FoundHits): Candidate[] => rowsOf(hits.filter(isUnpinned(ranked)));

/** The tags that results depend on. Scores of words depend on all products. */
const tagsOf = ({ leaves }: LiveCatalog, { request, plan }: Ranked): readonly Tag[] | undefined =>
  request.query === null ? conditionTags(plan.conditions.eligible, leaves) : undefined;

/** The facets of a request as they are now. @throws errors of the engine as they are */
export async function readFacetsNow(
  { engine }: Pick<FindDeps, "engine">,
  live: LiveCatalog | undefined,
  ranked: Ranked,
): Promise<FacetResult[]> {
  return facetsOf(ranked, live && (await perform(engine, live, ranked, "none")));
}

const facetsOf = (
  { plan, request, configuration, catalog }: Ranked,
  answer: SearchResponse<unknown> | undefined,
): FacetResult[] =>
  readFacets(plan.facets, request.facets, catalog.leaves, answer?.aggregations, configuration.language);

function perform(
  engine: Engine,
  live: LiveCatalog,
  ranked: Ranked,
  wanted: Hits,
): Promise<SearchResponse<ProductSource>> {
  return searchEngine<ProductSource>(engine, live.index, bodyOf({ ...ranked, catalog: live }, wanted));
}

/** Counts, and hits: pinned products may be among those of a window. */
function bodyOf(ranked: Ranked, wanted: Hits): Clause {
  const { limit } = ranked.request;
  const everybodys = { ...ranked, personal: null };
  const size = windowSize(limit) + ranked.plan.rules.pins.length;
  switch (wanted) {
    case "none":
      return searchBody(ranked, 0);
    case "page":
      return searchBody(everybodys, limit);
    case "window":
      return { ...searchBody(ranked, size), ...windowFields(ranked) };
    case "everybodys":
      return { ...searchBody(everybodys, size), ...CANDIDATE_FIELDS };
  }
}
