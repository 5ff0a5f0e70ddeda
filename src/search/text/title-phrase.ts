import type { Clause } from "../../catalog/matching/filter-query.js";
import type { TextRules } from "./text-rules.js";

/** Words that may stand between. */
const SLOP = 1;

/** Titles that hold the words as they were typed come first: "dress shirt" is not a shirt dress. None for a single word. */
export function titlePhrase(words: readonly string[], { field_weights, search }: TextRules): Clause[] {
  const boost = field_weights.title * search.phrase;
  if (words.length < 2 || boost === 0) return [];
  return [{ match_phrase: { "text.title": { query: words.join(" "), slop: SLOP, boost } } }];
}
