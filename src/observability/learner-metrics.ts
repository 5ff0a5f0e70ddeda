import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of the learners of product signals and queries. */
export interface LearnerMetrics {
  /** 1 in the one process that learns. */
  readonly active: Gauge;
  readonly events: Counter;
  /** Seconds that the last event learnt from had waited while there were more; 0 when all were learnt from. */
  readonly lag: Gauge;
  readonly duration: Histogram;
  /** Product documents written because of what was learnt. */
  readonly rewritten: Counter;
}

const RUN_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export function learnerMetrics(registry: Registry): LearnerMetrics {
  const registers = [registry];
  return {
    active: new Gauge({
      name: "vitrine_learner_active",
      help: "1 while this process is the one that learns about products",
      registers,
    }),
    events: new Counter({
      name: "vitrine_learner_events_total",
      help: "Stored events that were learnt from, or found to teach nothing about products",
      registers,
    }),
    lag: new Gauge({
      name: "vitrine_learner_lag_seconds",
      help: "How long the last event learnt from had waited while there were more; 0 when there were none",
      registers,
    }),
    duration: new Histogram({
      name: "vitrine_learner_run_seconds",
      help: "Time of a run: learning from new events and bringing it into product documents",
      buckets: RUN_BUCKETS,
      registers,
    }),
    rewritten: new Counter({
      name: "vitrine_learner_documents_total",
      help: "Product documents rewritten with what was learnt",
      registers,
    }),
  };
}
