import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Why the service closed a connection that its client would have kept open. */
export type CloseReason = "late" | "unread" | "evicted" | "refused";

/** Buckets in seconds, finest in the range of listings. */
const DURATIONS = [0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Buckets in seconds; reranking a hundred products takes well below a millisecond. */
const RERANKS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05];
/** Buckets in seconds; the target of the 99th percentile is 1. */
const EFFECTS = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 15, 60, 300];
/** Buckets in seconds; a query usually takes well below a millisecond. */
const SESSION_QUERIES = [0.0001, 0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.025];
const LEARNER_RUNS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const ENCODINGS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** All metrics of `/metrics`. Each installation has its own registry, so that tests and instances do not mix. */
export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates the metrics of the service, and adds the library's default metrics (`nodejs_*` and `process_*`): event loop lag, memory and CPU.
 */
export function createMetrics(registry: Registry) {
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter<L>({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge<L>({ name, help, labelNames, registers });
  const seconds = <L extends string>(name: string, buckets: number[], help: string, ...labelNames: L[]) =>
    new Histogram<L>({ name, help, buckets, labelNames, registers });
  return {
    registry,
    requestDuration: seconds(
      "vitrine_http_request_duration_seconds",
      DURATIONS,
      "Time from the first byte of a request to the last byte of its answer",
      "method",
      "route",
      "status",
    ),
    engineDuration: seconds(
      "vitrine_engine_call_duration_seconds",
      DURATIONS,
      "Time of a call to the search engine as this process sees it",
      "operation",
      "outcome",
    ),
    ingestionLines: counter(
      "vitrine_ingestion_lines_total",
      "Lines of product feeds by what became of them",
      "outcome",
    ),
    jobs: gauge(
      "vitrine_ingestion_jobs",
      "Ingestion jobs by status, over all processes of this installation",
      "status",
    ),
    degraded: counter(
      "vitrine_degraded_responses_total",
      "Answers given without something that could not be had in time",
      "reason",
    ),
    errors: counter("vitrine_errors_total", "Errors answered by code", "code"),
    /** By listener: `public` or `operations`. */
    connections: {
      open: gauge("vitrine_http_connections", "Open connections", "listener"),
      closed: counter(
        "vitrine_http_connections_closed_total",
        "Connections that the service closed, by reason: late (its request), unread (its answer), evicted (for a newer one), refused (too many)",
        "listener",
        "reason",
      ),
    },
    admission: {
      requests: counter(
        "vitrine_admission_requests_total",
        "Requests of shoppers and trackers by class (reads or events) and outcome (admitted or refused)",
        "class",
        "outcome",
      ),
      running: gauge("vitrine_admission_running", "Requests that run", "class"),
    },
    cursors: {
      chainsStarted: counter(
        "vitrine_cursor_chains_started_total",
        "First pages that further pages can follow, by mode (ranked or ordered)",
        "mode",
      ),
      pages: counter(
        "vitrine_cursor_pages_total",
        "Pages served for a cursor by mode and by kind (next, repeated, jump)",
        "mode",
        "kind",
      ),
      rejected: counter(
        "vitrine_cursors_rejected_total",
        "Cursors that named no page by reason (expired or unknown)",
        "reason",
      ),
      stored: gauge(
        "vitrine_cursor_store_documents",
        "Documents in the cursor store, over all processes of this installation",
      ),
      storedBytes: gauge("vitrine_cursor_store_bytes", "Size of the cursor store on one copy of its shards"),
    },
    cache: {
      reads: counter(
        "vitrine_cache_reads_total",
        "Reads of the cache of live catalogues by what was read and whether it was there (hit or miss)",
        "kind",
        "outcome",
      ),
      evictions: counter(
        "vitrine_cache_evictions_total",
        "Entries of the cache of live catalogues that were given up for want of room",
        "kind",
      ),
      bytes: gauge("vitrine_cache_bytes", "About what entries of the cache of live catalogues take in memory", "kind"),
    },
    features: {
      bytes: gauge("vitrine_feature_bytes", "Memory of the tables that products are ranked by"),
      rows: counter(
        "vitrine_feature_rows_total",
        "Products whose ranking data was read, by why (ahead: with the whole catalogue, needed: for a listing or search)",
        "read",
      ),
    },
    personalization: {
      responses: counter(
        "vitrine_ranked_responses_total",
        "Answers in the storefront's own ranking by whose it was (personalized, unknown, anonymous, holdout, degraded)",
        "ranking",
      ),
      tasteReads: counter(
        "vitrine_taste_reads_total",
        "Looks at a shopper's taste before an answer by outcome (read, none, slow, failed)",
        "outcome",
      ),
      tasteWrites: counter(
        "vitrine_taste_writes_total",
        "Writes of taste documents by outcome (written, conflict)",
        "outcome",
      ),
      rerankDuration: seconds("vitrine_rerank_duration_seconds", RERANKS, "Time to re-rank one window of products"),
    },
    tracking: {
      events: counter(
        "vitrine_events_total",
        "Shopper events by type and by what became of them (stored, bot, duplicate, anonymous, erased, ignored, rejected)",
        "type",
        "outcome",
      ),
      rejected: counter("vitrine_events_rejected_total", "Shopper events that were not taken by reason", "reason"),
      unverifiedUsers: counter(
        "vitrine_events_forged_users_total",
        "Shopper events that named a user without the signature that the storefront wants",
      ),
      effect: seconds(
        "vitrine_event_effect_seconds",
        EFFECTS,
        "Time from the arrival of a tracked event to when what it teaches is readable",
      ),
      spooled: counter(
        "vitrine_spooled_records_total",
        "Tracked events that were answered as soon as they were on the disk, because the engine was slow or away",
      ),
      spoolBytes: gauge(
        "vitrine_spool_bytes",
        "Size of what this process has on its disk and not yet stored and consumed",
      ),
      spoolAge: gauge(
        "vitrine_spool_age_seconds",
        "Age of the oldest event that this process has not yet stored and consumed; 0 when there is none",
      ),
      overloads: counter(
        "vitrine_event_overloads_total",
        "Requests with events that were answered 503 by reason (spool_full, disk)",
        "reason",
      ),
      undelivered: counter(
        "vitrine_events_unacknowledged_total",
        "Stored events that a consumer failed on for good",
        "consumer",
      ),
      responses: counter(
        "vitrine_responses_recorded_total",
        "Answers kept for tracing what they led to by outcome (stored, dropped, erased)",
        "outcome",
      ),
    },
    erasures: counter(
      "vitrine_erasures_total",
      "Shoppers that this process was asked to erase and did, by what named them (device, user, both)",
      "kind",
    ),
    erasedDocuments: counter(
      "vitrine_erased_documents_total",
      "What erasures of this process removed by kind (events, answers, tastes, pages, queries)",
      "kind",
    ),
    /** Metrics of the learner of product signals and typed queries. */
    learner: {
      active: gauge("vitrine_learner_active", "1 while this process is the one that learns about products"),
      events: counter(
        "vitrine_learner_events_total",
        "Stored events that were learnt from, or found to teach nothing about products",
      ),
      lag: gauge(
        "vitrine_learner_lag_seconds",
        "How long the last event learnt from had waited while there were more; 0 when there were none",
      ),
      duration: seconds(
        "vitrine_learner_run_seconds",
        LEARNER_RUNS,
        "Time of a run: learning from new events and bringing it into product documents",
      ),
      rewritten: counter("vitrine_learner_documents_total", "Product documents rewritten with what was learnt"),
    },
    /** Metrics of the session index in this process. */
    sessions: {
      sessions: gauge("vitrine_sessions_indexed", "Sessions of shoppers in the memory of this process"),
      bytes: gauge("vitrine_session_index_bytes", "Memory that these sessions and their products take, by account"),
      isComplete: gauge(
        "vitrine_session_index_complete",
        "1 when everything that was stored before the start of this process has been read, 0 before",
      ),
      eventsRead: counter(
        "vitrine_session_events_read_total",
        "Stored events that this process has read for its sessions",
      ),
      queryDuration: seconds(
        "vitrine_session_query_duration_seconds",
        SESSION_QUERIES,
        "Time to ask the sessions in memory once: how one like this goes on, or what is in those with some products",
      ),
    },
    semantic: {
      queryDuration: seconds(
        "vitrine_semantic_query_seconds",
        ENCODINGS,
        "Time of encoding a query by outcome (answered, failed)",
        "outcome",
      ),
      encoded: counter(
        "vitrine_semantic_encoded_products_total",
        "Products that got a vector because their text is new or has changed",
      ),
      remaining: gauge(
        "vitrine_semantic_remaining_products",
        "Products of the catalogue at hand that have still to be looked at or encoded, in the process that encodes",
      ),
      products: gauge("vitrine_semantic_products", "Products that this process finds by meaning"),
      bytes: gauge("vitrine_semantic_bytes", "Memory for their vectors"),
    },
  };
}
