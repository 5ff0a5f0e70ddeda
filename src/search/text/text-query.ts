import type { SearchRules } from "../../storefront/search-configuration.js";
import { type Language, LANGUAGES, comparableWords } from "../../languages/index.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { asTyped, brandMatch, KIND_CLAUSES, productTypeMatch, popularityPrior } from "./text-parts.js";
import { plainClause, sumOf, type Signal, type SignalParts } from "../signal.js";
import { MAX_NEGATION_CLAUSES, negationSignals, readNegations, absenceClause } from "./negation.js";
import { MAX_ALTERNATIVE_WORDS, MAX_MEASURED, MAX_MEASURES, requestedUnits, unitsOf, type Unit } from "./units.js";
import {
  ANY_FIELD,
  anyOf,
  apart,
  characters,
  CLAUSES_PER_PIECE,
  COMPOUND_CLAUSES_PER_PIECE,
  ending,
  inAnyText,
  JOINED_FIELD,
  MEASURE_CLAUSES,
  measureMatch,
  measuresEqual,
  oneOf,
  pairsOf,
  partsOf,
  statesMeasure,
  together,
  TYPED_FIELD,
  wordMatch,
} from "./word-match.js";
import { isStopWord, MAX_PIECES, queryText, type TextRules, type TextTier, wordsOf } from "./words.js";

/**
 * Maximum number of words and terms in a query that is expanded with synonyms, compounds and more. In longer queries
 * only the words are searched, because the expansion would exceed the engine's clause limit.
 */
const MAX_SHORT_PIECES = 8;
const WITH_ALTERNATIVES = MAX_SHORT_PIECES + MAX_ALTERNATIVE_WORDS;

/**
 * Settings that disable signals for long queries. The signals for the exact phrase and for popularity stay active, because each of them
 * adds only one clause.
 */
const WORDS_ALONE: Partial<SearchRules> = {
  heads: 0,
  product_types: 0,
  brand: 0,
  all_words: 0,
  compounds: false,
  general_synonyms: false,
  synonyms: [],
};

/**
 * Maximum number of clauses in a text query. The maximum is reached by a long query with many words, or by a short
 * query with alternatives, measures and compounds.
 */
export const MAX_TEXT_CLAUSES =
  MAX_NEGATION_CLAUSES +
  Math.max(
    MAX_PIECES * (CLAUSES_PER_PIECE + 5),
    // Clauses for each word in each field, and four more per word in the fields that combine all other fields.
    WITH_ALTERNATIVES * (CLAUSES_PER_PIECE + 5) +
      (1 + MAX_ALTERNATIVE_WORDS) * KIND_CLAUSES +
      MAX_MEASURED * (3 + MAX_MEASURES * (CLAUSES_PER_PIECE + MEASURE_CLAUSES)) +
      MAX_SHORT_PIECES * (3 + COMPOUND_CLAUSES_PER_PIECE),
  );

/** Weight of a multi-word synonym of any length, relative to the typed word. */
const SEVERAL_WORDS = 0.7;

/** The scoring query for a shopper's text, whose words may match in different fields. */
export const textQuery = (query: string, rules: TextRules, tier: TextTier): Clause =>
  textSignal(query, rules, tier).clause;

/** Name of the total text score in explanations. */
export const TEXT = "text";

export function textSignal(query: string, rules: TextRules, tier: TextTier): Signal {
  const parts = textParts(query, rules, tier);
  const clause = parts === undefined ? { match_none: {} } : sumOf(parts, plainClause);
  return { name: TEXT, clause, ...(parts === undefined ? {} : { parts }) };
}

/** Builds a filter clause for products that match all words of the query. The clause adds no score. */
export function hasAllWords(query: string, rules: TextRules): Clause {
  const parts = textParts(query, rules, "strict");
  return parts === undefined ? { match_none: {} } : { bool: { filter: parts.filter } };
}

