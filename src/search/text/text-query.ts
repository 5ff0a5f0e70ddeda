import type { Clause } from "../filter-query.js";
import { brandMatch } from "./brand-match.js";
import { apart, COMPOUND_CLAUSES_PER_PIECE, together } from "./compounds.js";
import { kindMatch } from "./kind-match.js";
import { MAX_PARTS, partedMeasure } from "./measures.js";
import { anyIsNamed } from "./named.js";
import { popularityPrior } from "./popularity.js";
import { CLAUSES_PER_MISSPELT_PIECE, similarWords } from "./spelling.js";
import { plainClause, sumOf, type Signal, type SignalParts } from "../signal.js";
import type { TextRules, TextTier } from "./text-rules.js";
import { titlePhrase } from "./title-phrase.js";
import { MAX_ALTERNATIVE_WORDS, unitsOf, type Unit } from "./units.js";
import { CLAUSES_PER_PIECE, CLAUSES_PER_PIECE_OF_SOME, wordMatch } from "./word-match.js";
import { MAX_PIECES, wordsOf } from "./words.js";

/** Past so many pieces nothing is looked for but the words: all else multiplies, and the engine would refuse the query. */
const MAX_SHORT_PIECES = 8;
const WITH_ALTERNATIVES = MAX_SHORT_PIECES + MAX_ALTERNATIVE_WORDS;

/** The most clauses a text query has: a long one its words and the phrase, a short one all that may be made of it. */
export const MAX_TEXT_CLAUSES = Math.max(
  MAX_PIECES * (CLAUSES_PER_PIECE + 1),
  // Each word as one of all and as one of some; heads in two fields.
  WITH_ALTERNATIVES * (CLAUSES_PER_PIECE + CLAUSES_PER_PIECE_OF_SOME + 2) +
    // The phrase, the word taken apart, misspelt, and in compounds.
    MAX_SHORT_PIECES *
      (1 + MAX_PARTS * CLAUSES_PER_PIECE_OF_SOME + CLAUSES_PER_MISSPELT_PIECE + COMPOUND_CLAUSES_PER_PIECE),
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
function textParts(query: string, rules: TextRules, tier: TextTier): SignalParts | undefined {
  const { words, pieces } = wordsOf(query);
  if (words.length === 0) return undefined;
  const named = (name: string, clauses: readonly Clause[]) =>
    clauses.map((clause) => ({ name: `text ${name}`, clause }));
  const phrase = named("phrase", titlePhrase(words, rules));
  const popularity = named("popularity", popularityPrior(rules.search.popularity));
  if (pieces > MAX_SHORT_PIECES) {
    const asked = tier === "strict" ? "all" : "some";
    const matches = words.map((word) => wordMatch(word, rules.field_weights, asked));
    return { must: named("words", [some(matches, tier)]), filter: [], should: [...phrase, ...popularity] };
  }
  const units = unitsOf(words, rules);
  const exact = units.map((unit) => unitMatch(unit, rules, "all"));
  const isStrict = tier === "strict";
  const matches = isStrict
    ? some(exact, tier)
    : eitherOf(allFirst(exact, rules), some(looseMatches(units, rules), tier));
  return {
    must: named("words", [matches]),
    filter: isStrict && rules.search.named && units.length > 1 ? [anyIsNamed(words)] : [],
    should: [
      ...phrase,
      ...kindMatch(units, rules).map((clause, at) => ({ name: `text kind ${at + 1}`, clause })),
      ...named("brand", brandMatch(units, rules)),
      ...popularity,
    ],
  };
}

/** What is asked, in this order, when all words find too little; of two words, half are one. */
export const looserTiers = (query: string): readonly TextTier[] =>
  wordsOf(query).words.length > 2 ? ["relaxed", "any"] : ["any"];

/** As many of the words as the tier asks for. */
function some(matches: readonly Clause[], tier: TextTier): Clause {
  switch (tier) {
    case "strict":
      return { bool: { must: matches } };
    case "relaxed":
      return { bool: { should: matches, minimum_should_match: Math.ceil(matches.length / 2) } };
    case "any":
      return { bool: { should: matches, minimum_should_match: 1 } };
  }
}

/** A unit by any of its names, each with all its words. */
const unitMatch = ({ words, alternatives }: Unit, { field_weights }: TextRules, asked: "all" | "some"): Clause =>
  oneOf(
    [words, ...alternatives].map((name) => {
      const matches = name.map((word) => wordMatch(word, field_weights, asked));
      return matches.length === 1 ? (matches[0] as Clause) : { bool: { must: matches } };
    }),
  );

/** All words, with points that keep what has them before what has some. */
function allFirst(exact: readonly Clause[], { search }: TextRules): Clause {
  const points = exact.length < 2 || search.all_words === 0 ? [] : [{ match_all: { boost: search.all_words } }];
  return { bool: { must: [...exact, ...points] } };
}

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

/** What has all words anywhere is among what has some of them. */
const eitherOf = (all: Clause, part: Clause): Clause => ({ dis_max: { queries: [all, part] } });

const oneOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } };
