import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What `/metrics` shows of events that are received, stored and learned from, and of impressions. */
export interface TrackingMetrics {
  /**
   * `outcome`: stored, bot (stored, and never learned from), duplicate, anonymous (not stored), erased (from before its shopper
   * was, not stored), ignored, rejected.
   */
  readonly events: Counter<"type" | "outcome">;
  readonly rejected: Counter<"reason">;
  /** Events that were taken without the user they named, because nothing vouched for it. */
  readonly unverifiedUsers: Counter;
  /** Seconds from the arrival of an event to when what it teaches is readable. */
  readonly effect: Histogram;
  readonly spooled: Counter;
  readonly spoolBytes: Gauge;
  readonly spoolAge: Gauge;
  /** Requests that were refused because their events could not be written to the disk. */
  readonly overloads: Counter<"reason">;
  /** Events that a consumer failed on and will not get again. */
  readonly undelivered: Counter<"consumer">;
  /** `outcome`: stored, dropped, erased. */
  readonly answers: Counter<"outcome">;
}

/** Seconds; the wanted 99th percentile is 1. */
const EFFECT_BUCKETS = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 15, 60, 300];

export function createTrackingMetrics(registry: Registry): TrackingMetrics {
  const registers = [registry];
  return {
    events: new Counter({
      name: "vitrine_events_total",
      help: "Shopper events by type and by what became of them (stored, bot, duplicate, anonymous, erased, ignored, rejected)",
      labelNames: ["type", "outcome"],
      registers,
    }),
    rejected: new Counter({
      name: "vitrine_events_rejected_total",
      help: "Shopper events that were not taken by reason",
      labelNames: ["reason"],
      registers,
    }),
    unverifiedUsers: new Counter({
      name: "vitrine_events_forged_users_total",
      help: "Shopper events that named a user without the signature that the storefront wants",
      registers,
    }),
    effect: new Histogram({
      name: "vitrine_event_effect_seconds",
      help: "Time from the arrival of a tracked event to when what it teaches is readable",
      buckets: EFFECT_BUCKETS,
      registers,
    }),
    spooled: new Counter({
      name: "vitrine_spooled_records_total",
      help: "Tracked events that were answered as soon as they were on the disk, because the engine was slow or away",
      registers,
    }),
    spoolBytes: new Gauge({
      name: "vitrine_spool_bytes",
      help: "Size of what this process has on its disk and not yet stored and consumed",
      registers,
    }),
    spoolAge: new Gauge({
      name: "vitrine_spool_age_seconds",
      help: "Age of the oldest event that this process has not yet stored and consumed; 0 when there is none",
      registers,
    }),
    overloads: new Counter({
      name: "vitrine_event_overloads_total",
      help: "Requests with events that were answered 503 by reason (spool_full, disk)",
      labelNames: ["reason"],
      registers,
    }),
    undelivered: new Counter({
      name: "vitrine_events_untold_total",
      help: "Stored events that a consumer failed on for good",
      labelNames: ["consumer"],
      registers,
    }),
    answers: new Counter({
      name: "vitrine_answers_remembered_total",
      help: "Answers kept for tracing what they led to by outcome (stored, dropped, erased)",
      labelNames: ["outcome"],
      registers,
    }),
  };
}

interface ErasureMetrics {
  /** `kind`: device, user, both. */
  readonly erasures: Counter<"kind">;
  /** `kind`: events, answers, tastes, pages, queries. */
  readonly removed: Counter<"kind">;
}

export function erasureMetrics(registry: Registry): ErasureMetrics {
  const registers = [registry];
  return {
    erasures: new Counter({
      name: "vitrine_erasures_total",
      help: "Shoppers that this process was asked to erase and did, by what named them (device, user, both)",
      labelNames: ["kind"],
      registers,
    }),
    removed: new Counter({
      name: "vitrine_erased_documents_total",
      help: "What erasures of this process removed by kind (events, answers, tastes, pages, queries)",
      labelNames: ["kind"],
      registers,
    }),
  };
}
