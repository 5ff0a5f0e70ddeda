import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Why the service closed a connection that its client would have kept. */
export type CloseReason = "late" | "unread" | "evicted" | "refused";

/** Connections of clients, by listener: `public` or `operations`. */
export interface ConnectionMetrics {
  readonly open: Gauge<"listener">;
  readonly closed: Counter<"listener" | "reason">;
}

function connectionMetrics(registers: Registry[]): ConnectionMetrics {
  return {
    open: new Gauge({
      name: "vitrine_http_connections",
      help: "Open connections",
      labelNames: ["listener"],
      registers,
    }),
    closed: new Counter({
      name: "vitrine_http_connections_closed_total",
      help: "Connections that the service closed, by reason: late (its request), unread (its answer), evicted (for a newer one), refused (too many)",
      labelNames: ["listener", "reason"],
      registers,
    }),
  };
}

/** Metrics of the admission of requests, by class (reads or events). */
export interface AdmissionMetrics {
  /** `outcome`: admitted or refused. */
  readonly requests: Counter<"class" | "outcome">;
  readonly running: Gauge<"class">;
}

const admissionMetrics = (registers: Registry[]): AdmissionMetrics => ({
  requests: new Counter({
    name: "vitrine_admission_requests_total",
    help: "Requests of shoppers and trackers by class (reads or events) and outcome (admitted or refused)",
    labelNames: ["class", "outcome"],
    registers,
  }),
  running: new Gauge({
    name: "vitrine_admission_running",
    help: "Requests that run",
    labelNames: ["class"],
    registers,
  }),
});

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

function personalizationMetrics(registers: Registry[]): PersonalizationMetrics {
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

/** Everything that `/metrics` shows. Each installation gets its own registry, so that tests and instances do not mix. */
export interface Metrics {
  readonly registry: Registry;
  readonly requestDuration: Histogram<"method" | "route" | "status">;
  readonly engineDuration: Histogram<"operation" | "outcome">;
  readonly ingestionLines: Counter<"outcome">;
  readonly jobs: Gauge<"status">;
  /** Answers that were given with something left out, by what it was. */
  readonly degraded: Counter<"reason">;
  /** Errors answered, by the code the client saw. */
  readonly errors: Counter<"code">;
  readonly connections: ConnectionMetrics;
  readonly admission: AdmissionMetrics;
  readonly cursors: CursorMetrics;
  readonly features: FeatureMetrics;
  readonly personalization: PersonalizationMetrics;
}

/** Metrics of what products are ranked by. */
export interface FeatureMetrics {
  readonly bytes: Gauge;
  /** Rows read from the engine. `read`: ahead (a whole catalogue) or needed (of a listing or search). */
  readonly rows: Counter<"read">;
}

/** Metrics of the pages behind cursors. */
export interface CursorMetrics {
  readonly chainsStarted: Counter<"mode">;
  /** Pages after a chain's first one. `kind`: next, repeated (requested again), or jump. */
  readonly pages: Counter<"mode" | "kind">;
  readonly rejected: Counter<"reason">;
  readonly stored: Gauge;
  readonly storedBytes: Gauge;
}

/** Seconds; finest where listings are. */
const DURATION_BUCKETS = [
  0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Adds event loop lag, memory and CPU (the library's own `nodejs_*` and `process_*`) to the service's metrics. */
export function createMetrics(registry: Registry): Metrics {
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requestDuration: new Histogram({
      name: "vitrine_http_request_duration_seconds",
      help: "Time from the first byte of a request to the last byte of its answer",
      labelNames: ["method", "route", "status"],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    engineDuration: new Histogram({
      name: "vitrine_engine_call_duration_seconds",
      help: "Time of a call to the search engine as this process sees it",
      labelNames: ["operation", "outcome"],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    ingestionLines: new Counter({
      name: "vitrine_ingestion_lines_total",
      help: "Lines of product feeds by what became of them",
      labelNames: ["outcome"],
      registers,
    }),
    jobs: new Gauge({
      name: "vitrine_ingestion_jobs",
      help: "Ingestion jobs by status, over all processes of this installation",
      labelNames: ["status"],
      registers,
    }),
    degraded: new Counter({
      name: "vitrine_degraded_answers_total",
      help: "Answers given without something that could not be had in time",
      labelNames: ["reason"],
      registers,
    }),
    errors: new Counter({
      name: "vitrine_errors_total",
      help: "Errors answered by code",
      labelNames: ["code"],
      registers,
    }),
    connections: connectionMetrics(registers),
    admission: admissionMetrics(registers),
    cursors: cursorMetrics(registers),
    features: featureMetrics(registers),
    personalization: personalizationMetrics(registers),
  };
}

const featureMetrics = (registers: Registry[]): FeatureMetrics => ({
  bytes: new Gauge({
    name: "vitrine_feature_bytes",
    help: "Memory of the tables that products are ranked by",
    registers,
  }),
  rows: new Counter({
    name: "vitrine_feature_rows_total",
    help: "Products whose ranking data was read, by why (ahead: with the whole catalogue, needed: for a listing or search)",
    labelNames: ["read"],
    registers,
  }),
});

function cursorMetrics(registers: Registry[]): CursorMetrics {
  return {
    chainsStarted: new Counter({
      name: "vitrine_cursor_chains_started_total",
      help: "First pages that further pages can follow, by mode (ranked or ordered)",
      labelNames: ["mode"],
      registers,
    }),
    pages: new Counter({
      name: "vitrine_cursor_pages_total",
      help: "Pages served for a cursor by mode and by kind (next, repeated, jump)",
      labelNames: ["mode", "kind"],
      registers,
    }),
    rejected: new Counter({
      name: "vitrine_cursors_rejected_total",
      help: "Cursors that named no page by reason (expired or unknown)",
      labelNames: ["reason"],
      registers,
    }),
    stored: new Gauge({
      name: "vitrine_cursor_store_documents",
      help: "Documents in the cursor store, over all processes of this installation",
      registers,
    }),
    storedBytes: new Gauge({
      name: "vitrine_cursor_store_bytes",
      help: "Size of the cursor store on one copy of its shards",
      registers,
    }),
  };
}
