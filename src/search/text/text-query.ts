import type { SearchRules, SynonymRule } from "../../storefront/search-configuration.js";
import { type Language, LANGUAGES } from "../../languages/languages.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import {
  brandMatch,
  KIND_CLAUSES_PER_HEAD,
  KIND_CLAUSES_PER_PIECE,
  kindMatch,
  popularityPrior,
  titlePhrase,
} from "./text-parts.js";
import { loweredWords } from "../../lib/folded.js";
import { MAX_TERM_WORDS, rulesOf } from "./synonyms.js";
import { plainClause, sumOf, type Signal, type SignalParts } from "../signal.js";
import { MAX_NEGATION_CLAUSES, negationSignals, readNegations, saysWithout } from "./negation.js";
import { MAX_ALTERNATIVE_WORDS, MAX_MEASURED, MAX_MEASURES, namingUnits, unitsOf, type Unit } from "./units.js";
import {
  apart,
  CLAUSES_PER_PIECE,
  ending,
  COMPOUND_CLAUSES_PER_PIECE,
  inAnyText,
  inTitleApart,
  MEASURE_CLAUSES,
  measureMatch,
  measuresEqual,
  statesMeasure,
  together,
  wordMatch,
} from "./word-match.js";
import { MAX_PIECES, type TextRules, type TextTier, wordsOf } from "./words.js";

/** Past so many pieces nothing is looked for but the words: all else multiplies, and the engine would refuse the query. */
const MAX_SHORT_PIECES = 8;
const WITH_ALTERNATIVES = MAX_SHORT_PIECES + MAX_ALTERNATIVE_WORDS;

/** The signals that a long query leaves out; the phrase and popularity are one clause each, however long it is. */
const WORDS_ALONE: Partial<SearchRules> = {
  heads: 0,
  kinds: 0,
  brand: 0,
  all_words: 0,
  compounds: false,
  general_synonyms: false,
  synonyms: [],
};

/** A word apart, and together with the one before and the one after. */
const OTHERWISE_CLAUSES_PER_PIECE = 3;

/** The most clauses a text query has: a long one its words and the phrase, a short one all that may be made of it. */
export const MAX_TEXT_CLAUSES =
  MAX_NEGATION_CLAUSES +
  Math.max(
    MAX_PIECES * (CLAUSES_PER_PIECE + 3),
    // Each word in each text, and three times in any text: for some words, for all, and for all written otherwise.
    WITH_ALTERNATIVES * (CLAUSES_PER_PIECE + 3) +
      // One of them and its synonyms as a head, for some words and for all.
      (1 + MAX_ALTERNATIVE_WORDS) * 2 * KIND_CLAUSES_PER_HEAD +
      MAX_SHORT_PIECES * 2 * KIND_CLAUSES_PER_PIECE +
      MAX_MEASURED * (3 + MAX_MEASURES * (CLAUSES_PER_PIECE + MEASURE_CLAUSES)) +
      // The phrase, and compounds: what they are worth, and twice whether they are there.
      MAX_SHORT_PIECES * (1 + COMPOUND_CLAUSES_PER_PIECE + 2 * OTHERWISE_CLAUSES_PER_PIECE),
  );

/** A synonym of several words is worth as much as a word less than the typed one, however many words it has. */
const SEVERAL_WORDS = 0.7;

/** The scoring query for what a shopper typed. Words may be spread over the fields. */
export function textQuery(query: string, rules: TextRules, tier: TextTier): Clause {
  const parts = textParts(query, rules, tier);
  return parts === undefined ? { match_none: {} } : sumOf(parts, plainClause);
}

/** The name of the whole text query in explanations. */
export const TEXT = "text";

/** The same as one signal of the order. */
export function textSignal(query: string, rules: TextRules, tier: TextTier): Signal {
  const parts = textParts(query, rules, tier);
  const clause = parts === undefined ? { match_none: {} } : sumOf(parts, plainClause);
  return { name: TEXT, clause, ...(parts === undefined ? {} : { parts }) };
}

/** A clause for products with all words; it scores nothing. */
export function hasAllWords(query: string, rules: TextRules): Clause {
  const parts = textParts(query, rules, "strict");
  return parts === undefined ? { match_none: {} } : { bool: { filter: parts.filter } };
}

/** Undefined where no word was typed. */
function textParts(query: string, given: TextRules, tier: TextTier): SignalParts | undefined {
  const { words: typed, pieces } = wordsOf(query);
  if (typed.length === 0) return undefined;
  const isLong = pieces > MAX_SHORT_PIECES;
  const rules = isLong ? { ...given, search: { ...given.search, ...WORDS_ALONE } } : given;
  const { wanted, unwanted } = readNegations(typed, rules);
  // Who only says what is not wanted gets what is said to be without it, and behind that what has the words as typed.
  const said = wanted.length === 0 ? unwanted.map((unit) => saysWithout(unit, rules)) : [];
  const parts = wordParts(wanted.length === 0 ? typed : wanted, said, rules, tier);
  return { ...parts, should: [...parts.should, ...negationSignals(unwanted, rules)] };
}

/** @param said clauses for what stands in place of all words */
function wordParts(words: readonly string[], said: readonly Clause[], rules: TextRules, tier: TextTier): SignalParts {
  const units = unitsOf(words, rules);
  const all = units.map((unit) => presentUnit(unit));
  const present = said.length === 0 ? all : [anyOf([...said, { bool: { filter: all } }])];
  const points = units.map((_, at) => unitMatch(units, at, rules));
  const likes = [
    ...named(
      "phrase",
      titlePhrase(
        namingUnits(units).flatMap((unit) => unit.words),
        rules,
      ),
    ),
    ...named("brand", brandMatch(units, rules)),
    ...named("popularity", popularityPrior(rules.search.popularity)),
  ];
  if (tier === "strict") {
    const matches = named("words", [{ bool: { should: points } }]);
    return { must: [], filter: present, should: [...matches, ...kinds(units, rules), ...likes] };
  }
  // Words that all text fields have may differ in form by field: a brand's own analyzer does not stem.
  const anyhow = units.map((unit, at) => anyOf([presentUnit(unit, "none"), ...writtenOtherwise(units, at, rules)]));
  const foundPoints = units.length < 2 ? 0 : (rules.search.all_words * FOUND) / units.length;
  const found = [...anyhow, ...said].map((filter) => ({ constant_score: { filter, boost: foundPoints } }));
  const weight = units.length < 2 ? 1 : OF_TEXT;
  const matches = named("words", [{ bool: { should: [{ bool: { should: points, boost: weight } }, ...found] } }]);
  if (units.length < 2) return { must: matches, filter: [], should: [...kinds(units, rules), ...likes] };
  const half = kinds(units, rules, OF_SOME_WORDS);
  const { all_words } = rules.search;
  const have = [having(present, all_words), having(anyhow, all_words * OTHERWISE)];
  const isWorth = all_words > 0 || half.length > 0;
  return {
    must: matches,
    filter: [],
    should: [...named("all words", isWorth ? [allWords(have, half)] : []), ...half, ...likes],
  };
}

/**
 * The part of the points for its kind that a product gets which lacks some of the words: a doll bag is a bag, but not
 * the camera bag that was searched for.
 */
const OF_SOME_WORDS = 0.5;

/*
 * Where products lack words, how many they have counts more than how rare these are and where they stand: a rare word in a title
 * ("LITTLE set") is not what "little black dress" is about. Chosen together on six judged catalogues, of which none loses by them:
 * NDCG@10 +.0021 [+.0002, +.0045] over 692 queries.
 */

/** The part of the points for all words that is shared among those that a product has. */
const FOUND = 0.5;
/** The part of a text's own points that counts. */
const OF_TEXT = 0.7;
/** The part of the points for all words where titles write some of them together or apart: "trenchcoat" behind "trench coat". */
const OTHERWISE = 0.7;

const named = (name: string, clauses: readonly Clause[]): Signal[] =>
  clauses.map((clause) => ({ name: `text ${name}`, clause }));

const kinds = (units: readonly Unit[], rules: TextRules, share = 1): Signal[] =>
  kindMatch(units, rules, share).map((clause, at) => ({ name: `text kind ${at + 1}`, clause }));

