import type { Searching } from "../../../src/search/searching.js";
import { readingLive, type LiveCatalog, type LiveCatalogs } from "../../../src/catalog/live.js";
import type { Engine } from "../../../src/engine/engine.js";
import { groupedBy } from "../../../src/lib/grouped-by.js";
import { firstProducts } from "../preview/first-products.js";
import { alternativesOf } from "../../../src/search/text/synonyms.js";
import type { WordRules } from "../../../src/search/text/words.js";
import type { Storefront } from "../../../src/storefront/client.js";
import type { SynonymRule } from "../../../src/storefront/search-configuration.js";
import { ANONYMOUS } from "../../../src/tracking/event.js";
import { namedProducts } from "../catalog/find-products.js";
import { DAY_MS, dayOf, MAX_DAYS } from "../insights/range.js";
import type { Progress } from "../stream.js";
import { madeSearches } from "./made-searches.js";
import { collectReformulations, type Reformulation } from "./reformulations.js";

/** Proposed synonym. A person decides whether to add it. */
interface SynonymCandidate {
  /** Rule in the format of `search.synonyms`. */
  readonly rule: SynonymRule;
  /** Reasons for the proposal, as sentences without a full stop. */
  readonly evidence: readonly string[];
}

/**
 * Comparison of a search without and with the synonym. `before` and `after` are numbers of products that match words of
 * the query, without semantic search.
 */
interface ChangedSearch {
  readonly query: string;
  readonly before: number;
  readonly after: number;
  /** Titles of the first products that a search with the synonym finds. */
  readonly titles: readonly string[];
}

export interface ProposedSynonym extends SynonymCandidate {
  /** Searches whose results the synonym would change. There is at least one such search. */
  readonly changes: readonly ChangedSearch[];
}

export interface SynonymProposals {
  /** Number of days whose searches were read. */
  readonly days: number;
  /** Minimum number of shoppers required for a proposal, from the setting `suggest.shoppers`. */
  readonly least_devices: number;
  /** Proposed synonyms, sorted by number of devices, highest first. */
  readonly proposals: readonly ProposedSynonym[];
}

export interface ProposeDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Creates a search environment independent of shopper traffic, with its own cache and without semantic search. */
  readonly searching: (live: LiveCatalog | undefined, at: number) => Searching;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

const MAX_CANDIDATES = 20;
/** Number of product titles returned per search. */
const NAMED = 3;
const MAX_TITLE_LENGTH = 120;

/**
 * Proposes synonyms from reformulated searches and counts the hits without and with each synonym. Reformulations by
 * fewer than `suggest.shoppers` devices are omitted.
 * @param onProgress receives the number of tested candidates
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function proposeSynonyms(
  deps: ProposeDeps,
  storefront: Storefront,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<SynonymProposals> {
  const { client_id, configuration } = storefront;
  const least = configuration.suggest.shoppers;
  onProgress({ done: 0, of: 1 });
  const now = deps.now();
  const range = { from: dayOf(now - (MAX_DAYS - 1) * DAY_MS), to: dayOf(now) };
  const reformulations = collectReformulations();
  for await (const search of madeSearches(deps.engine, { clientId: client_id, range }, signal)) {
    reformulations.add(search);
  }
  const candidates = synonymCandidates(reformulations.of(least), configuration).slice(0, MAX_CANDIDATES);
  return readingLive(deps.liveCatalogs, client_id, async () => {
    const searching = deps.searching(await deps.liveCatalogs.get(client_id), now);
    const proposals: ProposedSynonym[] = [];
    for (const [at, candidate] of candidates.entries()) {
      signal.throwIfAborted();
      onProgress({ done: at, of: candidates.length });
      const changes = await changesBy(searching, storefront, candidate.rule);
      if (changes.length > 0) proposals.push({ ...candidate, changes });
    }
    return { days: MAX_DAYS, least_devices: least, proposals };
  });
}

/**
 * Returns synonyms for reformulations, except synonyms that the storefront already has. Synonyms are one-way from the
 * first to the second word, or two-way if shoppers replaced the words in both directions.
 */
export function synonymCandidates(reformulations: readonly Reformulation[], rules: WordRules): SynonymCandidate[] {
  const isNew = ({ from, to }: Reformulation) =>
    !alternativesOf(from.split(" "), rules).some((alternative) => alternative.join(" ") === to);
  const pairs = groupedBy(reformulations.filter(isNew), ({ from, to }) => [from, to].sort().join("\n"));
  return [...pairs.values()].map((group) => {
    const { from, to } = group[0] as Reformulation;
    return {
      rule: group.length > 1 ? { terms: [from, to] } : { terms: [from], to: [to] },
      evidence: group.map(
        (one) => `${one.shoppers} shoppers typed “${one.to}” after “${one.from}” and clicked a product`,
      ),
    };
  });
}

async function changesBy(searching: Searching, before: Storefront, rule: SynonymRule): Promise<ChangedSearch[]> {
  const { configuration } = before;
  const search = { ...configuration.search, synonyms: [...configuration.search.synonyms, rule] };
  const after = { ...before, configuration: { ...configuration, search } };
  const changes: ChangedSearch[] = [];
  for (const query of rule.terms) {
    const body = { user: { device_id: ANONYMOUS }, query, limit: NAMED, facets: { keys: [] } };
    const was = await firstProducts(searching, before, body);
    const is = await firstProducts(searching, after, body);
    if (was.total === is.total && was.ids.join() === is.ids.join()) continue;
    const products = await namedProducts(searching, before.client_id, is.ids);
    const titles = products.flatMap(({ title }) => title?.slice(0, MAX_TITLE_LENGTH) ?? []);
    changes.push({ query, before: was.total, after: is.total, titles });
  }
  return changes;
}
