import { createHash } from "node:crypto";
import type { CatalogCache, Kind, Loaded } from "../catalog/cache.js";
import type { ProductSource } from "../catalog/document.js";
import type { Tag } from "../catalog/edition.js";
import type { LiveCatalog } from "../catalog/live.js";
import { readProducts } from "../catalog/products.js";
import { conditionTags } from "../catalog/tags.js";
import type { Engine } from "../engine/engine.js";
import { search as searchEngine, type SearchResponse } from "../engine/search.js";
import type { Metrics } from "../observability/metrics.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { planSearch, searchBody } from "./body.js";
import type { Ranked } from "./ranked.js";
import { CANDIDATES, candidatesBody, candidatesOf, firstWindow } from "./candidates.js";
import { NO_FACTS } from "./catalog-facts.js";
import { correct } from "./correction.js";
import { matchingProducts } from "./cursor/items.js";
import { hasPlainStart, modeOf } from "./cursor/first-page.js";
import { readWindow, windowSize } from "./cursor/windows.js";
import { readFacets, type FacetResult } from "./facet-answer.js";
import type { Candidate } from "../personalization/rerank/candidate.js";
import { productMatcher } from "../catalog/matching/product-match.js";
import type { SearchBody } from "./request-schema.js";
import { shownItems } from "./response.js";
import { settlePins, type Pin } from "./rules/pins.js";
import { areEmpty } from "./rules/rules-in-force.js";
import { looserTiers } from "./text/text-query.js";
import type { TextTier } from "./text/text-rules.js";

export interface FindDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
  readonly windows: Metrics["windows"];
}

/** What a request finds for everybody: all that does not depend on who is asking. */
export interface Result {
  readonly total: number;
  /** How many products have all words. */
  readonly all_words: number;
  readonly tier: TextTier;
  /** What was probably meant, where no product has all words. */
  readonly suggestion: string | undefined;
  /** Pinned products that match, each in its place. */
  readonly pins: readonly Pin[];
  /** The identifiers of the first page, as JSON; empty where that takes more than the first products of the order. */
  readonly page: string;
  /** Its items, as JSON. */
  readonly items: string;
  /** What `readFacets` answers, as JSON. */
  readonly facets: string;
}

const OBJECTS_BYTES = 300;

export const RESULTS: Kind<Result> = {
  name: "results",
  freshMs: 60_000,
  bytesOf: ({ page, items, facets, pins }) =>
    OBJECTS_BYTES + 2 * (page.length + items.length + facets.length) + OBJECTS_BYTES * pins.length,
};

/** What a request finds while there is no catalogue. */
export const resultOfNothing = (ranked: Ranked): Result => ({
  ...{ total: 0, all_words: 0, tier: "strict", suggestion: undefined, pins: [], page: "[]", items: "[]" },
  facets: JSON.stringify(facetsOf(ranked, undefined)),
});

