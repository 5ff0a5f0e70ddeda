import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../filter-query.js";
import { titlePhrase } from "./title-phrase.js";
import { CLAUSES_PER_PIECE, MAX_FUZZY_CLAUSES, someWords } from "./word-match.js";
import { MAX_PIECES, wordsOf } from "./words.js";

/** `strict`: every word must be somewhere in the product. `relaxed`: half of them, and each may be misspelt. */
export type TextTier = "strict" | "relaxed";

/** The most clauses a text query has. */
export const MAX_TEXT_CLAUSES = Math.max(CLAUSES_PER_PIECE * MAX_PIECES, MAX_FUZZY_CLAUSES);

/** The scoring query for what a shopper typed. Words may be spread over the fields. */
export function textQuery(query: string, weights: FieldWeights, tier: TextTier): Clause {
  const { words, pieces } = wordsOf(query);
  if (words.length === 0) return { match_none: {} };
  const phrase = titlePhrase(words, weights);
  return {
    bool: {
      must: [someWords(words, pieces, weights, tier)],
      ...(phrase === undefined ? {} : { should: [phrase] }),
    },
  };
}
