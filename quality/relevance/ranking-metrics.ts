import type { Grades, Judgements } from "./judgements.js";
import { type Interval, pairedBootstrap, type ResamplingOptions } from "./paired-bootstrap.js";

/** A list of products in the order in which a shopper meets them, best first. */
export type RankedProducts = readonly string[];

/**
 * The reciprocal rank of the best-ranked of several wanted products: 1 when the first place has one of them, 1/2 when the
 * second has the first of them, 0 when none is in the list.
 */
export function reciprocalRank(ranking: RankedProducts, wanted: ReadonlySet<string>): number {
  const position = ranking.findIndex((id) => wanted.has(id));
  return position === -1 ? 0 : 1 / (position + 1);
}

/**
 * Normalised discounted cumulative gain of the first `k` places, each wanted product being worth 1 and discounted by
 * log2(place + 1) (Järvelin & Kekäläinen 2002). 1 when the wanted products, or `k` of them, come first.
 * @throws RangeError when nothing is wanted: then every order is as good as any other
 */
export function ndcg(ranking: RankedProducts, wanted: ReadonlySet<string>, k: number): number {
  if (wanted.size === 0) throw new RangeError("nothing is wanted");
  const gain = ranking.slice(0, k).reduce((sum, id, index) => sum + (wanted.has(id) ? discount(index) : 0), 0);
  const ideal = Array.from({ length: Math.min(k, wanted.size) }, (_, index) => discount(index));
  return gain / ideal.reduce((sum, one) => sum + one, 0);
}

const discount = (index: number): number => 1 / Math.log2(index + 2);

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

const POSITIONS = 10;

/** @returns undefined where no product answers the query: then every order is as good as any other */
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
  grades.slice(0, POSITIONS).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** The rankings of a contender for each query, and their scores. */
export interface EvaluationOutcome {
  readonly rankings: ReadonlyMap<string, RankedProducts>;
  /** Only queries that some product answers. */
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

/** Over the queries that some product answers; empty lists are counted over all queries. */
export function meansOf({ rankings, scores }: EvaluationOutcome): Scores {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const means = METRICS.map((metric) => [metric, mean([...scores.values()].map((own) => own[metric]))]);
  const empty = mean([...rankings.values()].map((ranking) => (ranking.length === 0 ? 1 : 0)));
  return { ...(Object.fromEntries(means) as unknown as Scores), empty };
}

/** The differences of two contenders in one metric, over the queries that both answered; undefined without any. */
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

/** By query, what gained most first. */
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
