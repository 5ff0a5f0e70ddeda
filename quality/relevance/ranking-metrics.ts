import type { Grades, Judgements } from "./judgements.js";
import { type Interval, pairedBootstrap, type ResamplingOptions } from "./paired-bootstrap.js";

/** A list of products in display order, best first. */
export type RankedProducts = readonly string[];

/**
 * Reciprocal rank of the best-ranked wanted product: 1 at the first position, 1/2 at the second, 0 if the list contains
 * no wanted product.
 */
export function reciprocalRank(ranking: RankedProducts, wanted: ReadonlySet<string>): number {
  const position = ranking.findIndex((id) => wanted.has(id));
  return position === -1 ? 0 : 1 / (position + 1);
}

/**
 * NDCG of the first `k` positions with binary gain and the discount log2(position + 1) (Järvelin & Kekäläinen 2002).
 * Returns 1 if the list starts with all wanted products, or with `k` wanted products.
 * @throws {RangeError} if `wanted` is empty
 */
export function ndcg(ranking: RankedProducts, wanted: ReadonlySet<string>, k: number): number {
  if (wanted.size === 0) throw new RangeError("expected at least one relevant product");
  const gain = ranking.slice(0, k).reduce((sum, id, index) => sum + (wanted.has(id) ? discount(index) : 0), 0);
  const ideal = Array.from({ length: Math.min(k, wanted.size) }, (_, index) => discount(index));
  return gain / ideal.reduce((sum, one) => sum + one, 0);
}

const discount = (index: number): number => 1 / Math.log2(index + 2);

/** Quality of one ranking for one query. */
export interface Scores {
  /** NDCG@10; unjudged products count as irrelevant. */
  readonly ndcg: number;
  /** NDCG@10 of the list without unjudged products. */
  readonly judged_ndcg: number;
  /** Reciprocal rank of the first relevant product. */
  readonly mrr: number;
  /** Share of the relevant products that the list contains. */
  readonly recall: number;
  /** Share of unjudged products among the first ten products. */
  readonly unjudged: number;
  /** 1 if the list is empty, otherwise 0. */
  readonly empty: number;
}

export const METRICS = ["ndcg", "judged_ndcg", "mrr", "recall", "unjudged", "empty"] as const;

const POSITIONS = 10;

/**
 * Returns the scores of a ranking. Returns undefined if the query has no relevant products, because all rankings would
 * then have equal scores.
 */
export function scoresOf(ranking: RankedProducts, grades: Grades): Scores | undefined {
  const wanted = new Set([...grades].filter(([, grade]) => grade > 0).map(([id]) => id));
  if (wanted.size === 0) return undefined;
  const first = ranking.slice(0, POSITIONS);
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

/**
 * Share of products with at least the grade `good` that are missing from the rankings, over all queries. Returns 0 if
 * no product has this grade.
 */
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
 * NDCG@10 with graded gain: 2^grade − 1 with the discount log2(position + 1) (Burges et al. 2005). The ideal order
 * contains all judged products.
 */
function gradedNdcg(ranking: RankedProducts, grades: Grades): number {
  const ideal = [...grades.values()].sort((a, b) => b - a);
  return discountedGain(ranking.map((id) => grades.get(id) ?? 0)) / discountedGain(ideal);
}

const discountedGain = (grades: readonly number[]): number =>
  grades.slice(0, POSITIONS).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** Rankings and scores of one evaluated search, keyed by query. */
export interface EvaluationOutcome {
  readonly rankings: ReadonlyMap<string, RankedProducts>;
  /** Scores keyed by query; contains only queries with a relevant product. */
  readonly scores: ReadonlyMap<string, Scores>;
}

export function evaluationOutcomeOf(
  rankings: ReadonlyMap<string, RankedProducts>,
  judgements: Judgements,
): EvaluationOutcome {
  const scores = new Map<string, Scores>();
  for (const [query, ranking] of rankings) {
    const own = scoresOf(ranking, judgements.get(query) ?? new Map());
    if (own !== undefined) scores.set(query, own);
  }
  return { rankings, scores };
}

/**
 * Returns the mean scores over the queries with a relevant product. Only the score `empty` is a mean over all queries.
 */
export function meansOf({ rankings, scores }: EvaluationOutcome): Scores {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const means = METRICS.map((metric) => [metric, mean([...scores.values()].map((own) => own[metric]))]);
  const empty = mean([...rankings.values()].map((ranking) => (ranking.length === 0 ? 1 : 0)));
  return { ...(Object.fromEntries(means) as unknown as Scores), empty };
}

/**
 * Returns the mean difference of two evaluated searches in one metric over their common queries; undefined if they have
 * no common query.
 */
export function differenceOf(
  one: ReadonlyMap<string, Pick<Scores, "ndcg" | "judged_ndcg">>,
  other: ReadonlyMap<string, Pick<Scores, "ndcg" | "judged_ndcg">>,
  metric: "ndcg" | "judged_ndcg",
  bootstrap: ResamplingOptions,
): Interval | undefined {
  const differences = scoreChangesOf(one, other, metric).map(({ query, change }) => ({
    shopper: query,
    value: change,
  }));
  return differences.length === 0 ? undefined : pairedBootstrap(differences, bootstrap);
}

interface ScoreChange {
  readonly query: string;
  readonly change: number;
}

/** Returns the change in a metric between two evaluations for each query, largest gain first. */
export function scoreChangesOf<M extends string>(
  one: ReadonlyMap<string, Readonly<Record<M, number>>>,
  other: ReadonlyMap<string, Readonly<Record<M, number>>>,
  metric: M,
): ScoreChange[] {
  const changes = [...one].flatMap(([query, scores]) => {
    const before = other.get(query);
    return before === undefined ? [] : [{ query, change: scores[metric] - before[metric] }];
  });
  return changes.sort((a, b) => b.change - a.change || (a.query < b.query ? -1 : 1));
}
