import { pairedBootstrap, type ResamplingOptions, type Interval } from "./paired-bootstrap.js";
import type { RankedProducts } from "./ranking-metrics.js";
import { METRICS, scoresOf, type Scores } from "./query-scores.js";
import type { Judgements } from "./judgements.js";

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

export interface ScoreChange {
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