/** Builds the clauses of a text query. @returns `undefined` if the query has no words */
function textParts(query: string, given: TextRules, tier: TextTier): SignalParts | undefined {
  const { words: typed, pieces } = wordsOf(query);
  if (typed.length === 0) return undefined;
  if (typed.every((word) => isStopWord(word, given.language))) return stopWordParts(query, typed, given);
  const isLong = pieces > MAX_SHORT_PIECES;
  const rules = isLong ? { ...given, added: [], search: { ...given.search, ...WORDS_ALONE } } : given;
  const { wanted, unwanted } = readNegations(typed, rules);
  // If all words are negated, ranks products that are labelled as free of the unwanted ingredient first.
  const absences = wanted.length === 0 ? unwanted.map((unit) => absenceClause(unit, rules)) : [];
  const parts = wordParts(wanted.length === 0 ? typed : wanted, absences, rules, tier);
  const looked = unwanted.length === 0 || wanted.length === 0 ? query : wanted.join(" ");
  const should = [...parts.should, ...named("as typed", asTyped(looked, rules)), ...negationSignals(unwanted, rules)];
  return { ...parts, should };
}

/** Matches titles and brands with all words of a query that has only stop words: "the who". */
function stopWordParts(query: string, words: readonly string[], rules: TextRules): SignalParts {
  const all = { match: { [TYPED_FIELD]: { query: words.join(" "), operator: "and" } } };
  const brand = brandMatch([{ words: queryText(query).split(" "), alternatives: [] }], rules);
  return { must: [], filter: [all], should: [...named("as typed", asTyped(query, rules)), ...named("brand", brand)] };
}

/**
 * Builds the clauses for the words of a query.
 * @param reported clauses for products that match even if they do not contain all words
 */
function wordParts(
  words: readonly string[],
  reported: readonly Clause[],
  rules: TextRules,
  tier: TextTier,
): SignalParts {
  const typed = unitsOf(words, rules);
  const units = requestedUnits(typed, rules);
  const all = units.map((_, at) => presentUnit(units, at, rules));
  const present = reported.length === 0 ? all : [anyOf([...reported, { bool: { filter: all } }])];
  const names = units.filter(({ measures }) => measures === undefined);
  const points = units.map((_, at) => unitMatch(units, at, rules));
  const likes = [
    ...named("brand", brandMatch(typed, rules)),
    ...named("popularity", popularityPrior(rules.search.popularity)),
  ];
  if (tier === "strict") {
    const matches = named("words", [{ bool: { should: points } }]);
    return { must: [], filter: present, should: [...matches, ...productTypes(typed, rules), ...likes] };
  }
  // Amounts only add points, unless the query consists of amounts alone.
  const isLookedFor = ({ measures }: Unit) => measures === undefined || names.length === 0;
  const [requested, amounts] = [
    points.filter((_, at) => isLookedFor(units[at] as Unit)),
    points.filter((_, at) => !isLookedFor(units[at] as Unit)),
  ];
  const foundPoints = units.length < 2 ? 0 : (rules.search.all_words * FOUND) / units.length;
  const found = [...all.filter((_, at) => isLookedFor(units[at] as Unit)), ...reported].map((filter) => ({
    constant_score: { filter, boost: foundPoints },
  }));
  const weight = units.length < 2 ? 1 : OF_TEXT;
  const prefixes = codePrefixes(units);
  const matches = named("words", [
    {
      bool: {
        should: [{ bool: { should: requested, boost: weight } }, ...(units.length < 2 ? [] : found), ...prefixes],
      },
    },
  ]);
  if (units.length < 2) return { must: matches, filter: [], should: [...productTypes(typed, rules), ...likes] };
  const half = productTypes(typed, rules, OF_SOME_WORDS);
  return {
    must: matches,
    filter: [],
    should: [
      ...named("all words", [allWords(present, rules.search.all_words, half)]),
      ...named("amounts", amounts),
      ...half,
      ...likes,
    ],
  };
}

/**
 * Adds points to products that match all words of the query, so that these products rank above partial matches. Full matches also get all
 * product type points, of which partial matches get half.
 */
const allWords = (present: readonly Clause[], boost: number, half: readonly Signal[]): Clause => ({
  bool: {
    must: [{ constant_score: { filter: { bool: { filter: present } }, boost } }],
    ...(half.length === 0 ? {} : { should: half.map(plainClause) }),
  },
});

/**
 * Share of the product type points that partial matches get. For "camera bag", a doll bag has the right type but is not the searched
 * product.
 */
const OF_SOME_WORDS = 0.5;

