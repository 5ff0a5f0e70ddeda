import type { CatalogCache, Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { textBytes } from "../../lib/cache.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import { productClause } from "../query.js";
import { conditionsOf } from "../conditions.js";
import type { Plan } from "../listing/plan.js";
import { hasAllWords, searchRulesFor } from "./text-query.js";
import { ANY_FIELD } from "./word-match.js";
import { readNegations } from "./negation.js";
import { AS_TYPED, correctedQuery, type Relaxation, type TextRules, wordsOf } from "./words.js";
import { editDistance, mostEdits } from "../../lib/edit-distance.js";
import { folded } from "../../lib/folded.js";

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
  plan: Plan,
): Promise<Relaxation> {
  if (plan.request.query === null) return AS_TYPED;
  return cache.read(RELAXATION, live, key, async () => ({ value: await relax(engine, live, plan) }));
}

/** The same request by the words that there are. */
export function relaxed(plan: Plan, relaxation: Relaxation): Plan {
  const { request, configuration } = plan;
  const { corrections } = relaxation;
  if (request.query === null || corrections.length === 0) return { ...plan, ...relaxation };
  const own = searchRulesFor(request.query, configuration);
  const search = { ...own, synonyms: [...own.synonyms, ...corrections] };
  return { ...plan, ...relaxation, configuration: { ...configuration, search } };
}

async function relax(engine: Engine, live: LiveCatalog, plan: Plan): Promise<Relaxation> {
  const { request, configuration } = plan;
  const query = request.query ?? "";
  // In an order by a field, what has some of the words would stand between what has all: there, anything is enough.
  const enough = isRanked(request.sort) ? configuration.search.enough : 1;
  const products = eligibleProducts(plan);
  const words = configuration.search.spelling ? checkedWords(query, configuration) : [];
  const answer = await searchDocuments(engine, live.index, relaxationBody(query, plan, products, enough, words));
  const all_words = answer.hits.total.value;
  const tier = all_words >= enough ? "strict" : "any";
  const unknown = [...bestOptions(words, suggestionsOf(answer)).keys()];
  if (unknown.length === 0) return { ...AS_TYPED, tier, all_words };
  const similar = suggestionsOf(await searchDocuments(engine, live.index, similarWordsBody(unknown)));
  const corrected = new Map([...bestOptions(unknown, similar)].filter(([word, other]) => isMisspelling(word, other)));
  const corrections = [...corrected].map(([word, option]) => ({ terms: [word], to: [option] }));
  // Of a query with a price only a part was looked for.
  const suggestion = all_words === 0 && request.price === null ? correctedQuery(query, corrected) : undefined;
  return { tier, all_words, corrections, suggestion };
}

/** Who selects values of facets narrows what was found before: what was enough then is not too little now. */
function eligibleProducts({ request, configuration, catalog, rules }: Plan): Clause {
  const unselected = { filter: request.filter, selections: new Map(), facets: [] };
  return productClause(conditionsOf(unselected, configuration, rules.shown).eligible, catalog.leaves);
}

/** Shorter words are one letter from nearly all others, and numbers of sizes and models are what they are. */
function checkedWords(query: string, rules: TextRules): string[] {
  const { wanted, unwanted } = readNegations(wordsOf(query).words, rules);
  const words = [...wanted, ...unwanted.flatMap((unit) => unit.words)];
  return words.filter((word) => word.length >= SHORTEST && /^\p{L}+$/u.test(word));
}
const SHORTEST = 4;

const allWordsQuery = (query: string, { configuration }: Pick<Plan, "configuration">, products: Clause): Clause => ({
  bool: { filter: [products, hasAllWords(query, configuration)] },
});

/** @param enough is counted as far as this */
function relaxationBody(
  query: string,
  plan: Pick<Plan, "configuration">,
  products: Clause,
  enough: number,
  words: readonly string[],
): Clause {
  return {
    size: 0,
    track_total_hits: enough,
    query: allWordsQuery(query, plan, products),
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

/**
 * Whether one word may be another one, misspelt: as many edits off as its length allows, or two where the consonants are the same
 * ("vynil", "vinyl"). Two edits from a short word are mostly other words ("winter", "water"): of 234 such pairs in Home Depot's
 * recorded queries about one in five was meant, of the 35 with the same consonants four in five.
 */
export function isMisspelling(word: string, other: string): boolean {
  const [typed, meant] = [folded(word), folded(other)];
  const edits = editDistance(typed, meant, 2);
  return edits !== undefined && (edits <= mostEdits(typed) || consonantsOf(typed) === consonantsOf(meant));
}

const consonantsOf = (word: string): string => word.replace(/[aeiouy]/g, "").replace(/(.)\1+/g, "$1");
