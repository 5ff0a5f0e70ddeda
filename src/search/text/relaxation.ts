import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { countDocuments, searchDocuments } from "../../engine/search-documents.js";
import { textBytes } from "../../lib/cache.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";
import { modeOf } from "../beginning.js";
import { productClause } from "../listing/plan.js";
import { conditionsOf } from "../conditions.js";
import { isMisspelling } from "./misspelling.js";
import type { Ranked } from "../ranked.js";
import { searchRulesFor } from "./synonyms.js";
import { hasAllWords } from "./text-query.js";
import type { TextTier } from "./text-rules.js";
import { ANY_FIELD } from "./whole-text.js";
import { wordsOf } from "./words.js";

/** How many of a query's words are required, the same for all shoppers. */
export interface Relaxation {
  readonly tier: TextTier;
  /** How many products have all words, as far as that was counted: exact where the tier is `any`. */
  readonly all_words: number;
  /** For words that no product has: the most similar word of titles and designers, if it is near enough. */
  readonly corrections: readonly SynonymRule[];
  /** The query in such words, where no product has all words as they were typed, and some has all of these. */
  readonly suggestion: string | undefined;
}

/** Where there is no query, or no catalogue. */
export const AS_TYPED: Relaxation = { tier: "strict", all_words: 0, corrections: [], suggestion: undefined };

const OBJECTS_BYTES = 300;

const RELAXATION: Kind<Relaxation> = {
  name: "relaxation",
  freshMs: 600_000,
  bytesOf: ({ corrections, suggestion = "" }) => OBJECTS_BYTES * (1 + corrections.length) + textBytes(suggestion),
};

export interface RelaxationDeps {
  readonly engine: Engine;
  readonly cache: CatalogCache;
}

/**
 * Counts the products that have all words, as far as matters, and looks up the words that none has.
 * @param key `everybodysKey`
 * @throws errors of the engine as they are
 */
export async function readRelaxation(
  { engine, cache }: RelaxationDeps,
  live: LiveCatalog,
  key: string,
  ranked: Ranked,
): Promise<Relaxation> {
  if (ranked.request.query === null) return AS_TYPED;
  return cache.read(RELAXATION, live, key, async () => ({ value: await relax(engine, live, ranked) }));
}

/** The same request by the words that there are. */
export function relaxed(ranked: Ranked, { tier, corrections }: Relaxation): Ranked {
  const { request, configuration } = ranked;
  if (request.query === null || corrections.length === 0) return { ...ranked, tier };
  const own = searchRulesFor(request.query, configuration);
  const search = { ...own, synonyms: [...own.synonyms, ...corrections] };
  return { ...ranked, tier, configuration: { ...configuration, search } };
}

async function relax(engine: Engine, live: LiveCatalog, ranked: Ranked): Promise<Relaxation> {
  const { request, configuration } = ranked;
  const query = request.query ?? "";
  // In an order by a field, what has some of the words would stand between what has all: there, anything is enough.
  const enough = modeOf(ranked) === "ranked" ? configuration.search.enough : 1;
  const products = eligibleProducts(ranked);
  const words = configuration.search.spelling ? checkedWords(query) : [];
  const answer = await searchDocuments(engine, live.index, relaxationBody(query, ranked, products, enough, words));
  const all_words = answer.hits.total.value;
  const tier = all_words >= enough ? "strict" : "any";
  const unknown = [...bestOptions(words, suggestionsOf(answer)).keys()];
  if (unknown.length === 0) return { ...AS_TYPED, tier, all_words };
  const similar = suggestionsOf(await searchDocuments(engine, live.index, similarWordsBody(unknown)));
  const corrected = new Map([...bestOptions(unknown, similar)].filter(([word, other]) => isMisspelling(word, other)));
  const corrections = [...corrected].map(([word, option]) => ({ terms: [word], to: [option] }));
  const suggestion = all_words === 0 ? correctedQuery(query, corrected) : undefined;
  // Of a query with a price only a part was looked for.
  if (suggestion === undefined || request.price !== null) return { ...AS_TYPED, tier, all_words, corrections };
  const found = await countDocuments(engine, live.index, allWordsQuery(suggestion, ranked, products));
  return { tier, all_words, corrections, suggestion: found > 0 ? suggestion : undefined };
}

