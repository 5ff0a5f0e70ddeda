import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../filter-query.js";
import type { TextTier } from "./text-query.js";

const FIELDS = ["title", "designer", "categories", "description", "other"] as const;

/** Where names are: a misspelt word is looked for only here, in running text every word resembles another. */
const NAME_FIELDS = ["title", "designer", "categories"] as const;

/** How much a match in a second field adds to the best one. */
const TIE_BREAKER = 0.3;

/** Fuzzy terms multiply; past this many pieces (times fields and expansions) the engine would refuse the query. */
const MAX_FUZZY_PIECES = 12;
const FUZZY_EXPANSIONS = 10;
/** In each field and in the phrase. */
export const CLAUSES_PER_PIECE = FIELDS.length + 1;
export const MAX_FUZZY_CLAUSES = MAX_FUZZY_PIECES * (CLAUSES_PER_PIECE + NAME_FIELDS.length * FUZZY_EXPANSIONS);
/** A guess counts less than a find. */
const FUZZY_BOOST = 0.5;

/**
 * Term-centric matching: each word is looked for in all fields, each with its own analyzer, and counts where it is found
 * best. (The engine's own `cross_fields` does so only for fields that share an analyzer.)
 */
export function someWords(words: readonly string[], pieces: number, weights: FieldWeights, tier: TextTier): Clause {
  switch (tier) {
    case "strict":
      return { bool: { must: words.map((word) => inFields(word, weights)) } };
    case "relaxed": {
      const fuzzy = pieces <= MAX_FUZZY_PIECES;
      return {
        bool: {
          should: words.map((word) => (fuzzy ? exactOrSimilar(word, weights) : inFields(word, weights))),
          minimum_should_match: Math.ceil(words.length / 2),
        },
      };
    }
  }
}

/** A word that all analyzers leave out ("the") asks nothing of the product. */
function inFields(word: string, weights: FieldWeights): Clause {
  return {
    multi_match: {
      query: word,
      fields: FIELDS.map((field) => `text.${field}^${weights[field]}`),
      operator: "and",
      tie_breaker: TIE_BREAKER,
      zero_terms_query: "all",
    },
  };
}

function exactOrSimilar(word: string, weights: FieldWeights): Clause {
  const similar = {
    multi_match: {
      query: word,
      fields: NAME_FIELDS.map((field) => `text.${field}^${weights[field]}`),
      operator: "and",
      fuzziness: "AUTO",
      prefix_length: 1,
      max_expansions: FUZZY_EXPANSIONS,
      boost: FUZZY_BOOST,
    },
  };
  return { dis_max: { queries: [inFields(word, weights), similar] } };
}
