import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Reason why the service closed a connection that the client would have kept open. */
export type CloseReason = "late" | "unread" | "evicted" | "refused";

/** Histogram buckets for durations in seconds. Buckets are smallest around the usual durations of listing requests. */
const DURATIONS = [0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Histogram buckets for reranking durations in seconds. Reranking a hundred products takes well below a millisecond. */
const RERANKS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05];
/** Histogram buckets in seconds for the time until an event affects the taste profile. The target for the 99th percentile is 1 second. */
const EFFECTS = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 15, 60, 300];
/** Histogram buckets for the duration of session index queries in seconds. A query usually takes well below a millisecond. */
const SESSION_QUERIES = [0.0001, 0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.025];
const LEARNER_RUNS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const ENCODINGS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** All metrics of `/metrics`. Each service instance has its own registry, so that instances and tests do not share metrics. */
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
      "Time from the first byte of a request to the last byte of its response",
      "method",
      "route",
      "status",
    ),
    engineDuration: seconds(
      "vitrine_engine_call_duration_seconds",
      DURATIONS,
      "Duration of calls to OpenSearch, including network time",
      "operation",
      "outcome",
    ),
    ingestionLines: counter("vitrine_ingestion_lines_total", "Feed lines by outcome", "outcome"),
    jobs: gauge("vitrine_ingestion_jobs", "Ingestion jobs of the whole installation by status", "status"),
    degraded: counter(
      "vitrine_degraded_responses_total",
      "Responses that lack a part, such as personalization, because it was not available in time, by reason",
      "reason",
    ),
    errors: counter("vitrine_errors_total", "Error responses by code", "code"),
    /** Connection metrics by listener (`public` or `operations`). */
    connections: {
      open: gauge("vitrine_http_connections", "Open connections", "listener"),
      closed: counter(
        "vitrine_http_connections_closed_total",
        "Connections closed by the service, by reason: late (request not received in time), unread (response not read in time), evicted (replaced by a newer connection), refused (limit reached)",
        "listener",
        "reason",
      ),
    },
    admission: {
      requests: counter(
        "vitrine_admission_requests_total",
        "Shopper and tracker requests by class (reads or events) and outcome (admitted or refused)",
        "class",
        "outcome",
      ),
      running: gauge("vitrine_admission_running", "Requests in progress", "class"),
    },
    cursors: {
      chainsStarted: counter(
        "vitrine_cursor_chains_started_total",
        "Responses with a first page and a cursor for the next page, by mode (ranked or ordered)",
        "mode",
      ),
      pages: counter(
        "vitrine_cursor_pages_total",
        "Result pages served for a pagination cursor, by mode and kind (next, repeated, jump)",
        "mode",
        "kind",
      ),
      rejected: counter(
        "vitrine_cursors_rejected_total",
        "Rejected pagination cursors by reason (expired or unknown)",
        "reason",
      ),
      stored: gauge(
        "vitrine_cursor_store_documents",
        "Documents in the pagination cursor store of the whole installation",
      ),
      storedBytes: gauge(
        "vitrine_cursor_store_bytes",
        "Size of the pagination cursor store in bytes, primary shards only",
      ),
    },
    cache: {
      reads: counter(
        "vitrine_cache_reads_total",
        "Catalogue cache reads by kind and outcome (hit or miss)",
        "kind",
        "outcome",
      ),
      evictions: counter(
        "vitrine_cache_evictions_total",
        "Catalogue cache entries evicted because the cache was full",
        "kind",
      ),
      bytes: gauge("vitrine_cache_bytes", "Approximate memory used by the catalogue cache, in bytes", "kind"),
    },
    features: {
      bytes: gauge("vitrine_feature_bytes", "Memory used by the ranking data of products, in bytes"),
      rows: counter(
        "vitrine_feature_rows_total",
        "Number of products whose ranking data was loaded: in advance with the whole catalogue (read=ahead), or for a single request (read=needed)",
        "read",
      ),
    },
    personalization: {
      responses: counter(
        "vitrine_ranked_responses_total",
        "Responses with the sort featured, by kind of ranking (personalized, unknown, anonymous, holdout, degraded)",
        "ranking",
      ),
      tasteReads: counter(
        "vitrine_taste_reads_total",
        "Taste profile reads by outcome (read, none, slow, failed)",
        "outcome",
      ),
      tasteWrites: counter(
        "vitrine_taste_writes_total",
        "Taste profile writes by outcome (written, conflict)",
        "outcome",
      ),
      rerankDuration: seconds(
        "vitrine_rerank_duration_seconds",
        RERANKS,
        "Time to rerank the candidates of one request",
      ),
    },
    tracking: {
      events: counter(
        "vitrine_events_total",
        "Shopper events by type and outcome (stored, bot, duplicate, anonymous, erased, ignored, rejected)",
        "type",
        "outcome",
      ),
      rejected: counter("vitrine_events_rejected_total", "Rejected shopper events by reason", "reason"),
      unverifiedUsers: counter(
        "vitrine_events_forged_users_total",
        "Shopper events whose user id lacks the signature required by the storefront",
      ),
      effect: seconds(
        "vitrine_event_effect_seconds",
        EFFECTS,
        "Time from the receipt of an event to its effect on the taste profile",
      ),
      spooled: counter(
        "vitrine_spooled_records_total",
        "Events acknowledged after they were written to disk, because OpenSearch was slow or unavailable",
      ),
      spoolBytes: gauge(
        "vitrine_spool_bytes",
        "Size in bytes of the events on disk that this process has not yet stored in OpenSearch and processed",
      ),
      spoolAge: gauge(
        "vitrine_spool_age_seconds",
        "Age of the oldest event that this process has not yet stored and processed; 0 if there is none",
      ),
      overloads: counter(
        "vitrine_event_overloads_total",
        "Event requests rejected with status 503, by reason (spool_full, disk)",
        "reason",
      ),
      undelivered: counter(
        "vitrine_events_unacknowledged_total",
        "Stored events that a consumer could not process even after retries",
        "consumer",
      ),
      responses: counter(
        "vitrine_responses_recorded_total",
        "Responses recorded to attribute later shopper events to them, by outcome (stored, dropped, erased)",
        "outcome",
      ),
    },
    erasures: counter(
      "vitrine_erasures_total",
      "Requests to erase a shopper's data, by kind of identifier (device, user, both)",
      "kind",
    ),
    erasedDocuments: counter(
      "vitrine_erased_documents_total",
      "Documents removed by erasures of shopper data, by kind",
      "kind",
    ),
    /** Metrics of the background task that learns product signals and typed queries. */
    learner: {
      active: gauge("vitrine_learner_active", "1 while this process updates product signals from events, else 0"),
      events: counter("vitrine_learner_events_total", "Stored events processed to update product signals"),
      lag: gauge(
        "vitrine_learner_lag_seconds",
        "Age of the last event processed to update product signals, while later events are waiting; 0 if no events are waiting",
      ),
      duration: seconds(
        "vitrine_learner_run_seconds",
        LEARNER_RUNS,
        "Duration of an update of product signals, including updates of product documents",
      ),
      rewritten: counter("vitrine_learner_documents_total", "Product documents updated with new product signals"),
    },
    /** Metrics of the session index in this process. */
    sessions: {
      sessions: gauge("vitrine_sessions_indexed", "Shopper sessions in the memory of this process"),
      bytes: gauge("vitrine_session_index_bytes", "Estimated memory of shopper sessions and their products"),
      isComplete: gauge(
        "vitrine_session_index_complete",
        "1 once this process has loaded all sessions stored before its start, else 0",
      ),
      eventsRead: counter(
        "vitrine_session_events_read_total",
        "Stored events that this process has loaded into its shopper sessions",
      ),
      queryDuration: seconds(
        "vitrine_session_query_duration_seconds",
        SESSION_QUERIES,
        "Duration of a query of the in-memory session index",
      ),
    },
    semantic: {
      queryDuration: seconds(
        "vitrine_semantic_query_seconds",
        ENCODINGS,
        "Duration of query embeddings by outcome (answered, failed)",
        "outcome",
      ),
      encoded: counter(
        "vitrine_semantic_encoded_products_total",
        "Products whose vector was computed because their text is new or changed",
      ),
      remaining: gauge(
        "vitrine_semantic_remaining_products",
        "Products of the current catalogue whose vectors have not yet been checked or computed",
      ),
      products: gauge(
        "vitrine_semantic_products",
        "Number of products with vectors for semantic search in this process",
      ),
      bytes: gauge("vitrine_semantic_bytes", "Memory used by product vectors in this process, in bytes"),
    },
  };
}
