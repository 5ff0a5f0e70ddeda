import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { NAME_FIELD } from "./whole-text.js";

/** A guess counts less than a find. */
const BOOST = 0.5;
const EXPANSIONS = 6;

/** Similar words multiply by as much. */
export const CLAUSES_PER_MISSPELT_PIECE = EXPANSIONS;

/** One letter off from four letters on, two from ten on: to find what is two off costs as much as all other words of a query. */
const FUZZINESS = "AUTO:4,10";

/** Words a letter or two off, the first letter taken to be right; only in names: in running text every word resembles another. */
export function similarWords(word: string, weights: FieldWeights): Clause {
  return {
    match: {
      [NAME_FIELD]: {
        query: word,
        operator: "and",
        fuzziness: FUZZINESS,
        prefix_length: 1,
        max_expansions: EXPANSIONS,
        boost: weights.title * BOOST,
      },
    },
  };
}
