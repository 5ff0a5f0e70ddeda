import type { Clause } from "../../catalog/matching/filter-query.js";
import { type Language, LANGUAGES, type NegationWords, withEnglish, comparableWords } from "../../languages/index.js";
import { folded } from "../../lib/folded.js";
import { remembered } from "../../lib/remembered.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";
import type { Signal } from "../signal.js";
import { rulesOf, termKey } from "./synonyms.js";
import { type Unit, unitsOf } from "./units.js";
import { JOINED_FIELD, TYPED_FIELD } from "./word-match.js";
import { type TextRules, type WordRules, wordsOf } from "./words.js";

/** A query split into wanted and unwanted words. */
export interface Reading {
  readonly wanted: readonly string[];
  /** Unwanted words or multi-word terms with synonyms. */
  readonly unwanted: readonly Unit[];
}

/** Maximum number of negations per query. Additional negations are searched like other words. */
const MAX_UNWANTED = 2;
/** Maximum number of names for an unwanted thing (the typed name and its first synonym), and maximum number of terms per name. */
const MAX_NAMES = 2;
const MAX_NAME_PIECES = 2;

/** A negation in a query. Positions are word indexes; ends are exclusive. */
export interface Negation {
  readonly unit: Unit;
  readonly first: number;
  readonly end: number;
  /** The range of negating words: only "free" in "sugar free", but the entire word "zuckerfrei". */
  readonly marker: readonly [first: number, end: number];
}

/**
 * Parses negations such as "without drawers", "ohne Zucker", "sugar free" and "zuckerfrei". All other words are
 * searched as typed, including names from `nameRule` such as "nike free".
 */
export function readNegations(words: readonly string[], rules: WordRules): Reading {
  const negations = negationsIn(words, rules);
  const isNegated = (at: number) => negations.some(({ first, end }) => first <= at && at < end);
  return { wanted: words.filter((_, at) => !isNegated(at)), unwanted: negations.map(({ unit }) => unit) };
}

/** The negations of a query, in typed order. */
export function negationsIn(words: readonly string[], rules: WordRules): Negation[] {
  const { before, behind } = vocabularyOf(rules.language);
  const found: Negation[] = [];
  const isUnwanted = (unit: Unit | undefined): unit is Unit =>
    unit !== undefined && found.length < MAX_UNWANTED && isName(unit.words);
  for (let at = 0; at < words.length;) {
    const rest = words.slice(at);
    const typed = rest.map((word) => folded(word));
    const phrase = phraseAt(before, typed);
    const [unit] = phrase === undefined ? [] : unitsOf(rest.slice(phrase.length), rules);
    const isBehind = behind.has(rest[1]?.toLowerCase() ?? "") && phraseAt(before, typed.slice(1)) === undefined;
    const length = isBehind ? 2 : 1;
    const word = isBehind ? rest[0] : stemBefore(rest[0] ?? "", behind);
    const one = word === undefined ? undefined : unitsOf([word], rules)[0];
    const negation =
      phrase !== undefined && isUnwanted(unit)
        ? { unit, first: at, end: at + phrase.length + unit.words.length, marker: [at, at + phrase.length] as const }
        : isUnwanted(one)
          ? { unit: one, first: at, end: at + length, marker: [at + length - 1, at + length] as const }
          : undefined;
    const end = negation?.end ?? at + 1;
    if (negation !== undefined && !isCalledSo(words.slice(at, end), rules)) found.push(negation);
    at = end;
  }
  return found;
}

/** Returns a synonym rule with a single term. The rule declares that the term is a name that is searched as typed. */
export const nameRule = (name: string): SynonymRule => ({ terms: [name] });

const isCalledSo = (words: readonly string[], rules: WordRules): boolean =>
  rulesOf(termKey(words.join(" ")), rules).some(({ terms, to }) => terms.length === 1 && to === undefined);

const phraseAt = (phrases: Vocabulary["before"], typed: readonly string[]) =>
  phrases.find((phrase) => phrase.every((word, at) => folded(word) === typed[at]));

/** Whether the words can be negated. Words with digits cannot be negated: "no 5" is a name. */
const isName = (words: readonly string[]): boolean =>
  words.every((word) => LETTERS.test(word)) && wordsOf(words.join(" ")).pieces <= MAX_NAME_PIECES;
