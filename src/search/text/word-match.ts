import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../../catalog/matching/filter-query.js";

const FIELDS = ["title", "designer", "categories", "description", "other"] as const;

/** How much a match in a second field adds to the best one. */
const TIE_BREAKER = 0.3;

/** The clauses of one word that analyzers take for one piece, where all words are asked for. */
export const CLAUSES_PER_PIECE = FIELDS.length;

/** Data sheets hold nearly any word: who is content with some of the words finds them elsewhere. */
const FIELDS_OF_SOME = FIELDS.filter((field) => field !== "other");

/** The same where some are. */
export const CLAUSES_PER_PIECE_OF_SOME = FIELDS_OF_SOME.length;

/**
 * Term-centric matching: a word is looked for in all fields, each with its own analyzer, and counts where it is found best.
 * (The engine's own `cross_fields` does so only for fields that share an analyzer.)
 * @param asked whether all words are asked for or some: a word that all analyzers leave out ("the") must ask nothing of a
 * product in the first case, and be none of those that suffice in the second
 */
export function wordMatch(word: string, weights: FieldWeights, asked: "all" | "some"): Clause {
  const fields = asked === "all" ? FIELDS : FIELDS_OF_SOME;
  return {
    multi_match: {
      query: word,
      fields: fields.map((field) => `text.${field}^${weights[field]}`),
      operator: "and",
      tie_breaker: TIE_BREAKER,
      zero_terms_query: asked === "all" ? "all" : "none",
    },
  };
}
