import type { FieldWeights } from "../../storefront/configuration.js";
import type { Measure } from "../../catalog/measures.js";
import type { Clause } from "../../catalog/matching/filter-query.js";

const FIELDS = ["title", "designer", "categories", "description", "other"] as const;

/** How much a match in a second field adds to the best one. */
const TIE_BREAKER = 0.3;

/** The clauses of one word that analyzers take for one piece. */
export const CLAUSES_PER_PIECE = FIELDS.length;

/**
 * Term-centric matching: a word is looked for in all fields, each with its own analyzer, and counts where it is found best.
 * (The engine's own `cross_fields` does so only for fields that share an analyzer.)
 */
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

/** Amounts are written rounded: 24 inches are 61 cm. */
const EQUAL = 0.01;
/** What serves in its place: 63 cm. */
const NEAR = 0.12;
/** Beside the weight of a word of the title. */
const OF_EQUAL = 2;
const OF_NEAR = 1;
/** Before what differs. */
const OF_SILENT = 0.5;

const measuresWithin = ({ dimension, amount }: Measure, share: number): Clause => ({
  range: { [`measures.${dimension}`]: { gte: amount * (1 - share), lte: amount * (1 + share) } },
});

/** Products of that size. */
export const measuresEqual = (measure: Measure): Clause => measuresWithin(measure, EQUAL);

/** Products of which something of the kind is known. */
export const statesMeasure = ({ dimension }: Measure): Clause => ({ exists: { field: `measures.${dimension}` } });

/** Equal before near, before what says nothing of the kind, before what differs. The best of the clauses counts. */
export const measureMatch = (measure: Measure, titleWeight: number): Clause[] =>
  (
    [
      [measuresEqual(measure), OF_EQUAL],
      [measuresWithin(measure, NEAR), OF_NEAR],
      [{ bool: { must_not: [statesMeasure(measure)] } }, OF_SILENT],
    ] as const
  ).map(([filter, share]) => ({ constant_score: { filter, boost: titleWeight * share } }));

/** Those, and three times whether it is there or nothing is known. */
export const MEASURE_CLAUSES = 9;

/** Beside the weight of a word of the title: each pair of neighbours in titles is indexed written together. */
const APART = 2;
const TOGETHER = 0.75;
const ENDING = 1.5;

/**
 * "memorystick" finds "memory stick". A constant: a pair that hardly any title has is no rarer word ("sneaker s." is not
 * what "sneakers" looks for).
 */
export const apart = (word: string, titleWeight: number): Clause => ({
  constant_score: { filter: inTitleApart(word), boost: titleWeight * APART },
});

/** Titles that write a word apart. */
export const inTitleApart = (word: string): Clause => ({
  match: { "text.title.compounds": { query: word, operator: "and" } },
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

/** "memory stick" finds "memorystick", for each of the two words. */
export const together = (word: string, next: string, titleWeight: number): Clause => ({
  match: { "text.title": { query: `${word}${next}`, operator: "and", boost: titleWeight * TOGETHER } },
});

/** The clauses of a word apart, as an ending, and together with the one before and the one after. */
export const COMPOUND_CLAUSES_PER_PIECE = 4;

/*
 * A field that holds what several others hold (`copy_to` in `index-templates/catalog.json`): what has to be there is looked for once a
 * word, not once a word and field. It keeps neither frequencies nor lengths; the fields themselves rank.
 */

/** All texts of a product. */
export const ANY_FIELD = "text.any";

/**
 * Matches products whose texts hold all words of the query, in any field.
 * @param leftOut what a query of stop words alone ("the") matches: all products, or none
 */
export const inAnyText = (query: string, leftOut: "all" | "none" = "all"): Clause => ({
  match: { [ANY_FIELD]: { query, operator: "and", zero_terms_query: leftOut } },
});