const LETTERS = /^\p{L}[\p{L}\p{M}'’-]+$/u;

/** The word before a negating suffix: "zucker" for "zuckerfrei", "sugar" for "sugar-free". */
function stemBefore(word: string, behind: ReadonlySet<string>): string | undefined {
  const lower = word.toLowerCase();
  const ending = [...behind].find((one) => lower.endsWith(one) && lower.length >= one.length + MIN_STEM);
  return ending === undefined ? undefined : word.slice(0, -ending.length).replace(/-$/u, "");
}

/** Minimum number of characters before a negating suffix. After fewer characters, the ending is part of the word. */
const MIN_STEM = 3;

interface Vocabulary {
  /** Negating words before a name, the longest phrase first, because "free from" starts with "free". */
  readonly before: readonly (readonly string[])[];
  readonly behind: ReadonlySet<string>;
  readonly endings: readonly string[];
}

const vocabularyOf = remembered(new Map<Language, Vocabulary>(), (language) => {
  const lists = withEnglish(language, "negationWords");
  const listed = (of: keyof NegationWords) => [...new Set(lists.flatMap((one) => one[of]?.split("|") ?? []))];
  return {
    before: listed("before")
      .map((words) => words.split(" "))
      .sort((a, b) => b.length - a.length),
    behind: new Set(listed("behind")),
    endings: [...listed("behind"), ...listed("endings")],
  };
});

/**
 * Points for products that do not mention the unwanted ingredient; more than the score of a title with all words.
 * Products that contain the ingredient rank last.
 */
const LACKS = 48;
const STATES_ABSENCE = 24;

/** Points for products that do not mention the unwanted thing, and more points for products that state its absence. */
export const negationSignals = (unwanted: readonly Unit[], rules: TextRules): Signal[] =>
  unwanted.map((unit) => {
    const statesAbsence = { constant_score: { filter: absenceClause(unit, rules), boost: LACKS + STATES_ABSENCE } };
    const lacks = { constant_score: { filter: doesNotMention(unit, rules), boost: LACKS } };
    return { name: `text without ${unit.words.join(" ")}`, clause: { dis_max: { queries: [statesAbsence, lacks] } } };
  });

/** Maximum number of clauses of `negationSignals`: phrases such as "sugar free", and each name of the unwanted ingredient in each field. */
export const MAX_NEGATION_CLAUSES = MAX_UNWANTED * (60 + MAX_NAMES * (4 * MAX_NAME_PIECES + 1) + MAX_NAME_PIECES);

/**
 * Matches products that state the absence of an ingredient: "ohne Zucker", "sugar free", "zuckerfrei". `text.title` contains single words
 * of titles, and `text.joined` contains pairs of neighbouring words.
 */
export function absenceClause(unit: Unit, { language }: Pick<TextRules, "language">): Clause {
  const { before, behind, endings } = vocabularyOf(language);
  const names = namesOf(unit).flatMap((name) => (name.length === 1 ? formsOf(name[0] as string) : []));
  const single = before.flatMap((some) => (some.length === 1 ? some : []));
  const around = (name: string, between: string) => [
    ...[...single, ZERO].map((one) => `${one}${between}${name}`),
    ...[...behind].map((one) => `${name}${between}${one}`),
  ];
  const joined = names.flatMap((name) => [...around(name, ""), ...endings.map((ending) => `${name}${ending}`)]);
  const phrases = around(formsOf(unit.words[0] as string).at(-1) as string, " ");
  return {
    bool: {
      should: [
        {
          multi_match: {
            query: [...new Set(joined.flatMap(comparableWords))].join(" "),
            fields: ["text.title", JOINED_FIELD],
          },
        },
        ...["text.description", "text.other"].flatMap((field) =>
          phrases.map((query) => ({ match_phrase: { [field]: query } })),
        ),
      ],
    },
  };
}

/**
 * The word with which titles in every language state an absence, as in "zero sugar". In a query, "zero" is not a negation: "zero lemon"
 * does not exclude lemon.
 */
const ZERO = "zero";

/** Matches products that do not mention the unwanted thing. Descriptions are ignored because they often mention other products. */
function doesNotMention(unit: Unit, { language }: TextRules): Clause {
  const { compounds } = LANGUAGES[language];
  const fields = ["title", "categories", "other", ...(compounds ? ["endings"] : [])];
  const mentions = namesOf(unit).flatMap((name) => [
    ...fields.map((field) => ({ match: { [`text.${field}`]: { query: name.join(" "), operator: "and" } } })),
    ...(compounds && name.length === 1 ? prefixWith(name[0] as string) : []),
  ]);
  // In "nike free", the unwanted word is the name of a designer, so products of this designer still match.
  const name = { match: { "text.designer": { query: unit.words.join(" "), operator: "and" } } };
  return { bool: { should: [{ bool: { must_not: mentions } }, name] } };
}

/** Minimum length in characters for prefix matches such as "Zuckerwatte" for "Zucker". Shorter prefixes match too many other words. */
const MIN_PREFIX = 4;

const prefixWith = (word: string): Clause[] =>
  word.length < MIN_PREFIX ? [] : [{ prefix: { [TYPED_FIELD]: comparableWords(word).join("") } }];

const namesOf = ({ words, alternatives }: Unit): string[][] =>
  [words, ...alternatives]
    .filter(isName)
    .slice(0, MAX_NAMES)
    .map((name) => [...name]);

/** Returns a word and, for an English plural, its singular, because "without sleeves" means "sleeveless". */
const formsOf = (word: string): string[] => {
  const form = word.toLowerCase();
  return form.length > MIN_STEM && form.endsWith("s") ? [form, form.slice(0, -1)] : [form];
};
