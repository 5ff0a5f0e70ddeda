import type { Clause } from "../../catalog/matching/filter-query.js";

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
