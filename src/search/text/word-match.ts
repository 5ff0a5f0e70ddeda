import type { FieldWeights } from "../../storefront/configuration.js";
import type { Measure } from "../../catalog/measures.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { type Language, LANGUAGES, PUNCTUATION } from "../../languages/index.js";

const FIELDS = ["title", "designer", "categories", "description", "other"] as const;

/** Weight of matches in further fields, added to the best field. */
const TIE_BREAKER = 0.3;

/** The number of clauses for a word that analyzers do not split. */
export const CLAUSES_PER_PIECE = FIELDS.length;

/** Term-centric matching: a word is searched in all fields, and the best field counts. */
export function wordMatch(word: string, weights: FieldWeights, boost = 1): Clause {
  return {
    multi_match: {
      query: word,
      fields: FIELDS.map((field) => `text.${field}^${weights[field]}`),
      operator: "and",
      tie_breaker: TIE_BREAKER,
      ...(boost === 1 ? {} : { boost }),
    },
  };
}

/** The parts of a word, split at punctuation like the analyzers do. */
export const partsOf = (word: string): string[] => word.split(PUNCTUATION).filter((part) => part !== "");

const isCut = (word: string): boolean => partsOf(word).length > 1;

/** Removes the punctuation of a word. Analyzers index this term in addition to the parts between the punctuation. */
export const joinedWord = (word: string): string => word.replace(PUNCTUATION, "");

/** Tolerance for equal measures, as a fraction. Titles contain rounded values: 24 inches are given as 61 cm. */
const EQUAL = 0.01;
/** Tolerance for similar measures that may serve as a substitute: 63 cm for 24 inches. */
const NEAR = 0.12;
/** Boost of products with an equal or similar measure, as a factor of the title weight. */
const OF_EQUAL = 2;
const OF_NEAR = 1;

const measuresWithin = ({ dimension, amount }: Measure, share: number): Clause => ({
  range: { [`measures.${dimension}`]: { gte: amount * (1 - share), lte: amount * (1 + share) } },
});

/** Matches products with an equal measure. */
export const measuresEqual = (measure: Measure): Clause => measuresWithin(measure, EQUAL);

/** Matches products with a known value in this dimension. */
export const statesMeasure = ({ dimension }: Measure): Clause => ({ exists: { field: `measures.${dimension}` } });

/**
 * Builds clauses that rank products with an equal measure first, then products with a similar measure. Only the best
 * clause counts.
 */
export const measureMatch = (measure: Measure, titleWeight: number): Clause[] =>
  (
    [
      [measuresEqual(measure), OF_EQUAL],
      [measuresWithin(measure, NEAR), OF_NEAR],
    ] as const
  ).map(([filter, share]) => ({ constant_score: { filter, boost: titleWeight * share } }));

/**
 * Maximum number of clauses per measure: the two clauses of `measureMatch`, plus up to three uses of `measuresEqual`
 * and `statesMeasure`.
 */
export const MEASURE_CLAUSES = 8;

/** Scores of a word that the title spells differently, as factors of the title weight. */
const APART = 2;
const TOGETHER = 0.75;
const ENDING = 1.5;

/**
 * "memorystick" matches "memory stick". The score is constant, because a rare pair is not more relevant: "sneakers" should not prefer
 * "sneaker s.".
 */
export const apart = (word: string, titleWeight: number): Clause => ({
  constant_score: {
    filter: { match: { [JOINED_FIELD]: joinedWord(word) } },
    boost: titleWeight * APART,
  },
});

/** Matches a title that spells two words of the query as one: "memory stick" matches "memorystick". */
export const together = (pairs: readonly string[], titleWeight: number): Clause => ({
  match: { "text.title": { query: pairs.join(" "), boost: titleWeight * TOGETHER } },
});

/**
 * "milch" matches "vollmilch". The score is constant and lower than for the word itself in a title, so that "Apfel" ranks apples above
 * "Granatapfel" (pomegranate), even if few titles end that way.
 */
export const ending = (word: string, titleWeight: number): Clause => ({
  constant_score: {
    filter: { match: { "text.endings": { query: word, operator: "and" } } },
    boost: titleWeight * ENDING,
  },
});

/** Matches the characters of a word near each other, for languages without spaces: "男鞋" matches "男士运动鞋" and "运动鞋 男款". */
export const characters = (word: string): Clause => ({
  intervals: {
    "text.title": {
      match: { query: word, analyzer: "characters", max_gaps: MAX_CHARACTERS_BETWEEN },
      boost: CHARACTERS,
    },
  },
});
const CHARACTERS = 0.5;
const MAX_CHARACTERS_BETWEEN = 3;

/**
 * Maximum number of clauses per word: split into two words, joined with either neighbour, as the end of a compound, and
 * by its characters.
 */
export const COMPOUND_CLAUSES_PER_PIECE = 5;

/*
 * Fields that combine several others (`copy_to` in `index-templates/catalog.json`). They need one clause per word
 * instead of one per word and field. They store neither frequencies nor lengths, so they are only used for matching.
 * The separate fields are used for ranking.
 */

/** All text fields of a product. */
export const ANY_FIELD = "text.any";
/** Title, brand and codes, with pairs of neighbouring words as one word. */
export const JOINED_FIELD = "text.joined";
/** Words of the title and the brand, with accents removed but without stemming. */
export const TYPED_FIELD = "text.typed";

/**
 * Matches products that have all words of at least one name, in any field and with any punctuation.
 * @param names the words of each name
 * @param pairs the first name joined with the word before or after it
 */
export function inAnyText(names: readonly (readonly string[])[], pairs: readonly string[], language: Language): Clause {
  const { isUnspaced } = LANGUAGES[language].forms;
  const isOneTerm = (name: readonly string[]) => name.length === 1 && !isCut(name[0] as string) && !isUnspaced;
  const terms = [
    ...names
      .filter((name) => name.length === 1)
      .flat()
      .map(joinedWord),
    ...pairs,
  ];
  const clauses: Clause[] = names
    .filter((name) => !isOneTerm(name))
    .map((name) => ({ match: { [ANY_FIELD]: { query: name.join(" "), operator: "and", ...IN_ANY_ORDER } } }));
  // A word of a language without spaces consists of several terms, which all must match.
  const fields = isUnspaced ? [JOINED_FIELD] : [ANY_FIELD, JOINED_FIELD];
  if (terms.length > 0) clauses.push({ multi_match: { query: [...new Set(terms)].join(" "), fields } });
  if (isUnspaced) clauses.push(...names.map((name) => characters(name.join(" "))));
  return anyOf(clauses);
}

/** The parts of a word need not be adjacent: "usb-c" matches "USB type C". */
const IN_ANY_ORDER = { auto_generate_synonyms_phrase_query: false } as const;

/** Returns the word joined with the previous word, and the word joined with the next word. */
export const pairsOf = (word: string, before: string | undefined, after: string | undefined): string[] =>
  [...(before === undefined ? [] : [before + word]), ...(after === undefined ? [] : [word + after])].map(joinedWord);

export const anyOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { bool: { should: queries } };

export const oneOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } };
