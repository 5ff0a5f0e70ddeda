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
import { ANY_FIELD, inAnyText } from "./word-match.js";
import { readNegations } from "./negation.js";
import {
  CATEGORIES,
  categoriesIn,
  type CountedCategories,
  ranksByCategory,
  tellsCategories,
} from "./query-categories.js";
import { calledSo } from "./text-parts.js";
import { AS_TYPED, correctedQuery, type Relaxation, wordsOf } from "./words.js";
import { namingUnits, type Unit, unitsOf } from "./units.js";
import { editDistance, mostEdits } from "../../lib/edit-distance.js";
import { folded, lowered } from "../../lib/folded.js";

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
  const { wanted: asked, unwanted } = readNegations(wordsOf(query).words, configuration);
  const units = unitsOf(asked, configuration);
  const wanted = namingUnits(units).flatMap((unit) => unit.words);
  const typed = [...wanted, ...unwanted.flatMap((unit) => unit.words)];
  const { spelling, never_corrected = [] } = configuration.search;
  const right = new Set(never_corrected.map(lowered));
  const words = spelling ? typed.filter((word) => isChecked(word) && !right.has(lowered(word))) : [];
  // Where it is not known what shoppers choose.
  const isAsked = plan.intent === null && ranksByCategory(request, configuration) && tellsCategories(plan.catalog);
  const calledBy = (some: readonly Unit[]) => (isAsked ? calledSo(some, configuration.language) : undefined);
  const body = relaxationBody(query, plan, products, enough, words, calledBy(units));
  const answer = (await searchDocuments(engine, live.index, body)) as Relaxing;
  const all_words = answer.aggregations?.all_words.doc_count ?? answer.hits.total.value;
  const tier = all_words >= enough ? "strict" : "any";
  const categories = answer.aggregations === undefined ? [] : categoriesIn(answer.aggregations.called);
  const options = optionsOf(words, answer.suggest);
  if (options.size === 0) return { ...AS_TYPED, tier, all_words, categories };
  const company = wanted.filter((word) => isChecked(word) && !options.has(word));
  const unitsWith = (word: string, text: string) =>
    unitsOf(
      asked.map((one) => (one === word ? text : one)),
      configuration,
    );
  const called = [...options].flatMap(([word, texts]) => texts.map((text) => calledBy(unitsWith(word, text))));
  const { corrected, categories: meant } = await chosenOptions(options, company, called, async () =>
    searchDocuments(engine, live.index, companyBody(options, company, called)),
  );
  const corrections = [...corrected].map(([word, option]) => ({ terms: [word], to: [option] }));
  // Of a query with a price only a part was looked for.
  const suggestion = all_words === 0 && request.price === null ? correctedQuery(query, corrected) : undefined;
  return { tier, all_words, corrections, suggestion, categories: [...new Set([...categories, ...meant])] };
}

interface Relaxing {
  readonly hits: { readonly total: { readonly value: number } };
  readonly suggest?: Suggested;
  readonly aggregations?: { readonly all_words: { readonly doc_count: number }; readonly called: CountedCategories };
}

/** Who selects values of facets narrows what was found before: what was enough then is not too little now. */
function eligibleProducts({ request, configuration, catalog, rules }: Plan): Clause {
  const unselected = { filter: request.filter, selections: new Map(), facets: [] };
  return productClause(conditionsOf(unselected, configuration, rules.shown).eligible, catalog.leaves);
}

/** Shorter words are one letter from nearly all others, and numbers of sizes and models are what they are. */
const isChecked = (word: string): boolean => word.length >= SHORTEST && /^\p{L}+$/u.test(word);
const SHORTEST = 4;

/** @param enough is counted as far as this, unless it is also asked in which categories there is what is called so */
function relaxationBody(
  query: string,
  plan: Pick<Plan, "configuration">,
  products: Clause,
  enough: number,
  words: readonly string[],
  named: Clause | undefined,
): Clause {
  const allWords = hasAllWords(query, plan.configuration);
  const suggesters = Object.entries(SUGGESTING_FIELDS).map(([name, field]) => [name, termSuggester(words, field)]);
  return {
    size: 0,
    ...(named === undefined
      ? { track_total_hits: enough, query: { bool: { filter: [products, allWords] } } }
      : {
          track_total_hits: false,
          query: { bool: { filter: [products], should: [allWords, named], minimum_should_match: 1 } },
          aggs: { all_words: { filter: allWords }, called: { filter: named, aggs: CATEGORIES } },
        }),
    ...(words.length === 0 ? {} : { suggest: Object.fromEntries(suggesters) as Clause }),
  };
}

/** Which words no text has, and what is most like them in titles and designers as they are written, without stemming. */
const SUGGESTING_FIELDS = { any: ANY_FIELD, title: "text.title.typed", designer: "text.designer" };
const MAX_OPTIONS = 3;

/** Asks, for each word that the field does not have, which of its words are most like it; the first letter is taken to be right. */
const termSuggester = (words: readonly string[], field: string): Clause => ({
  text: words.join(" "),
  term: {
    field,
    size: MAX_OPTIONS,
    suggest_mode: "missing",
    prefix_length: 1,
    min_word_length: SHORTEST,
    sort: "score",
  },
});

/** A checked word: its position in UTF-16 units, and the engine's suggestions. */
interface CheckedWord {
  readonly offset: number;
  readonly options: readonly { readonly text: string; readonly score: number }[];
}

