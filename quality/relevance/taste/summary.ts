import { pairedBootstrap, type ResamplingOptions, type Interval } from "../paired-bootstrap.js";
import { CONTENDERS, METRICS, PARTS, type Contender, type Metric, type Observation, type Part } from "./observation.js";

export interface PartSummary {
  readonly part: Part;
  readonly baskets: number;
  readonly shoppers: number;
  readonly metrics: readonly MetricSummary[];
}

export interface MetricSummary {
  readonly metric: Metric;
  readonly means: Readonly<Record<Contender, number>>;
  /**
   * Difference between the personalized listing and each other ranking in the metric; negative if the personalized
   * listing is worse.
   */
  readonly above: Readonly<Record<Exclude<Contender, "personalized">, Interval>>;
}

/**
 * Returns the means and confidence intervals of all metrics for each product group with at least one evaluated basket.
 */
export function summarise(observations: readonly Observation[], bootstrap: ResamplingOptions): PartSummary[] {
  return PARTS.flatMap((part) => {
    const own = observations.filter((observation) => observation.part === part);
    if (own.length === 0) return [];
    return {
      part,
      baskets: own.length,
      shoppers: new Set(own.map(({ shopper }) => shopper)).size,
      metrics: METRICS.map((metric) => summariseMetric(own, metric, bootstrap)),
    };
  });
}

function summariseMetric(own: readonly Observation[], metric: Metric, bootstrap: ResamplingOptions): MetricSummary {
  const mean = (contender: Contender) =>
    own.reduce((sum, { scores }) => sum + scores[contender][metric], 0) / own.length;
  const above = (other: Contender) =>
    pairedBootstrap(
      own.map(({ shopper, scores }) => ({ shopper, value: scores.personalized[metric] - scores[other][metric] })),
      bootstrap,
    );
  return {
    metric,
    means: Object.fromEntries(CONTENDERS.map((contender) => [contender, mean(contender)])) as MetricSummary["means"],
    above: { unpersonalized: above("unpersonalized"), popularity: above("popularity") },
  };
}
