import { TASTE_FIELD } from "../catalog/taste-tokens.js";
import type { TasteSnapshot } from "./taste/snapshot.js";

/** A query clause as the engine takes it. */
export type Clause = Readonly<Record<string, unknown>>;

/**
 * What taste adds to the score of products: one clause a token, each worth its weight times `most`. The weights of a
 * snapshot are at most 1 together, so no product gets more than `most`, whatever it matches.
 *
 * `constant_score` over a keyword reads postings only. Measured on 47k products (design notes): 30 such clauses 10.6 ms,
 * the same weights as functions of a `function_score` 16.8 ms.
 * @param most `ranking.affinity` for a listing, `ranking.text_affinity` for a text search
 */
export function affinityClauses(snapshot: Pick<TasteSnapshot, "tokens">, most: number): readonly Clause[] {
  if (most === 0) return [];
  return snapshot.tokens.map(([token, weight]) => ({
    constant_score: { filter: { term: { [TASTE_FIELD]: token } }, boost: weight * most },
  }));
}
