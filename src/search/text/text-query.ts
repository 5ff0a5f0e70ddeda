import type { SearchRules, SynonymRule } from "../../storefront/search-configuration.js";
import { type Language, LANGUAGES } from "../../languages/languages.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { brandMatch, kindMatch, popularityPrior, titlePhrase } from "./text-parts.js";
import { loweredWords } from "../../lib/folded.js";
import { MAX_TERM_WORDS, rulesOf } from "./synonyms.js";
import { plainClause, sumOf, type Signal, type SignalParts } from "../signal.js";
import { MAX_NEGATION_CLAUSES, negationSignals, readNegations, saysWithout } from "./negation.js";
import { MAX_ALTERNATIVE_WORDS, unitsOf, type Unit } from "./units.js";
import {
  apart,
  CLAUSES_PER_PIECE,
  ending,
  COMPOUND_CLAUSES_PER_PIECE,
  inAnyText,
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

/** The most clauses a text query has: a long one its words and the phrase, a short one all that may be made of it. */
export const MAX_TEXT_CLAUSES =
  MAX_NEGATION_CLAUSES +
  Math.max(
    MAX_PIECES * (CLAUSES_PER_PIECE + 3),
    // Each word in each text, in any text, and as a head in two fields, for some words and for all.
    WITH_ALTERNATIVES * (CLAUSES_PER_PIECE + 2 + 2 * 2) +
      // The phrase, and compounds.
      MAX_SHORT_PIECES * (1 + COMPOUND_CLAUSES_PER_PIECE),
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
    ...named("phrase", titlePhrase(words, rules)),
    ...named("brand", brandMatch(units, rules)),
    ...named("popularity", popularityPrior(rules.search.popularity)),
  ];
  if (tier === "strict") {
    const matches = named("words", [{ bool: { should: points } }]);
    return { must: [], filter: present, should: [...matches, ...kinds(units, rules), ...likes] };
  }
  // Words that all text fields have may differ in form by field: a brand's own analyzer does not stem.
  const found = [...units.map((unit) => presentUnit(unit, "none")), ...said].map((filter) => ({
    constant_score: { filter, boost: 0 },
  }));
  const matches = named("words", [{ bool: { should: [...points, ...found] } }]);
  if (units.length < 2) return { must: matches, filter: [], should: [...kinds(units, rules), ...likes] };
  const half = kinds(units, rules, OF_SOME_WORDS);
  return {
    must: matches,
    filter: [],
    should: [...named("all words", allWords(present, half, rules)), ...half, ...likes],
  };
}

/**
 * The part of the points for its kind that a product gets which lacks some of the words: a doll bag is a bag, but not
 * the camera bag that was searched for.
 */
const OF_SOME_WORDS = 0.5;

const named = (name: string, clauses: readonly Clause[]): Signal[] =>
  clauses.map((clause) => ({ name: `text ${name}`, clause }));

const kinds = (units: readonly Unit[], rules: TextRules, share = 1): Signal[] =>
  kindMatch(units, rules, share).map((clause, at) => ({ name: `text kind ${at + 1}`, clause }));

/** Points that put what has all words before what has some, and the rest of those for its kind. */
function allWords(present: readonly Clause[], ofKind: readonly Signal[], { search }: TextRules): Clause[] {
  if (search.all_words === 0 && ofKind.length === 0) return [];
  const have = { constant_score: { filter: { bool: { filter: present } }, boost: search.all_words } };
  return [{ bool: { must: [have], ...(ofKind.length === 0 ? {} : { should: ofKind.map(plainClause) }) } }];
}

/** A unit by any of its names, in whatever texts of a product. */
const presentUnit = ({ words, alternatives }: Unit, leftOut: "all" | "none" = "all"): Clause =>
  anyOf([words, ...alternatives].map((name) => inAnyText(name.join(" "), leftOut)));

/** The best of a unit's names counts, each with all its words. */
function unitMatch(units: readonly Unit[], at: number, { field_weights, search, language }: TextRules): Clause {
  const { words, alternatives } = units[at] as Unit;
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
  const before = units[at - 1]?.words.at(-1);
  const after = units[at + 1]?.words[0];
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
