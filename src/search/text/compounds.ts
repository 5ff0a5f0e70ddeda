import type { Clause } from "../../catalog/matching/filter-query.js";

/** Beside the weight of a word of the title: each pair of neighbours in titles is indexed written together. */
const APART = 2;
const TOGETHER = 0.75;

/**
 * "memorystick" finds "memory stick". A constant: a pair that hardly any title has is no rarer word ("sneaker s." is not
 * what "sneakers" looks for).
 */
export const apart = (word: string, titleWeight: number): Clause => ({
  constant_score: {
    filter: { match: { "text.title.compounds": { query: word, operator: "and" } } },
    boost: titleWeight * APART,
  },
});

/** "memory stick" finds "memorystick", for each of the two words. */
export const together = (word: string, next: string, titleWeight: number): Clause => ({
  match: { "text.title": { query: `${word}${next}`, operator: "and", boost: titleWeight * TOGETHER } },
});

/** The clauses of a word apart, and together with the one before and the one after. */
export const COMPOUND_CLAUSES_PER_PIECE = 3;
