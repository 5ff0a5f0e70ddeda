import type { Engine } from "../engine/engine.js";
import { createJudgedSearch, type JudgedCatalog } from "../composition/judged-search.js";
import type { Judgements } from "../evaluation/judgements.js";
import { differenceOf, type EvaluationOutcome, evaluationOutcomeOf, meansOf } from "../evaluation/ranking-metrics.js";
import type { Interval } from "../evaluation/paired-bootstrap.js";

export interface Verdict {
  /** Whether the first ten are worse than before, on the mean of all queries. */
  readonly isWorse: boolean;
  /** The figures for a person. */
  readonly lines: readonly string[];
}

const PLACES = 100;
const BOOTSTRAP = { resamples: 2_000, confidence: 0.95, seed: "templates apply" };

/** Asks judged queries of the catalogue as it is and as it would be. */
export async function judgeChange(
  engine: Engine,
  judgements: Judgements,
  now: JudgedCatalog,
  then: JudgedCatalog,
): Promise<Verdict> {
  const rank = createJudgedSearch(engine);
  const outcomeIn = async (catalog: JudgedCatalog): Promise<EvaluationOutcome> => {
    const rankings = new Map<string, string[]>();
    for (const query of judgements.keys()) rankings.set(query, await rank(catalog, query, PLACES));
    return evaluationOutcomeOf(rankings, judgements);
  };
  const before = await outcomeIn(now);
  const after = await outcomeIn(then);
  const change = differenceOf(after.scores, before.scores, "ndcg", BOOTSTRAP);
  const [one, other] = [meansOf(before), meansOf(after)];
  const row = (title: string, metric: "ndcg" | "judged_ndcg" | "empty") =>
    `  ${title.padEnd(24)} ${one[metric].toFixed(4)} → ${other[metric].toFixed(4)}`;
  return {
    isWorse: (change?.mean ?? 0) < -1e-9,
    lines: [
      `${judgements.size} judged queries, ${before.scores.size} of which some product answers:`,
      `${row("NDCG@10", "ndcg")}${shown(change)}`,
      `${row("without unjudged", "judged_ndcg")}${shown(differenceOf(after.scores, before.scores, "judged_ndcg", BOOTSTRAP))}`,
      row("no result", "empty"),
    ],
  };
}

const signed = (value: number) => `${value < 0 ? "" : "+"}${value.toFixed(4)}`;
const shown = (interval: Interval | undefined): string =>
  interval === undefined ? "" : `  ${signed(interval.mean)} [${signed(interval.low)}, ${signed(interval.high)}]`;