/** Who selects values of facets narrows what was found before: what was enough then is not too little now. */
function eligibleProducts({ request, configuration, catalog, plan }: Ranked): Clause {
  const unselected = { filter: request.filter, selections: new Map(), facets: [] };
  return productClause(conditionsOf(unselected, configuration, plan.rules.shown).eligible, catalog.leaves);
}

/** Shorter words are one letter from nearly all others, and numbers of sizes and models are what they are. */
const checkedWords = (query: string): string[] =>
  wordsOf(query).words.filter((word) => word.length >= SHORTEST && /^\p{L}+$/u.test(word));
const SHORTEST = 4;

const allWordsQuery = (query: string, { configuration }: Pick<Ranked, "configuration">, products: Clause): Clause => ({
  bool: { filter: [products, hasAllWords(query, configuration)] },
});

/** @param enough is counted as far as this */
function relaxationBody(
  query: string,
  ranked: Pick<Ranked, "configuration">,
  products: Clause,
  enough: number,
  words: readonly string[],
): Clause {
  return {
    size: 0,
    track_total_hits: enough,
    query: allWordsQuery(query, ranked, products),
    ...(words.length === 0 ? {} : { suggest: { any: termSuggester(words, ANY_FIELD) } }),
  };
}

/** Titles and designers as they are written, without stemming. */
const WRITTEN_FIELDS = { title: "text.title.typed", designer: "text.designer" };

const similarWordsBody = (words: readonly string[]): Clause => ({
  size: 0,
  track_total_hits: false,
  suggest: Object.fromEntries(
    Object.entries(WRITTEN_FIELDS).map(([name, field]) => [name, termSuggester(words, field)]),
  ),
});

/** Asks, for each word that the field does not have, which of its words is most like it; the first letter is taken to be right. */
const termSuggester = (words: readonly string[], field: string): Clause => ({
  text: words.join(" "),
  term: { field, size: 1, suggest_mode: "missing", prefix_length: 1, min_word_length: SHORTEST, sort: "score" },
});

/** A checked word: its position in UTF-16 units, and the engine's suggestions. */
export interface CheckedWord {
  readonly offset: number;
  readonly options: readonly { readonly text: string; readonly score: number }[];
}

const suggestionsOf = (answer: object): readonly CheckedWord[] =>
  Object.values((answer as { suggest?: Record<string, readonly CheckedWord[]> }).suggest ?? {}).flat();

/** Each of the words that has options, with the one that is most like it. @param words as they were checked */
export function bestOptions(words: readonly string[], checked: readonly CheckedWord[]): ReadonlyMap<string, string> {
  const best = new Map<string, { readonly text: string; readonly score: number }>();
  let offset = 0;
  for (const word of words) {
    const start = offset;
    for (const { options } of checked.filter((one) => one.offset === start)) {
      const [option] = options;
      if (option !== undefined && option.score > (best.get(word)?.score ?? 0)) best.set(word, option);
    }
    offset += word.length + 1;
  }
  return new Map([...best].map(([word, { text }]) => [word, text]));
}

/** By word, what is looked for in its place. @param corrections of a `Relaxation`: one word for one */
export const inPlaceOf = (corrections: Relaxation["corrections"]): ReadonlyMap<string, string> =>
  new Map(corrections.flatMap(({ terms, to }) => terms.map((term) => [term, to?.[0] ?? term] as const)));

/** The query with other words in place of some; undefined where there are none. */
export function correctedQuery(query: string, corrected: ReadonlyMap<string, string>): string | undefined {
  if (corrected.size === 0) return undefined;
  return query.replace(/\S+/gu, (word) => corrected.get(word) ?? word);
}
