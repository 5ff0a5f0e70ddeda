import type { Json } from "../document.js";
import type { Attempts } from "./attempts.js";
import type { ProductMetrics } from "./report.js";

/** The numbers of the interface. */
export const STATUS = { UNKNOWN: 1, CREATED: 2, STARTED: 3, COMPLETED: 4, FAILED: 5 } as const;
export type IngestionStatus = (typeof STATUS)[keyof typeof STATUS];

export const MODES = ["insert", "soft_replace"] as const;
export type IngestionMode = (typeof MODES)[number];

export const TRIGGER_TYPES = ["api", "cli"] as const;

export interface TriggerSource {
  readonly type: (typeof TRIGGER_TYPES)[number];
  readonly mode: IngestionMode;
  readonly comment: string | null;
  readonly metadata: Json;
  readonly user: string | null;
}

/** What the status endpoint answers. Timestamps are ISO 8601 UTC with milliseconds. */
export interface IngestionRecord {
  readonly id: number;
  readonly client_id: string;
  readonly trigger_source: TriggerSource;
  readonly product_metrics: ProductMetrics | null;
  readonly file_identifier: string;
  readonly status: IngestionStatus;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What is stored: the record and what the job needs to run again after its process has died. */
export interface IngestionJob extends IngestionRecord {
  /** Bytes of the stored payload, inflated. */
  readonly bytes: number;
  /** How often the job has been started. */
  readonly attempts: number;
  /** How they ended; absent before the first one, and from jobs of earlier releases. */
  readonly history?: Attempts;
}

export function publicRecord(job: IngestionJob): IngestionRecord {
  const { id, client_id, trigger_source, product_metrics, file_identifier, status, created_at, updated_at } = job;
  return { id, client_id, trigger_source, product_metrics, file_identifier, status, created_at, updated_at };
}
