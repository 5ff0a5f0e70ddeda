import type { FieldWeights } from "../../storefront/configuration.js";
import type { Measure } from "../../catalog/measures.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { type Language, LANGUAGES, PUNCTUATION } from "../../languages/index.js";

const FIELDS = ["title", "designer", "categories", "description", "other"] as const;

/** Factor for a word's scores in all fields except the best-matching field; the weighted scores are added to the best score. */
const TIE_BREAKER = 0.3;

/** Number of query clauses for a word that analyzers do not split. */
export const CLAUSES_PER_PIECE = FIELDS.length;

/** Returns a clause that searches a word in all text fields. The score mainly depends on the best-matching field. */
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

/** Splits a word at punctuation, in the same way as the analyzers. */
export const partsOf = (word: string): string[] => word.split(PUNCTUATION).filter((part) => part !== "");

const isCut = (word: string): boolean => partsOf(word).length > 1;

/** Removes punctuation from a word. Analyzers index the resulting word in addition to the parts between the punctuation. */
export const joinedWord = (word: string): string => word.replace(PUNCTUATION, "");

/**
 * Maximum relative difference between two measures that are considered equal. Titles contain rounded values, such as 61 cm for 24 inches.
 */
const EQUAL = 0.01;
/** Maximum relative difference between two measures that are considered similar, such as 63 cm and 24 inches. */
const NEAR = 0.12;
/** Boosts of products with an equal measure and with a similar measure, as factors of the title weight. */
const OF_EQUAL = 2;
const OF_NEAR = 1;

const measuresWithin = ({ dimension, amount }: Measure, share: number): Clause => ({
  range: { [`measures.${dimension}`]: { gte: amount * (1 - share), lte: amount * (1 + share) } },
});

/** Returns a clause that matches products with the same measure, such as an equal length. */
export const measuresEqual = (measure: Measure): Clause => measuresWithin(measure, EQUAL);

/** Returns a clause that matches products with any measure of the given dimension, such as any length. */
export const statesMeasure = ({ dimension }: Measure): Clause => ({ exists: { field: `measures.${dimension}` } });

/**
 * Builds clauses that rank products with an equal measure first, then products with a similar measure. The caller combines the clauses so
 * that only the highest score counts.
 */
export const measureMatch = (measure: Measure, titleWeight: number): Clause[] =>
  (
    [
      [measuresEqual(measure), OF_EQUAL],
      [measuresWithin(measure, NEAR), OF_NEAR],
    ] as const
  ).map(([filter, share]) => ({ constant_score: { filter, boost: titleWeight * share } }));

/**
 * Maximum number of query clauses per measure: the two clauses of `measureMatch`, plus up to three pairs of `measuresEqual` and
 * `statesMeasure` clauses.
 */
export const MEASURE_CLAUSES = 8;

/**
 * Scores of a word that titles contain in another spelling (split, joined, or as the end of a compound), as factors of the title weight.
 */
const APART = 2;
const TOGETHER = 0.75;
const ENDING = 1.5;

/**
 * Matches titles that split the word into two: "memorystick" matches "memory stick". The score is constant, because rare word pairs are not
 * more relevant: "sneaker s." should not rank above other results for "sneakers".
 */
export const apart = (word: string, titleWeight: number): Clause => ({
  constant_score: {
    filter: { match: { [JOINED_FIELD]: joinedWord(word) } },
    boost: titleWeight * APART,
  },
});

/** Matches titles that contain two adjacent words of the query as one word: "memory stick" matches "memorystick". */
export const together = (pairs: readonly string[], titleWeight: number): Clause => ({
  match: { "text.title": { query: pairs.join(" "), boost: titleWeight * TOGETHER } },
});

/**
 * Matches compounds that end with the word: "milch" matches "vollmilch". The score is constant and lower than for the word itself in a
 * title, so that a search for "Apfel" ranks apples above "Granatapfel" (pomegranate), even if few titles contain such compounds.
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
 * Maximum number of additional query clauses per word. The clauses match the word split into two words, joined with the previous or next
 * word, as the end of a compound, and by its characters.
 */
export const COMPOUND_CLAUSES_PER_PIECE = 5;

/*
 * Index fields that combine several text fields (`copy_to` in `index-templates/catalog.json`). A query on a combined field needs one clause
 * per word instead of one per word and field. Combined fields store neither term frequencies nor field lengths and are therefore only used
 * for matching. Ranking uses the separate fields.
 */

/** Index field that combines all text fields of a product. */
export const ANY_FIELD = "text.any";
/** Index field that contains the title, the brand and product codes, with pairs of adjacent words joined into one word. */
export const JOINED_FIELD = "text.joined";
/** Index field that contains the words of the title and the brand, with accents removed but without stemming. */
export const TYPED_FIELD = "text.typed";

/**
 * Returns a clause that matches products with all words of a term or of one of its synonyms, in any text field and with any punctuation.
 * @param names the term and its synonyms, each as a list of words
 * @param pairs the term joined with the previous word, and with the next word
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
  // In a language without spaces, a word consists of several index terms, and all of them must match.
  const fields = isUnspaced ? [JOINED_FIELD] : [ANY_FIELD, JOINED_FIELD];
  if (terms.length > 0) clauses.push({ multi_match: { query: [...new Set(terms)].join(" "), fields } });
  if (isUnspaced) clauses.push(...names.map((name) => characters(name.join(" "))));
  return anyOf(clauses);
}

/** Match options with which the parts of a word need not be adjacent: "usb-c" matches "USB type C". */
const IN_ANY_ORDER = { auto_generate_synonyms_phrase_query: false } as const;

/** Returns the word joined with the previous word, and the word joined with the next word. */
export const pairsOf = (word: string, before: string | undefined, after: string | undefined): string[] =>
  [...(before === undefined ? [] : [before + word]), ...(after === undefined ? [] : [word + after])].map(joinedWord);

export const anyOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { bool: { should: queries } };

export const oneOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } };
