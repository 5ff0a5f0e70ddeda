import { Counter, Histogram, type Registry } from "prom-client";

/** Metrics of reading taste and ranking by it. */
export interface PersonalizationMetrics {
  /** Answers by `ranking`: personalized, unknown (a shopper of whom nothing is known), anonymous, holdout, degraded. */
  readonly answers: Counter<"ranking">;
  /** Looks at taste before an answer by `outcome`: read, none, slow, failed. */
  readonly tasteReads: Counter<"outcome">;
  /** Documents written, and written again after somebody else had: `outcome` written or conflict. */
  readonly tasteWrites: Counter<"outcome">;
  readonly rerankDuration: Histogram;
}

/** Seconds; a window of a hundred products takes well below a millisecond. */
const RERANK_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05];

export function personalizationMetrics(registers: Registry[]): PersonalizationMetrics {
  return {
    answers: new Counter({
      name: "vitrine_ranked_answers_total",
      help: "Answers in the storefront's own ranking by whose it was (personalized, unknown, anonymous, holdout, degraded)",
      labelNames: ["ranking"],
      registers,
    }),
    tasteReads: new Counter({
      name: "vitrine_taste_reads_total",
      help: "Looks at a shopper's taste before an answer by outcome (read, none, slow, failed)",
      labelNames: ["outcome"],
      registers,
    }),
    tasteWrites: new Counter({
      name: "vitrine_taste_writes_total",
      help: "Writes of taste documents by outcome (written, conflict)",
      labelNames: ["outcome"],
      registers,
    }),
    rerankDuration: new Histogram({
      name: "vitrine_rerank_duration_seconds",
      help: "Time to re-rank one window of products",
      buckets: RERANK_BUCKETS,
      registers,
    }),
  };
}
