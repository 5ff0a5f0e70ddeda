import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** The index of sessions that this process recommends from. */
export interface SessionMetrics {
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