const having = (present: readonly Clause[], boost: number): Clause => ({
  constant_score: { filter: { bool: { filter: present } }, boost },
});

/** Points that put what has all words before what has some, and the rest of those for its kind. */
const allWords = (have: readonly Clause[], ofKind: readonly Signal[]): Clause => ({
  bool: { must: [oneOf(have)], ...(ofKind.length === 0 ? {} : { should: ofKind.map(plainClause) }) },
});

/** A unit by any of its names, in whatever texts of a product, or by what it measures. */
function presentUnit({ words, alternatives, measures }: Unit, leftOut: "all" | "none" = "all"): Clause {
  const texts = [words, ...alternatives].map((name) => inAnyText(name.join(" "), leftOut));
  if (measures === undefined) return anyOf(texts);
  // A text's "1 kg" may be another one's, as in a price by the kilo: it counts for products of which nothing is known.
  const unknown = { bool: { filter: texts, must_not: measures.map(statesMeasure) } };
  return anyOf([{ bool: { filter: measures.map(measuresEqual) } }, unknown]);
}

/** A single word in titles that write it apart, and in texts that write it together with the one before or after it. */
function writtenOtherwise(units: readonly Unit[], at: number, { search }: TextRules): Clause[] {
  const { words, measures } = units[at] as Unit;
  const [word, ...more] = words;
  if (!search.compounds || word === undefined || more.length > 0 || measures !== undefined) return [];
  const { before, after } = neighbours(units, at);
  return [
    inTitleApart(word),
    ...(before === undefined ? [] : [inAnyText(`${before}${word}`, "none")]),
    ...(after === undefined ? [] : [inAnyText(`${word}${after}`, "none")]),
  ];
}

const neighbours = (units: readonly Unit[], at: number) => ({
  before: units[at - 1]?.words.at(-1),
  after: units[at + 1]?.words[0],
});

/** The best of a unit's names counts, each with all its words. */
function unitMatch(units: readonly Unit[], at: number, { field_weights, search, language }: TextRules): Clause {
  const { words, alternatives, measures } = units[at] as Unit;
  if (measures !== undefined) {
    const typed = wordMatch(words.join(" "), field_weights);
    return { bool: { should: measures.map((one) => oneOf([typed, ...measureMatch(one, field_weights.title)])) } };
  }
  return oneOf([
    ...[words, ...alternatives].map((name) => {
      const boost = name.length === 1 ? 1 : (name === words ? 1 : SEVERAL_WORDS) / name.length;
      const matches = name.map((word) => wordMatch(word, field_weights, boost));
      return matches.length === 1 ? (matches[0] as Clause) : { bool: { must: matches } };
    }),
    ...(search.compounds ? compounds(units, at, field_weights.title, language) : []),
  ]);
}

/** A word in titles that write it apart, or together with the one before or after, or at the end of a longer one. */
function compounds(units: readonly Unit[], at: number, titleWeight: number, language: Language): Clause[] {
  const [word, ...more] = (units[at] as Unit).words;
  if (word === undefined || more.length > 0) return [];
  const { before, after } = neighbours(units, at);
  return [
    apart(word, titleWeight),
    ...(LANGUAGES[language].compounds ? [ending(word, titleWeight)] : []),
    ...(before === undefined ? [] : [together(before, word, titleWeight)]),
    ...(after === undefined ? [] : [together(word, after, titleWeight)]),
  ];
}

const anyOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { bool: { should: queries } };

/** The best of them counts. */
const oneOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } };

/** The search rules with only those synonyms that say something about a query's words: what a chain of pages keeps of them. */
export function searchRulesFor(query: string, rules: Pick<TextRules, "language" | "search">): SearchRules {
  const typed = wordsOf(query).words;
  const about = new Set<SynonymRule>();
  // What is not wanted leaves words next to each other that were not typed so.
  for (const some of [typed, readNegations(typed, rules).wanted]) {
    const words = loweredWords(some.join(" "));
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + MAX_TERM_WORDS); to += 1) {
        for (const rule of rulesOf(words.slice(from, to).join(" "), rules)) about.add(rule);
      }
    }
  }
  const { never_corrected: _, ...search } = rules.search;
  return { ...search, general_synonyms: false, synonyms: [...about] };
}
