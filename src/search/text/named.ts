import type { Clause } from "../filter-query.js";

const NAME_FIELDS = ["title", "designer", "categories"] as const;

/** One of several words must be in a name: long data sheets hold any two words, and are about neither. */
export const anyIsNamed = (words: readonly string[]): Clause => ({
  multi_match: { query: words.join(" "), fields: NAME_FIELDS.map((field) => `text.${field}`), zero_terms_query: "all" },
});