export type Suggested = Readonly<Record<keyof typeof SUGGESTING_FIELDS, readonly CheckedWord[]>>;

/** Of each word that no text has, those that it may be, the most similar one first. @param words as they were checked */
export function optionsOf(words: readonly string[], suggested: Suggested | undefined): ReadonlyMap<string, string[]> {
  const options = new Map<string, string[]>();
  let offset = 0;
  for (const word of words) {
    const start = offset;
    const of = (some: readonly CheckedWord[] = []) => some.flatMap((one) => (one.offset === start ? one.options : []));
    offset += word.length + 1;
    if (of(suggested?.any).length === 0) continue;
    const best = [...of(suggested?.title), ...of(suggested?.designer)].sort((a, b) => b.score - a.score);
    const texts = [...new Set(best.map(({ text }) => text))].filter((text) => isMisspelling(word, text));
    if (texts.length > 0) options.set(word, texts.slice(0, MAX_OPTIONS));
  }
  return options;
}

/**
 * How many products there are, whatever the filter, with each of the query's other words, and with each option together with them.
 * @param called matches what is called as the query is with each option; undefined where categories have no part
 */
function companyBody(
  options: ReadonlyMap<string, readonly string[]>,
  company: readonly string[],
  called: readonly (Clause | undefined)[],
): Clause {
  const each = (words: readonly string[]): Clause => ({ filters: { filters: words.map((w) => inAnyText(w, "none")) } });
  const beside = company.length === 0 ? {} : { company: each(company) };
  return {
    size: 0,
    track_total_hits: true,
    query: { term: { active: true } },
    aggs: {
      ...beside,
      options: { ...each([...options.values()].flat()), aggs: beside },
      // Each by itself: `significant_terms` below several buckets fails on a shard where nothing is found (array_index_out_of_bounds_exception).
      ...Object.fromEntries(
        called.flatMap((filter, at) => (filter === undefined ? [] : [[calledName(at), { filter, aggs: CATEGORIES }]])),
      ),
    },
  };
}

const calledName = (at: number) => `called_${at}` as const;

interface Counts {
  readonly buckets: readonly { readonly doc_count: number; readonly company?: Counts }[];
}

interface Counted {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly company?: Counts;
    readonly options: Counts;
  } & Readonly<Partial<Record<ReturnType<typeof calledName>, CountedCategories>>>;
}

const NOT_COUNTED: Counted = {
  hits: { total: { value: 0 } },
  aggregations: { options: { buckets: [] } },
};

/**
 * The option of each word that is taken: the first one which products have together with at least half of the query's other
 * words, as far as there are products with those; where there are none, the first that is a likely slip.
 */
async function chosenOptions(
  options: ReadonlyMap<string, readonly string[]>,
  company: readonly string[],
  called: readonly (Clause | undefined)[],
  count: () => Promise<object>,
): Promise<{ readonly corrected: ReadonlyMap<string, string>; readonly categories: readonly string[] }> {
  const areLikely = [...options].every(([word, texts]) => isLikelySlip(word, texts[0] ?? "", 0));
  const isClear = company.length === 0 && areLikely && called.every((clause) => clause === undefined);
  const { hits, aggregations } = isClear ? NOT_COUNTED : ((await count()) as Counted);
  const there = (aggregations.company?.buckets ?? []).filter(({ doc_count }) => doc_count > 0).length;
  const corrected = new Map<string, string>();
  const categories: string[] = [];
  let at = 0;
  for (const [word, texts] of options) {
    const first = at;
    const counts = aggregations.options.buckets.slice(first, (at += texts.length));
    const taken = texts.findIndex((text, index) => {
      const { doc_count = 0, company: beside } = counts[index] ?? {};
      if (there === 0) return isLikelySlip(word, text, doc_count / hits.total.value || 0);
      return (beside?.buckets ?? []).filter((bucket) => bucket.doc_count > 0).length * 2 >= there;
    });
    const option = texts[taken];
    if (option === undefined) continue;
    corrected.set(word, option);
    const own = aggregations[calledName(first + taken)];
    if (own !== undefined) categories.push(...categoriesIn(own));
  }
  return { corrected, categories };
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

/**
 * Whether a word alone is misspelt more likely than one that the shop has nothing for. Of words of one catalogue's titles that
 * another of six does not have, so many are one edit from one of its words: two letters swapped, under 1 % at any length; a
 * vowel or a doubled letter, under 4 % from five letters on; any other edit 2 to 9 % at five and six letters, about 1 % from seven
 * on. One edit of any kind from a word that one product in a hundred has: 3 % at four letters, 1 % and less from five on.
 * @param share of the products that have the other word
 */
export function isLikelySlip(word: string, other: string, share: number): boolean {
  const [typed, meant] = [folded(word), folded(other)];
  const edits = editDistance(typed, meant, 2);
  if (edits === 1 && (typed.length >= 7 || share >= COMMON || lettersOf(typed) === lettersOf(meant))) return true;
  return edits !== undefined && typed.length >= 5 && consonantsOf(typed) === consonantsOf(meant);
}

const COMMON = 0.01;

const lettersOf = (word: string): string => Array.from(word).sort().join("");

const consonantsOf = (word: string): string => word.replace(/[aeiouy]/g, "").replace(/(.)\1+/g, "$1");
