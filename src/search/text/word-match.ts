import type { FieldWeights } from "../../storefront/configuration.js";
import type { Measure } from "../../catalog/measures.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { type Language, LANGUAGES, PUNCTUATION } from "../../languages/index.js";

const FIELDS = ["title", "designer", "categories", "description", "other"] as const;

/** How much a match in a second field adds to the best one. */
const TIE_BREAKER = 0.3;

/** The clauses of one word that analyzers take for one piece. */
export const CLAUSES_PER_PIECE = FIELDS.length;

/** Term-centric matching: a word is looked for in all fields and counts where it is found best. */
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

/** The parts at which analyzers cut a word: its punctuation. */
export const partsOf = (word: string): string[] => word.split(PUNCTUATION).filter((part) => part !== "");

const isCut = (word: string): boolean => partsOf(word).length > 1;

/** A word without its punctuation, as analyzers have it beside its parts. */
export const joinedWord = (word: string): string => word.replace(PUNCTUATION, "");

/** Amounts are written rounded: 24 inches are 61 cm. */
const EQUAL = 0.01;
/** What serves in its place: 63 cm. */
const NEAR = 0.12;
/** Beside the weight of a word of the title. */
const OF_EQUAL = 2;
const OF_NEAR = 1;

const measuresWithin = ({ dimension, amount }: Measure, share: number): Clause => ({
  range: { [`measures.${dimension}`]: { gte: amount * (1 - share), lte: amount * (1 + share) } },
});

/** Products of that size. */
export const measuresEqual = (measure: Measure): Clause => measuresWithin(measure, EQUAL);

/** Products of which something of the kind is known. */
export const statesMeasure = ({ dimension }: Measure): Clause => ({ exists: { field: `measures.${dimension}` } });

/** Equal before near, and near before what differs or says nothing of the kind. The best of the clauses counts. */
export const measureMatch = (measure: Measure, titleWeight: number): Clause[] =>
  (
    [
      [measuresEqual(measure), OF_EQUAL],
      [measuresWithin(measure, NEAR), OF_NEAR],
    ] as const
  ).map(([filter, share]) => ({ constant_score: { filter, boost: titleWeight * share } }));

/** Those, and three times whether it is there or nothing is known. */
export const MEASURE_CLAUSES = 8;

/** Beside the weight of a word of the title. */
const APART = 2;
const TOGETHER = 0.75;
const ENDING = 1.5;

/**
 * "memorystick" finds "memory stick". A constant: a pair that hardly any title has is no rarer word ("sneaker s." is not
 * what "sneakers" looks for).
 */
export const apart = (word: string, titleWeight: number): Clause => ({
  constant_score: {
    filter: { match: { [JOINED_FIELD]: joinedWord(word) } },
    boost: titleWeight * APART,
  },
});

/** "memory stick" finds "memorystick", for each of the two words. */
export const together = (pairs: readonly string[], titleWeight: number): Clause => ({
  match: { "text.title": { query: pairs.join(" "), boost: titleWeight * TOGETHER } },
});

/**
 * "milch" finds "vollmilch". A constant, below what the word itself is worth in a title: an apple before a pomegranate
 * ("Granatapfel"), however few titles end so.
 */
export const ending = (word: string, titleWeight: number): Clause => ({
  constant_score: {
    filter: { match: { "text.endings": { query: word, operator: "and" } } },
    boost: titleWeight * ENDING,
  },
});

/** A word of a language without spaces by its characters near each other: "男鞋" finds "男士运动鞋" and "运动鞋 男款". */
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

/** The clauses of a word apart, together with its neighbours, as an ending or by its characters. */
export const COMPOUND_CLAUSES_PER_PIECE = 5;

/*
 * Fields that hold what several others hold (`copy_to` in `index-templates/catalog.json`): what has to be there is looked for once a
 * word, not once a word and field. They keep neither frequencies nor lengths; the fields themselves rank.
 */

/** All texts of a product. */
export const ANY_FIELD = "text.any";
/** Title, brand and codes, words together with their neighbours. */
export const JOINED_FIELD = "text.joined";
/** Title and brand, each word as it is written, without accents. */
export const TYPED_FIELD = "text.typed";

/**
 * Matches products whose texts have one of several names, however they are written: all words of a name in any field.
 * @param names each as its words
 * @param pairs the first name together with its neighbours
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
  // A word without spaces is several terms, all of which have to be there.
  const fields = isUnspaced ? [JOINED_FIELD] : [ANY_FIELD, JOINED_FIELD];
  if (terms.length > 0) clauses.push({ multi_match: { query: [...new Set(terms)].join(" "), fields } });
  if (isUnspaced) clauses.push(...names.map((name) => characters(name.join(" "))));
  return anyOf(clauses);
}

/** The parts of a word need not stand side by side: "usb-c" finds "USB type C". */
const IN_ANY_ORDER = { auto_generate_synonyms_phrase_query: false } as const;

/** A word together with the one before it and the one after. */
export const pairsOf = (word: string, before: string | undefined, after: string | undefined): string[] =>
  [...(before === undefined ? [] : [before + word]), ...(after === undefined ? [] : [word + after])].map(joinedWord);

export const anyOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { bool: { should: queries } };

export const oneOf = (queries: readonly Clause[]): Clause =>
  queries.length === 1 ? (queries[0] as Clause) : { dis_max: { queries } };
