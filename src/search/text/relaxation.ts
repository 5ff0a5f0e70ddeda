import type { CachedEngine, Kind } from "../../catalog/cache.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { textBytes } from "../../lib/cache.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import { productClause } from "../query.js";
import { conditionsOf } from "../conditions.js";
import { hashOf } from "../../lib/hash.js";
import { digestOf } from "../last-known.js";
import type { Plan } from "../listing/plan.js";
import { hasAllWords } from "./text-query.js";
import { inAnyText, TYPED_FIELD } from "./word-match.js";
import type { Language } from "../../languages/index.js";
import { nameRule, readNegations } from "./negation.js";
import { readNegatedNames } from "./negated-names.js";
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
  bytesOf: ({ corrections, names = [], suggestion = "" }) =>
    OBJECTS_BYTES * (1 + corrections.length + names.length) + textBytes(suggestion),
};

/** Parts of the engine request that decide how the query is relaxed, sent together with the request for matches. */
export interface Questions {
  /**
   * Requests similar words from titles and brands for query words that are missing on a shard. Used only if the query is searched as typed.
   */
  readonly suggest?: Clause;
  /** Requests the categories whose products have the query's head noun, see `query-categories.ts`. */
  readonly called?: Clause;
}

export function questionsOf(plan: Plan): Questions {
  const { request, configuration, tier, corrections } = plan;
  if (request.query === null) return {};
  const { units, checked } = readQuery(plan);
  const called = calledBy(plan, units);
  const isAsTyped = tier === "strict" && corrections.length === 0;
  return {
    ...(isAsTyped && configuration.search.spelling && checked.length > 0
      ? { suggest: { [SIMILAR]: termSuggester(checked) } }
      : {}),
    ...(called === undefined ? {} : { called: { filter: called, aggs: CATEGORIES } }),
  };
}

/** Splits the query into words and terms to search for, words to spell-check, and words that name the wanted product. */
function readQuery({ request, configuration }: Plan) {
  const { wanted: requested, unwanted } = readNegations(wordsOf(request.query ?? "").words, configuration);
  const units = unitsOf(requested, configuration);
  const wanted = namingUnits(units).flatMap((unit) => unit.words);
  const right = new Set((configuration.search.typo_exclusions ?? []).map(lowered));
  const typed = [...wanted, ...unwanted.flatMap((unit) => unit.words)];
  const checked = typed.filter((word) => isChecked(word) && !right.has(lowered(word)));
  return { requested, units, wanted, checked };
}

/**
 * Matches products with the query's head noun. Undefined if the category is known from clicks, or if categories do not influence the order.
 */
function calledBy(plan: Plan, units: readonly Unit[]): Clause | undefined {
  const { request, configuration, catalog, intent } = plan;
  const isRequested = intent === null && ranksByCategory(request, configuration) && tellsCategories(catalog);
  return isRequested ? calledSo(units, configuration.language) : undefined;
}

/** Returns the plan in which names that look like negations ("nike free") are searched as typed. @throws the errors of the engine */
export async function withNegatedNames(deps: CachedEngine, live: LiveCatalog, plan: Plan): Promise<Plan> {
  if (plan.request.query === null) return plan;
  const names = await readNegatedNames(deps, live, plan.request.query, plan.configuration);
  return names.length === 0 ? plan : relaxed(plan, { ...AS_TYPED, names });
}

/** Returns the plan with spelling corrections, in which names that look like negations are searched as typed. */
export function relaxed(plan: Plan, relaxation: Relaxation): Plan {
  const { corrections, names = [] } = relaxation;
  const added = [...corrections, ...names.map(nameRule)];
  return { ...plan, ...relaxation, configuration: { ...plan.configuration, added } };
}

interface Typed {
  readonly total: number;
  readonly suggested?: Suggested | undefined;
}

/**
 * Decides how a query is relaxed, based on the matches for the query as typed.
 * @param plan from `withNegatedNames`
 * @throws the errors of the engine
 */
export async function readRelaxation(
  deps: CachedEngine,
  live: LiveCatalog,
  plan: Plan,
  { key, matches }: { readonly key: string; readonly matches: Typed },
): Promise<Relaxation> {
  const { request, names } = plan;
  const { query, sort, price, selections } = request;
  if (query === null) return AS_TYPED;
  const deciding = [key, digestOf(plan.configuration), isRanked(sort), price === null, selections.size === 0];
  return deps.cache.read(RELAXATION, live, hashOf(deciding), async () => {
    const value = await relax(deps.engine, live, plan, matches);
    return { value: names === undefined ? value : { ...value, names } };
  });
}

async function relax(engine: Engine, live: LiveCatalog, plan: Plan, matches: Typed): Promise<Relaxation> {
  const { request, configuration } = plan;
  const { suggested } = matches;
  // A sort by a field would mix partial and full matches, so partial matches are added only to an empty result.
  const minimum_hits = isRanked(request.sort) ? configuration.search.minimum_hits : 1;
  const all_words =
    request.selections.size === 0 ? matches.total : await countAllWords(engine, live, plan, minimum_hits);
  const tier = all_words >= minimum_hits ? "strict" : "any";
  const { requested, wanted, checked } = readQuery(plan);
  // A word that only matches as part of a word pair is spelt correctly.
  const asFound = new Set(all_words > 0 ? wanted : []);
  const options = new Map([...optionsOf(checked, suggested)].filter(([word]) => !asFound.has(word)));
  if (options.size === 0) return { ...AS_TYPED, tier, all_words };
  const company = [...wanted.filter((word) => isChecked(word) && !options.has(word)), ...options.keys()];
  const unitsWith = (word: string, text: string) =>
    unitsOf(
      requested.map((one) => (one === word ? text : one)),
      configuration,
    );
  const called = [...options].flatMap(([word, texts]) => texts.map((text) => calledBy(plan, unitsWith(word, text))));
  const doubtful = { options, company, called };
  const counted = await searchDocuments(engine, live.index, companyBody(doubtful, configuration.language));
  const { corrected, categories } = chosenOptions(doubtful, counted as unknown as Counted);
  const corrections = [...corrected].map(([word, option]) => ({ terms: [word], to: [option] }));
  // A query with a price gets no spelling suggestion, because the price words are not searched.
  const suggestion =
    all_words === 0 && request.price === null ? correctedQuery(request.query ?? "", corrected) : undefined;
  return { tier, all_words, corrections, suggestion, categories };
}

/** Matches products regardless of facet selections. A selection narrows the result, and must not cause a relaxation. */
function eligibleProducts({ request, configuration, catalog, rules }: Plan): Clause {
  const unselected = { filter: request.filter, selections: new Map(), facets: [] };
  return productClause(conditionsOf(unselected, configuration, rules.shown).eligible, catalog.fields);
}

/**
 * Whether a word is spell-checked. Short words are one edit away from too many other words, and words with digits are sizes or model
 * numbers.
 */
const isChecked = (word: string): boolean => word.length >= SHORTEST && /^\p{L}+$/u.test(word);
const SHORTEST = 4;

/** Counts the products that match all words of the query. @param minimum_hits upper limit of the count */
async function countAllWords(
  engine: Engine,
  { index }: LiveCatalog,
  plan: Plan,
  minimum_hits: number,
): Promise<number> {
  const filter = [eligibleProducts(plan), hasAllWords(plan.request.query ?? "", plan.configuration)];
  const body = { size: 0, track_total_hits: minimum_hits, query: { bool: { filter } } };
  return (await searchDocuments<never>(engine, index, body)).hits.total.value;
}

const SIMILAR = "similar";
const MAX_OPTIONS = 3;
/**
 * Number of similar words that each shard returns. The number exceeds the number of words used, because the best words of all shards are
 * merged.
 */
const OPTIONS_OF_SHARD = 12;

/**
 * Requests the most similar words from titles and brands, without stemming, for each word that is missing on a shard. The first letter must
 * be the same. Another shard may contain the word, so `companyBody` counts it on all shards.
 */
const termSuggester = (words: readonly string[]): Clause => ({
  text: words.join(" "),
  term: {
    field: TYPED_FIELD,
    size: MAX_OPTIONS,
    shard_size: OPTIONS_OF_SHARD,
    suggest_mode: "missing",
    prefix_length: 1,
    min_word_length: SHORTEST,
    sort: "score",
  },
});

/** A checked word with its offset in UTF-16 units and the engine's suggestions. */
interface CheckedWord {
  readonly offset: number;
  readonly options: readonly { readonly text: string; readonly score: number }[];
}

export type Suggested = Readonly<Record<typeof SIMILAR, readonly CheckedWord[]>>;