/** What everybody's results go by: the request without who is asking, and all that decides of the storefront. */
export function resultKey(body: SearchBody, { configuration, plan: { rules, intent } }: Ranked): string {
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

/** Reads everybody's results, from the cache where they are in it. @throws errors of the engine as they are */
export const readResult = (
  deps: Pick<FindDeps, "engine" | "cache">,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
): Promise<Result> => deps.cache.read(RESULTS, live, key, () => findResult(deps, live, ranked));

/**
 * Reads the first window of a shopper's order. Where the same was asked for lately, it is ranked here, from candidates that are
 * the same for everybody; else, and where these do not tell, the engine ranks it.
 * @param isKnown whether the request's results were in the cache already: then it is asked for often
 * @throws errors of the engine as they are
 */
export async function readFirstWindow(
  { engine, cache, windows }: FindDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
  isKnown: boolean,
): Promise<readonly Candidate[]> {
  const size = windowSize(ranked.request.limit);
  if (isKnown) {
    const candidates = await cache.read(CANDIDATES, live, key, async () => {
      const { hits } = await searchEngine<never>(engine, live.index, candidatesBody(ranked));
      return { value: candidatesOf(ranked, hits.hits), tags: tagsOf(live, ranked) };
    });
    const window = firstWindow(candidates, ranked, size);
    if (window !== undefined) {
      windows.inc({ ranked_by: "process" });
      return window;
    }
  }
  windows.inc({ ranked_by: "engine" });
  return readWindow(engine, { kind: "live", index: live.index }, ranked, { size });
}

/** Products that a window has found, from the cache where they are in it. @throws errors of the engine as they are */
export async function readFound(
  deps: Pick<FindDeps, "engine" | "cache">,
  live: LiveCatalog | undefined,
  { plan, catalog }: Ranked,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProductSource>> {
  const found = new Map<string, ProductSource>();
  if (live === undefined) return found;
  const isMatching = productMatcher(plan.conditions.matching, catalog.leaves);
  for (const [id, { source }] of await readProducts(deps, live, ids)) if (isMatching(source)) found.set(id, source);
  return found;
}

/** Asks for all words first, and when too little has them, for some. */
async function findResult(
  { engine }: Pick<FindDeps, "engine">,
  live: LiveCatalog,
  unranked: Ranked,
): Promise<Loaded<Result>> {
  const { query } = unranked.request;
  const { pins } = unranked.plan.rules;
  const withTier = (tier: TextTier): Ranked => ({ ...unranked, tier });
  const count = (tier: TextTier) => perform(engine, live, withTier(tier), hasPlainStart(unranked));
  const strict = await count("strict");
  let best: { readonly tier: TextTier; readonly answer: SearchResponse<ProductSource> } = {
    tier: "strict",
    answer: strict,
  };
  for (const tier of query === null ? [] : looserTiers(query)) {
    if (await isEnough(engine, live, withTier(best.tier), totalOf(best.answer))) break;
    const answer = await count(tier);
    if (totalOf(answer) > totalOf(best.answer)) best = { tier, answer };
  }
  const { tier, answer } = best;
  const ranked = withTier(tier);
  const all_words = totalOf(strict);
  const [suggestion, matching] = await Promise.all([
    query !== null && all_words === 0 ? correct(engine, live.index, ranked) : undefined,
    matchingProducts(
      engine,
      live.index,
      ranked,
      pins.map(({ product }) => product),
    ),
  ]);
  const products = answer.hits.hits.map(({ _source }) => _source);
  return {
    value: {
      ...{ total: totalOf(answer), all_words, tier, suggestion, pins: settlePins(pins, matching) },
      page: JSON.stringify(products.map(({ product_identifier }) => product_identifier)),
      items: JSON.stringify(shownItems(ranked, products)),
      facets: JSON.stringify(facetsOf(ranked, answer)),
    },
    tags: tagsOf(live, ranked),
  };
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
  return totalOf(await perform(engine, live, { ...ranked, request: unselected, plan }, false)) >= enough;
}

/** The facets of a request as they are now. @throws errors of the engine as they are */
export async function readFacetsNow(
  { engine }: Pick<FindDeps, "engine">,
  live: LiveCatalog | undefined,
  ranked: Ranked,
): Promise<FacetResult[]> {
  return facetsOf(ranked, live && (await perform(engine, live, ranked, false)));
}

const facetsOf = (
  { plan, request, configuration, catalog }: Ranked,
  answer: SearchResponse<unknown> | undefined,
): FacetResult[] =>
  readFacets(plan.facets, request.facets, catalog.leaves, answer?.aggregations, configuration.language);

function perform(
  engine: Engine,
  live: LiveCatalog,
  { request, configuration, plan, tier }: Ranked,
  withHits: boolean,
): Promise<SearchResponse<ProductSource>> {
  const asked = withHits ? request : { ...request, limit: 0 };
  return searchEngine<ProductSource>(engine, live.index, searchBody(asked, configuration, live, plan, tier));
}
