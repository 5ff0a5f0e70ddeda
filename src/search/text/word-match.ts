import type { FieldWeights } from "../../storefront/configuration.js";
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
