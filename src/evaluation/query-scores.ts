import { reciprocalRank, type RankedProducts } from "./ranking-metrics.js";
import type { Grades, Judgements } from "./judgements.js";

/** How good one ranking is for one query. */
export interface Scores {
  /** NDCG@10; unjudged products are worth nothing. */
  readonly ndcg: number;
  /** NDCG@10 of the list without unjudged products: the least that a ranking with other products is worth. */
  readonly judged_ndcg: number;
  /** Of the best-ranked product that answers the query at all. */
  readonly mrr: number;
  /** Share of the products that answer the query at all that are in the list. */
  readonly recall: number;
  /** Share of the first ten that are unjudged. */
  readonly unjudged: number;
  /** 1 for an empty list. */
  readonly empty: number;
}

export const METRICS = ["ndcg", "judged_ndcg", "mrr", "recall", "unjudged", "empty"] as const;

const PLACES = 10;

/** @returns undefined where no product answers the query: then every order is as good as any other */
export function scoresOf(ranking: RankedProducts, grades: Grades): Scores | undefined {
  const wanted = new Set([...grades].filter(([, grade]) => grade > 0).map(([id]) => id));
  if (wanted.size === 0) return undefined;
  const first = ranking.slice(0, PLACES);
  return {
    ndcg: gradedNdcg(ranking, grades),
    judged_ndcg: gradedNdcg(
      ranking.filter((id) => grades.has(id)),
      grades,
    ),
    mrr: reciprocalRank(ranking, wanted),
    recall: ranking.filter((id) => wanted.has(id)).length / wanted.size,
    unjudged: first.length === 0 ? 0 : first.filter((id) => !grades.has(id)).length / first.length,
    empty: ranking.length === 0 ? 1 : 0,
  };
}

/** The share of the products of a grade from `good` on that the rankings do not have, of all queries together; 0 without any. */
export function missedShare(
  rankings: ReadonlyMap<string, RankedProducts>,
  judgements: Judgements,
  good: number,
): number {
  let wanted = 0;
  let missed = 0;
  for (const [query, ranking] of rankings) {
    const found = new Set(ranking);
    for (const [id, grade] of judgements.get(query) ?? []) {
      if (grade < good) continue;
      wanted += 1;
      if (!found.has(id)) missed += 1;
    }
  }
  return wanted === 0 ? 0 : missed / wanted;
}

/**
 * Normalised discounted cumulative gain of the first ten with a gain of 2^grade − 1, discounted by log2(place + 1) (Burges
 * et al. 2005); the ideal is made of all judged products.
 */
function gradedNdcg(ranking: RankedProducts, grades: Grades): number {
  const ideal = [...grades.values()].sort((a, b) => b - a);
  return discountedGain(ranking.map((id) => grades.get(id) ?? 0)) / discountedGain(ideal);
}

const discountedGain = (grades: readonly number[]): number =>
  grades.slice(0, PLACES).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