/** Matches the prefix of a product code as a last resort: "9960001" matches "9960001W". */
const codePrefixes = (units: readonly Unit[]): Clause[] =>
  units.flatMap(({ words: [word = "", ...more], measures }) =>
    more.length > 0 || measures !== undefined || !CODE.test(word)
      ? []
      : [ANY_FIELD, JOINED_FIELD].map((field) => ({
          prefix: { [field]: { value: comparableWords(word).join(""), boost: PREFIX } },
        })),
  );
const CODE = /^(?=.*\d).{5,}$/u;
const PREFIX = 0.1;

/*
 * The number of matching words affects partial matches more than the rarity and the fields of the words. Otherwise a title like "LITTLE
 * set" would rank first for "little black dress", because "little" is rare. `FOUND` and `OF_TEXT` were tuned together on six judged
 * catalogues. NDCG@10 rose by .0021 [.0002, .0045] over 692 queries, and fell for no catalogue.
 */

/** Share of the `all_words` points that partial matches get, in proportion to the number of matching words. */
const FOUND = 0.5;
/** Weight of the engine's text score, which depends on the rarity and field of the matching words. */
const OF_TEXT = 0.7;

/** Combines the clauses in one named signal, because the engine reports one score per name. */
const named = (name: string, clauses: readonly Clause[]): Signal[] =>
  clauses.length === 0 ? [] : [{ name: `text ${name}`, clause: anyOf(clauses) }];

const productTypes = (units: readonly Unit[], rules: TextRules, share = 1): Signal[] =>
  productTypeMatch(units, rules, share).map((clause, at) => ({ name: `text kind ${at + 1}`, clause }));

/** Matches a word, a term or one of its synonyms in any field, or an amount by its measure. */
function presentUnit(units: readonly Unit[], at: number, { search, language }: TextRules): Clause {
  const { words, alternatives, measures } = units[at] as Unit;
  const names = [words, ...alternatives];
  if (measures === undefined) return inAnyText(names, search.compounds ? neighbourPairs(units, at) : [], language);
  // Matches text only for products without a measure, because text may mention a price per kilogram.
  const unknown = { bool: { filter: [inAnyText(names, [], language)], must_not: measures.map(statesMeasure) } };
  return anyOf([{ bool: { filter: measures.map(measuresEqual) } }, unknown]);
}

/** Joins a single word with each of its neighbours. */
function neighbourPairs(units: readonly Unit[], at: number): string[] {
  const { words, measures } = units[at] as Unit;
  const [word, ...more] = words;
  if (word === undefined || more.length > 0 || measures !== undefined) return [];
  return pairsOf(word, units[at - 1]?.words.at(-1), units[at + 1]?.words[0]);
}

/** Scores the best match of a word or term and its synonyms. A synonym only matches if all its words match. */
function unitMatch(units: readonly Unit[], at: number, { field_weights, search, language }: TextRules): Clause {
  const { words, alternatives, measures } = units[at] as Unit;
  if (measures !== undefined) {
    const typed = wordMatch(words.join(" "), field_weights);
    return { bool: { should: measures.map((one) => oneOf([typed, ...measureMatch(one, field_weights.title)])) } };
  }
  // "grills-gas" may be two words, so its parts are matched, too.
  const cut = words.length === 1 ? partsOf(words[0] as string) : [];
  return oneOf([
    ...[words, ...(cut.length > 1 ? [cut] : []), ...alternatives].map((name) => {
      const boost = name.length === 1 ? 1 : (name === words ? 1 : SEVERAL_WORDS) / name.length;
      const matches = name.map((word) => wordMatch(word, field_weights, boost));
      return matches.length === 1 ? (matches[0] as Clause) : { bool: { must: matches } };
    }),
    ...(search.compounds ? compounds(units, at, field_weights.title, language) : []),
  ]);
}

/**
 * Matches a single word that a title spells differently: as two words, as one word with a neighbour, as the end of a
 * compound, or as nearby characters.
 */
function compounds(units: readonly Unit[], at: number, titleWeight: number, language: Language): Clause[] {
  const [word, ...more] = (units[at] as Unit).words;
  if (word === undefined || more.length > 0) return [];
  const pairs = neighbourPairs(units, at);
  const { isUnspaced } = LANGUAGES[language].forms;
  return [
    apart(word, titleWeight),
    ...(isUnspaced ? [characters(word)] : []),
    ...(pairs.length > 0 && !isUnspaced ? [together(pairs, titleWeight)] : []),
    ...(LANGUAGES[language].compounds ? [ending(word, titleWeight)] : []),
  ];
}
