import type { ProductSource } from "../catalog/document.js";
import type { LiveCatalog } from "../catalog/live.js";
import { searchTogether } from "../engine/multi-search.js";
import { search as searchEngine, type SearchResponse } from "../engine/search.js";
import { planSearch, searchBody, type Ranked } from "./body.js";
import { NO_FACTS } from "./catalog-facts.js";
import { isPlainStart, modeOf, type FirstFound } from "./cursor/first-page.js";
import type { ChainDeps } from "./cursor/next-page.js";
import { matchingProducts } from "./cursor/items.js";
import { readWindow, rowsOf, windowBody, windowSize, type Row } from "./cursor/windows.js";
import type { Clause } from "./filter-query.js";
import type { Personal } from "./personal.js";
import type { Degradation } from "./response.js";
import { settlePins, type Pin } from "./rules/pins.js";
import { looserTiers } from "./text/text-query.js";
import type { TextTier } from "./text/text-rules.js";
import { tierKey, type TierMemory } from "./tier-memory.js";

export interface RecalledOrder {
  readonly personal: Personal | null;
  readonly degraded: readonly Degradation[];
}

export interface Recalling {
  /** Whether the order is likely to be personal. */
  readonly isExpected: boolean;
  readonly order: Promise<RecalledOrder>;
}

export interface FoundAtFirst {
  readonly found: FirstFound;
  readonly aggregations: Readonly<Record<string, unknown>> | undefined;
  readonly tier: TextTier;
  /** Those that match, each in its place. */
  readonly pins: readonly Pin[];
}

/** What finding takes of what chains have. */
export type FindChains = Pick<ChainDeps, "engine" | "rankings">;

/** Asks for all words first, and when too little has them, for some. @returns also how many products have all */
export async function find(
  chains: FindChains,
  tiers: TierMemory,
  live: LiveCatalog | undefined,
  unranked: Ranked,
  recalling: Recalling,
): Promise<FoundAtFirst & { readonly all_words: number }> {
  const { query } = unranked.request;
  if (query === null || live === undefined) {
    const found = await findIn(chains, live, unranked, recalling);
    return { ...found, all_words: found.found.total };
  }
  const findTier = (tier: TextTier) => findIn(chains, live, { ...unranked, tier }, recalling);
  const key = tierKey(live, query, unranked, enoughFor(unranked));
  const known = tiers.recall(key);
  if (known !== undefined) {
    const found = await findTier(known.tier);
    if (found.found.total === known.total) return { ...found, all_words: known.all_words };
  }
  const strict = await findTier("strict");
  let best = strict;
  let isAlone = true;
  for (const tier of looserTiers(query)) {
    if (await isEnough(chains, live, { ...unranked, tier: best.tier }, best.found.total)) break;
    isAlone = false;
    const found = await findTier(tier);
    if (found.found.total > best.found.total) best = found;
  }
  const all_words = strict.found.total;
  // Where all words find enough, that is asked first anyhow.
  if (!isAlone || known !== undefined) tiers.keep(key, { tier: best.tier, total: best.found.total, all_words });
  return { ...best, all_words };
}

const enoughFor = ({ request, configuration }: Ranked): number =>
  request.sort.by === "featured" ? configuration.search.enough : 1;

/**
 * In an order by a field, what has some of the words would stand between what has all: there, anything is enough. And who
 * selects values of facets narrows what was found before; that is not too little.
 */
async function isEnough(chains: FindChains, live: LiveCatalog, ranked: Ranked, total: number): Promise<boolean> {
  const { request, configuration, catalog } = ranked;
  const { rules } = ranked.plan;
  const enough = enoughFor(ranked);
  if (total >= enough) return true;
  if (request.selections.size === 0) return false;
  const unselected = { ...request, selections: new Map(), facets: [] };
  const plan = planSearch(unselected, configuration, catalog, NO_FACTS, rules);
  const answer = await countFor(chains, live, { ...ranked, request: unselected, plan });
  return (answer?.hits.total.value ?? 0) >= enough;
}

/**
 * Counts, and finds what the first page is made of. Most shoppers are strangers: while taste is looked up, everybody's page
 * is searched already. Where it turns out to be personal, what was counted still holds. For shoppers who were ranked for
 * before, taste is waited for, and what counts goes with what ranks in one call: the engine remembers counts until the
 * catalogue changes.
 */
async function findIn(
  chains: FindChains,
  live: LiveCatalog | undefined,
  unranked: Ranked,
  { isExpected, order }: Recalling,
): Promise<FoundAtFirst> {
  const { request, tier } = unranked;
  const isRanked = modeOf(unranked) === "ranked";
  const { pins } = unranked.plan.rules;
  const isOwn = isRanked && (isExpected || pins.length > 0);
  const everybodys = isOwn ? undefined : perform(chains, live, unranked, isRanked || isPlainStart(chains, unranked));
  everybodys?.catch(() => undefined);
  const ranked = { ...unranked, personal: (await order).personal };
  const isWindow = isRanked && request.limit > 0 && !isPlainStart(chains, ranked);
  const [{ answer, window }, matching] = await Promise.all([
    isWindow
      ? findWindow(chains, live, ranked, everybodys)
      : (everybodys ?? perform(chains, live, unranked, true)).then((found) => ({ answer: found, window: [] })),
    live === undefined ? NOBODY : matchingProducts(chains.engine, live.index, ranked, namesOf(pins)),
  ]);
  const products = answer?.hits.hits.map(({ _source }) => _source) ?? [];
  return {
    found: { total: answer?.hits.total.value ?? 0, products, window },
    aggregations: answer?.aggregations,
    tier,
    pins: settlePins(pins, matching),
  };
}

const NOBODY: ReadonlySet<string> = new Set();

const namesOf = (pins: readonly Pin[]): string[] => pins.map(({ product }) => product);

interface CountedWindow {
  /** Undefined while there is no catalogue. */
  readonly answer: SearchResponse<ProductSource> | undefined;
  readonly window: readonly Row[];
}

/** The first window of a personal order, or of one with pinned products. @param counting asked already; else what counts is asked in the same call */
async function findWindow(
  chains: FindChains,
  live: LiveCatalog | undefined,
  ranked: Ranked,
  counting: Promise<SearchResponse<ProductSource> | undefined> | undefined,
): Promise<CountedWindow> {
  if (live === undefined) return { answer: undefined, window: [] };
  const { engine } = chains;
  const slice = { size: windowSize(ranked.request.limit) };
  if (counting !== undefined) {
    const reading = readWindow(engine, { kind: "live", index: live.index }, ranked, slice);
    const [answer, window] = await Promise.all([counting, reading]);
    return { answer, window };
  }
  const bodies = [bodyFor(live, ranked, false), windowBody(ranked, slice)];
  const [answer, found] = await searchTogether<never>(engine, live.index, bodies);
  return { answer, window: rowsOf(found?.hits.hits ?? []) };
}

/** What a request finds altogether, and its facets. */
export const countFor = (chains: FindChains, live: LiveCatalog | undefined, ranked: Ranked) =>
  perform(chains, live, ranked, false);

async function perform(
  { engine }: FindChains,
  live: LiveCatalog | undefined,
  ranked: Ranked,
  withHits: boolean,
): Promise<SearchResponse<ProductSource> | undefined> {
  if (live === undefined) return undefined;
  return searchEngine<ProductSource>(engine, live.index, bodyFor(live, ranked, withHits));
}

function bodyFor(live: LiveCatalog, { request, configuration, plan, tier }: Ranked, withHits: boolean): Clause {
  return searchBody(withHits ? request : { ...request, limit: 0 }, configuration, live, plan, tier);
}
