import type { SearchRules } from "../../storefront/search-configuration.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { brandMatch } from "./brand-match.js";
import { apart, COMPOUND_CLAUSES_PER_PIECE, together } from "./compounds.js";
import { kindMatch } from "./kind-match.js";
import { MAX_PARTS, partedMeasure } from "./measures.js";
import { popularityPrior } from "./popularity.js";
import { CLAUSES_PER_MISSPELT_PIECE, similarWords } from "./spelling.js";
import { plainClause, sumOf, type Signal, type SignalParts } from "../signal.js";
import type { TextRules, TextTier } from "./text-rules.js";
import { titlePhrase } from "./title-phrase.js";
import { MAX_ALTERNATIVE_WORDS, unitsOf, type Unit } from "./units.js";
import { inAnyText, inName } from "./whole-text.js";
import { CLAUSES_PER_PIECE, CLAUSES_PER_PIECE_OF_SOME, wordMatch } from "./word-match.js";
import { MAX_PIECES, wordsOf } from "./words.js";

/** Past so many pieces nothing is looked for but the words: all else multiplies, and the engine would refuse the query. */
const MAX_SHORT_PIECES = 8;
const WITH_ALTERNATIVES = MAX_SHORT_PIECES + MAX_ALTERNATIVE_WORDS;

/** What a long query goes without; the phrase and popularity are one clause each, however long it is. */
const WORDS_ALONE: Partial<SearchRules> = {
  ...{ heads: 0, kinds: 0, brand: 0, named: false },
  ...{ spelling: false, compounds: false, measures: false, general_synonyms: false, synonyms: [] },
};

/** The most clauses a text query has: a long one its words and the phrase, a short one all that may be made of it. */
export const MAX_TEXT_CLAUSES = Math.max(
  MAX_PIECES * (CLAUSES_PER_PIECE + 2),
  // Each word in any text, in each text, and as a head in two fields.
  WITH_ALTERNATIVES * (1 + CLAUSES_PER_PIECE + 2) +
    // The phrase, the word in a name, taken apart, misspelt, and in compounds.
    MAX_SHORT_PIECES *
      (2 + MAX_PARTS * CLAUSES_PER_PIECE_OF_SOME + CLAUSES_PER_MISSPELT_PIECE + COMPOUND_CLAUSES_PER_PIECE),
);

/** The scoring query for what a shopper typed. Words may be spread over the fields. */
export function textQuery(query: string, rules: TextRules, tier: TextTier): Clause {
  const parts = textParts(query, rules, tier);
  return parts === undefined ? { match_none: {} } : sumOf(parts, plainClause);
}

/** What explanations call the whole of it. */
export const TEXT = "text";

/** The same as one signal of the order. */
export function textSignal(query: string, rules: TextRules, tier: TextTier): Signal {
  const parts = textParts(query, rules, tier);
  const clause = parts === undefined ? { match_none: {} } : sumOf(parts, plainClause);
  return { name: TEXT, clause, ...(parts === undefined ? {} : { parts }) };
}

/** Undefined where no word was typed. */
function textParts(query: string, given: TextRules, tier: TextTier): SignalParts | undefined {
  const { words, pieces } = wordsOf(query);
  if (words.length === 0) return undefined;
  const named = (name: string, clauses: readonly Clause[]) =>
    clauses.map((clause) => ({ name: `text ${name}`, clause }));
  const isLong = pieces > MAX_SHORT_PIECES;
  const rules = isLong ? { ...given, search: { ...given.search, ...WORDS_ALONE } } : given;
  const units = unitsOf(words, rules);
  const should = [
    ...named("phrase", titlePhrase(words, rules)),
    ...kindMatch(units, rules).map((clause, at) => ({ name: `text kind ${at + 1}`, clause })),
    ...named("brand", brandMatch(units, rules)),
    ...named("popularity", popularityPrior(rules.search.popularity)),
  ];
  if (tier === "strict") {
    // Long data sheets hold any two words, and are about neither.
    const isNamed = rules.search.named && units.length > 1 ? [inName(words.join(" "))] : [];
    const points = { bool: { should: units.map((unit) => unitMatch(unit, rules, "all")) } };
    return {
      must: [],
      filter: [...units.map(isPresent), ...isNamed],
      should: [...named("words", [points]), ...should],
    };
  }
  const part = some(looseMatches(units, rules), tier);
  const matches = isLong ? part : either(allOf(units, rules), part);
  return { must: named("words", [matches]), filter: [], should };
}

/** What is asked, in this order, when all words find too little; of two words, half are one. */
export const looserTiers = (query: string): readonly TextTier[] =>
  wordsOf(query).words.length > 2 ? ["relaxed", "any"] : ["any"];

/** As many of the words as the tier asks for. */
const some = (matches: readonly Clause[], tier: Exclude<TextTier, "strict">): Clause => ({
  bool: { should: matches, minimum_should_match: tier === "any" ? 1 : Math.ceil(matches.length / 2) },
});

/** A unit by any of its names, each with all its words. */
const unitMatch = ({ words, alternatives }: Unit, { field_weights }: TextRules, asked: "all" | "some"): Clause =>
  oneOf(
    [words, ...alternatives].map((name) => {
      const matches = name.map((word) => wordMatch(word, field_weights, asked));
      return matches.length === 1 ? (matches[0] as Clause) : { bool: { must: matches } };
    }),
  );

/** All words, with points that keep what has them before what has some. */
const allOf = (units: readonly Unit[], { search }: TextRules): Clause => ({
  constant_score: {
    filter: { bool: { filter: units.map(isPresent) } },
    boost: units.length < 2 ? 0 : search.all_words,
  },
});

/** A unit by any of its names, in whatever texts of a product. */
const isPresent = ({ words, alternatives }: Unit): Clause =>
  anyOf([words, ...alternatives].map((name) => inAnyText(name.join(" "))));

/** Each unit as it was typed, or nearly so. */
function looseMatches(units: readonly Unit[], rules: TextRules): Clause[] {
  const { field_weights, search } = rules;
  return units.map((unit, at) => {
    const asTyped = unitMatch(unit, rules, "some");
    const [word, ...more] = unit.words;
    if (word === undefined || more.length > 0) return asTyped;
    const before = units[at - 1]?.words.at(-1);
    const after = units[at + 1]?.words[0];
    const parted = search.measures ? partedMeasure(word) : undefined;
    return oneOf([
      asTyped,
      ...(search.spelling ? [similarWords(word, field_weights)] : []),
      ...(parted === undefined ? [] : [wordMatch(parted, field_weights, "some")]),
      ...(search.compounds ? [apart(word, field_weights)] : []),
      ...(search.compounds && before !== undefined ? [together(before, word, field_weights)] : []),
      ...(search.compounds && after !== undefined ? [together(word, after, field_weights)] : []),
    ]);
  });
}

/** What has all words anywhere is among what has some of them; its points are added to those of the words. */
const either = (all: Clause, part: Clause): Clause => ({ bool: { should: [all, part] } });

const anyOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { bool: { should: queries } };

/** The best of them counts. */
const oneOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } };
