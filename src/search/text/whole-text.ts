import type { Clause } from "../../catalog/matching/filter-query.js";

/*
 * A field that holds what several others hold (`copy_to` in `index-templates/catalog.json`): what has to be there is looked for once a
 * word, not once a word and field. It keeps neither frequencies nor lengths; the fields themselves rank.
 */

/** All texts of a product. */
export const ANY_FIELD = "text.any";

/**
 * All of the words, wherever they are.
 * @param leftOut what words ask that analyzers leave out ("the"): nothing where all words are asked for, and of those that suffice it is none
 */
export const inAnyText = (query: string, leftOut: "all" | "none" = "all"): Clause => ({
  match: { [ANY_FIELD]: { query, operator: "and", zero_terms_query: leftOut } },
});
