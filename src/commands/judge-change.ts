import type { Engine } from "../engine/engine.js";
import type { LiveCatalog } from "../catalog/live.js";
import { searchFor, STRANGERS } from "../composition/search.js";
import type { Judgements } from "../evaluation/judgements.js";
import { differenceOf, type EvaluationOutcome, evaluationOutcomeOf, meansOf } from "../evaluation/ranking-metrics.js";
import type { Interval } from "../evaluation/paired-bootstrap.js";
import { search } from "../search/listing/page.js";
import type { Storefront } from "../storefront/client.js";
import { ANONYMOUS } from "../tracking/event.js";

/** A catalogue that may not be live yet, and the configuration that it is to be searched by. */
export interface JudgedCatalog {
  readonly live: LiveCatalog;
  readonly storefront: Storefront;
}

export interface Verdict {
  /** Whether the first ten are worse than before, on the mean of all queries. */
  readonly isWorse: boolean;
  /** The figures for a person. */
  readonly lines: readonly string[];
}

const PLACES = 100;
const BOOTSTRAP = { resamples: 2_000, confidence: 0.95, seed: "templates apply" };

/** Asks judged queries of the catalogue as it is and as it would be, as strangers are served. */
export async function judgeChange(
  engine: Engine,
  judgements: Judgements,
  now: JudgedCatalog,
  then: JudgedCatalog,
): Promise<Verdict> {
  const outcomeIn = async ({ live, storefront }: JudgedCatalog): Promise<EvaluationOutcome> => {
    const liveCatalogs = { get: () => Promise.resolve(live) };
    const deps = searchFor(engine, { personalizer: STRANGERS, liveCatalogs });
    const rankings = new Map<string, string[]>();
    for (const query of judgements.keys()) {
      const body = { user: { device_id: ANONYMOUS }, query, limit: PLACES, projection: [] };
      const { items } = await search(deps, storefront, body);
      const ids = items.map(({ product_identifier }) => product_identifier);
      rankings.set(query, ids);
    }
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
