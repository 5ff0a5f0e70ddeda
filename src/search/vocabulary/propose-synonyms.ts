import pLimit from "p-limit";
import { readingLive, type LiveCatalogs } from "../../catalog/live.js";
import { firstText, toldVariant, type ProductSource } from "../../catalog/product-document.js";
import type { Engine } from "../../engine/engine.js";
import { scan } from "../../engine/point-in-time.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { EncoderError, type Encoder } from "../../meaning/encoder.js";
import type { Storefront } from "../../storefront/client.js";
import { ANONYMOUS } from "../../tracking/event.js";
import { firstProducts, type FirstProducts } from "../listing/first-products.js";
import type { FindDeps } from "../listing/find.js";
import { collectNames } from "./catalogue-names.js";
import { madeSearches } from "./made-searches.js";
import { nearThings, type NearThing } from "./near-things.js";
import { collectReformulations } from "./reformulations.js";
import { collectQueries, type SearchedQueries } from "./searched-queries.js";
import { synonymCandidates, type SynonymCandidate } from "./synonym-candidates.js";

/** A search as it would be with a synonym. Totals are of products that have the words, without those that are near in meaning. */
interface ChangedSearch {
  readonly query: string;
  readonly before: number;
  readonly after: number;
  /** Of the first products after. */
  readonly titles: readonly string[];
}

/** A synonym for a person to judge: nothing takes it in by itself. */
export interface ProposedSynonym extends SynonymCandidate {
  /** How many stored searches have its words. */
  readonly searches: number;
  /** What it would change: the most frequent of them, else its words alone. */
  readonly changes: readonly ChangedSearch[];
}

export interface SynonymProposals {
  /** Of so many days. */
  readonly days: number;
  /** So many devices must stand behind what shoppers did (`suggest.shoppers`). */
  readonly least_devices: number;
  /** Those whose words are searched for most first. */
  readonly proposals: readonly ProposedSynonym[];
  /** Why no word was looked up by meaning; null where words were, or no encoder is configured. */
  readonly encoder_error: string | null;
}

export interface ProposeDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Finds as for a stranger. */
  readonly search: FindDeps;
  /** Undefined where none is configured. Nobody waits for it: it may take its time. */
  readonly encoder: Encoder | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Of searches, unless others are asked for. */
export const PROPOSED_DAYS = 90;
const DAY_MS = 86_400_000;
const PAGE = 200;
/** Proposals of each kind. */
const MOST = 20;
/** What is looked up by meaning. */
const MOST_WORDS = 50;
const MOST_THINGS = 2_000;
/** Searches that are tried for each proposal, and products that are named of each. */
const TRIED = 3;
const NAMED = 3;
/** Shoppers are served meanwhile. */
const AT_ONCE = 2;

/**
 * Reads from what shoppers searched for, what the catalogue calls its products, and an encoder, which words may mean the same, and tries
 * what each would change. What one device did counts for nothing, and no query that fewer than `suggest.shoppers` typed is told.
 * @param onProgress told how many of the proposals have been tried
 * @throws errors of the engine as they are; the reason of `signal`
 */
export async function proposeSynonyms(
  deps: ProposeDeps,
  storefront: Storefront,
  days: number,
  onProgress: (progress: { readonly done: number; readonly of: number }) => void,
  signal: AbortSignal,
): Promise<SynonymProposals> {
  const { configuration } = storefront;
  const least = configuration.suggest.shoppers;
  onProgress({ done: 0, of: 1 });
  const reformulations = collectReformulations();
  const queries = collectQueries();
  for await (const made of madeSearches(deps.engine, storefront.client_id, deps.now() - days * DAY_MS)) {
    signal.throwIfAborted();
    reformulations.add(made);
    queries.add(made);
  }
  return readingLive(deps.liveCatalogs, storefront.client_id, async () => {
    const names = collectNames(configuration.language);
    const live = await deps.liveCatalogs.get(storefront.client_id);
    const active = { query: { term: { active: true } } };
    for await (const hits of live === undefined ? [] : scan<ProductSource>(deps.engine, live.index, PAGE, active)) {
      signal.throwIfAborted();
      for (const { _source } of hits) names.observe(_source);
    }
    const searching = { ...deps, storefront, least };
    const { near, encoder_error } = await nearWords(searching, queries, names.things(MOST_THINGS), signal);
    const found = { substitutions: reformulations.substitutions(least), pairs: names.pairs(), near };
    const candidates = synonymCandidates(found, configuration, MOST);
    const limit = pLimit(AT_ONCE);
    let done = 0;
    const tried = await limit.map(candidates, async (candidate) => {
      signal.throwIfAborted();
      const proposal = await proposed(searching, candidate, queries);
      onProgress({ done: (done += 1), of: candidates.length });
      return proposal;
    });
    const proposals = tried.filter(({ changes }) => changes.length > 0).sort((a, b) => b.searches - a.searches);
    return { days, least_devices: least, proposals, encoder_error };
  });
}

interface Searching extends ProposeDeps {
  readonly storefront: Storefront;
  readonly least: number;
}

/** Of the words of searches in vain those that find nothing today either, and what they may mean. */
async function nearWords(
  { encoder, search, storefront, least }: Searching,
  queries: SearchedQueries,
  things: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly near: readonly NearThing[]; readonly encoder_error: string | null }> {
  if (encoder === undefined) return { near: [], encoder_error: null };
  const words: string[] = [];
  for (const word of queries.wordsInVain(least).slice(0, 2 * MOST_WORDS)) {
    signal.throwIfAborted();
    if ((await searched(search, storefront, word)).total === 0) words.push(word);
  }
  try {
    return { near: await nearThings(encoder, words.slice(0, MOST_WORDS), things, signal), encoder_error: null };
  } catch (error) {
    if (!(error instanceof EncoderError)) throw error;
    return { near: [], encoder_error: error.message };
  }
}

async function proposed(
  { engine, search, storefront, least }: Searching,
  { rule, evidence }: SynonymCandidate,
  queries: SearchedQueries,
): Promise<ProposedSynonym> {
  const typed = queries.with(rule.terms, least);
  const { configuration } = storefront;
  const synonyms = [...configuration.search.synonyms, rule];
  const after = { ...storefront, configuration: { ...configuration, search: { ...configuration.search, synonyms } } };
  const changes: ChangedSearch[] = [];
  for (const query of [...new Set([...typed.queries.slice(0, TRIED), ...rule.terms])].slice(0, TRIED)) {
    const [was, is] = [await searched(search, storefront, query), await searched(search, after, query)];
    if (was.total === is.total && was.ids.join() === is.ids.join()) continue;
    changes.push({ query, before: was.total, after: is.total, titles: await titlesOf(engine, is) });
  }
  return { rule, evidence, changes, searches: typed.searches };
}

const searched = (deps: FindDeps, storefront: Storefront, query: string): Promise<FirstProducts> =>
  firstProducts(deps, storefront, { user: { device_id: ANONYMOUS }, query, limit: NAMED, facets: { keys: [] } });

async function titlesOf(engine: Engine, { live, ids }: FirstProducts): Promise<string[]> {
  if (live === undefined || ids.length === 0) return [];
  const { hits } = await searchDocuments<Pick<ProductSource, "source">>(engine, live.index, {
    size: ids.length,
    track_total_hits: false,
    _source: ["source.data.title", "source.active"],
    query: { constant_score: { filter: { ids: { values: ids } } } },
  });
  const titles = new Map(hits.hits.map(({ _id, _source }) => [_id, firstText(toldVariant(_source)?.data["title"])]));
  return ids.flatMap((id) => titles.get(id)?.slice(0, 120) ?? []);
}
