import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../../catalog/matching/filter-query.js";

/** Beside a word of the title: each pair of neighbours in titles is indexed written together. */
const BOOST = 0.75;

/** "memorystick" finds "memory stick". */
export const apart = (word: string, weights: FieldWeights): Clause => ({
  match: { "text.title.compounds": { query: word, operator: "and", boost: weights.title * BOOST } },
});

/** "memory stick" finds "memorystick", for each of the two words. */
export const together = (word: string, next: string, weights: FieldWeights): Clause => ({
  match: { "text.title": { query: `${word}${next}`, operator: "and", boost: weights.title * BOOST } },
});

/** The clauses of a word apart, and together with the one before and the one after. */
export const COMPOUND_CLAUSES_PER_PIECE = 3;
