import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../filter-query.js";

/** Where names are: a misspelt word is looked for only here, in running text every word resembles another. */
const NAME_FIELDS = ["title", "designer"] as const;

/** A guess counts less than a find. */
const BOOST = 0.5;
const EXPANSIONS = 6;

/** Similar words multiply by as much. */
export const CLAUSES_PER_MISSPELT_PIECE = NAME_FIELDS.length * EXPANSIONS;

/** One letter off from four letters on, two from ten on: to find what is two off costs as much as all other words of a query. */
const FUZZINESS = "AUTO:4,10";

/** Words a letter or two off; the first letter is taken to be right. */
export function similarWords(word: string, weights: FieldWeights): Clause {
  return {
    multi_match: {
      query: word,
      fields: NAME_FIELDS.map((field) => `text.${field}^${weights[field]}`),
      operator: "and",
      fuzziness: FUZZINESS,
      prefix_length: 1,
      max_expansions: EXPANSIONS,
      boost: BOOST,
    },
  };
}
