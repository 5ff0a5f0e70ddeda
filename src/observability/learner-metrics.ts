import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Metrics of the learner of product signals and typed queries. */
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

/** The index of sessions that this process recommends from. */
interface SessionMetrics {
  readonly sessions: Gauge;
  readonly bytes: Gauge;
  /** 1 once everything stored before the start has been read. */
  readonly isComplete: Gauge;
  readonly eventsRead: Counter;
  readonly queryDuration: Histogram;
}

/** Seconds; a query takes well below a millisecond, most of the time. */
const QUERY_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.025];

export function sessionMetrics(registers: Registry[]): SessionMetrics {
  return {
    sessions: new Gauge({
      name: "vitrine_sessions_indexed",
      help: "Sessions of shoppers in the memory of this process",
      registers,
    }),
    bytes: new Gauge({
      name: "vitrine_session_index_bytes",
      help: "Memory that these sessions and their products take, by account",
      registers,
    }),
    isComplete: new Gauge({
      name: "vitrine_session_index_complete",
      help: "1 when everything that was stored before the start of this process has been read, 0 before",
      registers,
    }),
    eventsRead: new Counter({
      name: "vitrine_session_events_read_total",
      help: "Stored events that this process has read for its sessions",
      registers,
    }),
    queryDuration: new Histogram({
      name: "vitrine_session_query_duration_seconds",
      help: "Time to ask the sessions in memory once: how one like this goes on, or what is in those with some products",
      buckets: QUERY_BUCKETS,
      registers,
    }),
  };
}