/** Possible corrections of each word that is missing on a shard, most similar first. @param words the checked words */
export function optionsOf(words: readonly string[], suggested: Suggested | undefined): ReadonlyMap<string, string[]> {
  const options = new Map<string, string[]>();
  for (const [word, start] of offsetsOf(words)) {
    const texts = optionsAt(suggested?.similar, start).flatMap(({ text }) => (isMisspelling(word, text) ? [text] : []));
    if (texts.length > 0) options.set(word, texts.slice(0, MAX_OPTIONS));
  }
  return options;
}

const optionsAt = (some: readonly CheckedWord[] = [], start: number) =>
  some.flatMap(({ offset, options }) => (offset === start ? options : []));

/** The offsets of words that are joined by single spaces. */
function offsetsOf(words: readonly string[]): (readonly [word: string, offset: number])[] {
  let offset = 0;
  return words.map((word) => {
    const start = offset;
    offset += word.length + 1;
    return [word, start] as const;
  });
}

/** Words that may be misspelt, with the data for the choice of corrections. */
interface Doubtful {
  readonly options: ReadonlyMap<string, readonly string[]>;
  /** All checked words of the query. A word that occurs in a product is not corrected. */
  readonly company: readonly string[];
  /**
   * For each possible correction, a clause for products whose head noun is the corrected query. Undefined if categories
   * do not influence the order.
   */
  readonly called: readonly (Clause | undefined)[];
}

/**
 * Counts products to choose between similar words: all products with each checked word of the query (`company`), active products with each
 * possible correction, and active products with each pair of a checked word and a correction. Filters of the request do not apply.
 */
function companyBody({ options, company, called }: Doubtful, language: Language): Clause {
  const each = (words: readonly string[]): Clause => ({
    filters: { filters: words.map((word) => inAnyText([[word]], [], language)) },
  });
  return {
    size: 0,
    track_total_hits: true,
    query: { term: { active: true } },
    aggs: {
      // Counts inactive products as well, because the words of inactive products are also spelled correctly.
      all: { global: {}, aggs: { company: each(company) } },
      options: { ...each([...options.values()].flat()), aggs: { company: each(company) } },
      // Uses one aggregation per filter, because `significant_terms` fails in buckets on shards without matches.
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
    readonly all: { readonly company: Counts };
    readonly options: Counts;
  } & Readonly<Partial<Record<ReturnType<typeof calledName>, CountedCategories>>>;
}

/**
 * Selects a correction for each word: the first option that occurs in products together with at least half of the query's other words. If
 * no other word occurs in a product, selects the first option for which the word is a likely typing error.
 */
function chosenOptions(
  { options, company }: Doubtful,
  { hits, aggregations }: Counted,
): { readonly corrected: ReadonlyMap<string, string>; readonly categories: readonly string[] } {
  const known = new Set(company.filter((_, at) => (aggregations.all.company.buckets[at]?.doc_count ?? 0) > 0));
  const corrected = new Map<string, string>();
  const categories: string[] = [];
  let at = 0;
  for (const [word, texts] of options) {
    const first = at;
    const counts = aggregations.options.buckets.slice(first, (at += texts.length));
    if (known.has(word)) continue;
    const taken = texts.findIndex((text, index) => {
      const { doc_count = 0, company: beside } = counts[index] ?? {};
      if (known.size === 0) return isLikelySlip(word, text, doc_count / hits.total.value || 0);
      return (beside?.buckets ?? []).filter((bucket) => bucket.doc_count > 0).length * 2 >= known.size;
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
 * Whether one word may be a misspelling of another. The maximum number of edits depends on the length; two edits are allowed if the
 * consonants are the same ("vynil", "vinyl"). Two edits from a short word usually give a different word ("winter", "water"): of 234 such
 * pairs in the Home Depot query log about 20 % were misspellings, but 80 % of the 35 pairs with the same consonants.
 */
export function isMisspelling(word: string, other: string): boolean {
  const [typed, meant] = [folded(word), folded(other)];
  const edits = editDistance(typed, meant, 2);
  return edits !== undefined && (edits <= mostEdits(typed) || consonantsOf(typed) === consonantsOf(meant));
}

/**
 * Whether a word is more likely misspelt than a correct word that the shop does not have. The thresholds keep the rate of false corrections
 * low. The thresholds were measured with correct words that occur in one of six catalogues and are missing in another catalogue.
 *
 * - Two swapped letters: under 1 % false corrections at any length.
 * - A vowel or a doubled letter: under 4 % from five letters.
 * - Any other edit: 2 to 9 % at five and six letters, about 1 % from seven letters.
 * - Any edit to a word that 1 % of the products contain: 3 % at four letters, at most 1 % from five letters.
 * @param share share of products that contain the other word
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
