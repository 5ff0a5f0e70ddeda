import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../filter-query.js";

const FIELDS = ["title", "designer", "categories", "description", "other"] as const;

/** How much a match in a second field adds to the best one. */
const TIE_BREAKER = 0.3;

/** The clauses of one word that analyzers take for one piece. */
export const CLAUSES_PER_PIECE = FIELDS.length;

/**
 * Term-centric matching: a word is looked for in all fields, each with its own analyzer, and counts where it is found best.
 * (The engine's own `cross_fields` does so only for fields that share an analyzer.)
 * @param leftOut what a word finds that all analyzers leave out ("the"): where every word is asked for, it must ask nothing of
 * a product; where some suffice, it must not be one of them
 */
export function wordMatch(word: string, weights: FieldWeights, leftOut: "all" | "none" = "all"): Clause {
  return {
    multi_match: {
      query: word,
      fields: FIELDS.map((field) => `text.${field}^${weights[field]}`),
      operator: "and",
      tie_breaker: TIE_BREAKER,
      zero_terms_query: leftOut,
    },
  };
}
