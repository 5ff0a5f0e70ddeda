import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../filter-query.js";

/** Titles that hold the words as they were typed come first: "dress shirt" is not a shirt dress. */
const BOOST = 0.5;
/** Words that may stand between. */
const SLOP = 1;

/** Undefined for a single word: that is no phrase. */
export function titlePhrase(words: readonly string[], weights: FieldWeights): Clause | undefined {
  if (words.length < 2) return undefined;
  return { match_phrase: { "text.title": { query: words.join(" "), slop: SLOP, boost: weights.title * BOOST } } };
}
