import { choice, closed, nullable, text, type Of } from "../../schema/typed.js";
import type { Json, Version } from "../product-document.js";
import type { VersionedOutcome } from "./versions.js";
import type { Attempts } from "./attempts.js";
import { PRODUCT_METRICS, type ProductMetrics } from "./ingestion-report.js";

import Type, { type Static } from "typebox";

/** Status numbers of the ingestion API. RECEIVING is an extension for feeds in several requests. */
export const STATUS = { RECEIVING: 0, UNKNOWN: 1, CREATED: 2, STARTED: 3, COMPLETED: 4, FAILED: 5 } as const;
export type IngestionStatus = (typeof STATUS)[keyof typeof STATUS];

export const MODES = ["insert", "soft_replace"] as const;
export type FeedMode = (typeof MODES)[number];

/** Mode of product updates from `POST /v1/products`; not available for feeds. */
export const LIVE = "live";
const JOB_MODES = [...MODES, LIVE] as const;
export type IngestionMode = (typeof JOB_MODES)[number];

export const TRIGGER_TYPES = ["api", "cli"] as const;

/** Maximum length of the comment, the user and the metadata of a job, in characters. */
export const MAX_LENGTH = 4096;

const note = nullable(Type.String({ maxLength: MAX_LENGTH }));
const time = Type.String({ format: "date-time" });

export const FEED_SOURCE = closed(
  {
    format: Type.String({
      maxLength: 64,
      description:
        "Format of the file. A file is compared with the previous file only if both files have the same format.",
    }),
    records: Type.Integer({ minimum: 1, description: "Number of rows or objects in the file." }),
    is_open: Type.Boolean({
      description: "Whether the last row has no line end, which may indicate a truncated file.",
    }),
    last: Type.String({ maxLength: 64, description: "Digest of the last record in the file." }),
  },
  {
    description:
      "The file that the feed was converted from. In the mode `soft_replace`, this file is compared with the previous file to detect truncation.",
  },
);
export type FeedSource = Of<typeof FEED_SOURCE>;

/** A normalized version, see `readVersion`. */
const VERSION = Type.Unsafe<Version>({
  type: ["integer", "string"],
  description: "Version of the feed's content (snapshot): an integer, or a UTC time with nine fractional digits.",
});

const TRIGGER_SOURCE = Type.Object(
  {
    type: choice(TRIGGER_TYPES),
    mode: choice(JOB_MODES, { description: "Processing mode. Product updates (`/v1/products`) have the mode `live`." }),
    comment: note,
    metadata: Type.Unsafe<Json>({ description: "JSON value of `X-SERVICE-METADATA`; null if none was sent." }),
    user: note,
    dry_run: Type.Optional(
      Type.Literal(true, { description: "`true` for a dry run, which does not change the catalogue." }),
    ),
    max_removed_share: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: "Value of `X-SERVICE-MAX-REMOVED-SHARE`." }),
    ),
    source: Type.Optional(FEED_SOURCE),
    snapshot: Type.Optional(VERSION),
  },
  { description: "Headers of the request that created the ingestion." },
);

/** The response of the status endpoint. Timestamps are ISO 8601 UTC with milliseconds. */
export const INGESTION_RECORD = Type.Object(
  {
    id: Type.Integer(),
    client_id: Type.String(),
    trigger_source: TRIGGER_SOURCE,
    product_metrics: Type.Unsafe<ProductMetrics | null>({
      oneOf: [PRODUCT_METRICS, { type: "null" }],
      description: "Report of the job; null until it has ended.",
    }),
    file_identifier: text("Identifier of the stored feed."),
    status: Type.Unsafe<IngestionStatus>({
      type: "integer",
      enum: Object.values(STATUS),
      description: `${Object.entries(STATUS)
        .map(([name, value]) => `${value} ${name}`)
        .join(
          ", ",
        )}. RECEIVING: more parts of the feed are expected. COMPLETED: at least one line was accepted, and searches return the new data; \`meta.warnings\` reports rejected lines. FAILED: \`product_metrics.failure\` contains the reason; \`product_metrics.cancelled\` is present if the job was cancelled.`,
    }),
    created_at: time,
    updated_at: time,
  },
  { $id: "IngestionRecord", description: "An ingestion with its status and report." },
);

export type TriggerSource = Static<typeof TRIGGER_SOURCE>;
export type IngestionRecord = Static<typeof INGESTION_RECORD>;

/** The stored job: the record, and the data to run the job again after its process has crashed. */
export interface IngestionJob extends IngestionRecord {
  /** Size of the stored payload after decompression, in bytes. */
  readonly bytes: number;
  /** Payload names of all parts of the feed except the first, in the order received; absent if the feed was sent in one request. */
  readonly parts?: readonly string[];
  /** Identity of the store that contains the payload. */
  readonly payload_store: string;
  readonly attempts: number;
  /** History of the job's attempts: the running attempt and how earlier attempts ended. */
  readonly history: Attempts;
  /** Results of a product update's lines, in order; null for lines that were not processed. Absent until the job ends. */
  readonly outcomes?: readonly (VersionedOutcome | null)[];
  /** Time of the cancellation request, ISO 8601; the job ends at its next safe point. Absent if not cancelled. */
  readonly cancelled_at?: string;
}

export function publicRecord(job: IngestionJob): IngestionRecord {
  const { id, client_id, trigger_source, product_metrics, file_identifier, status, created_at, updated_at } = job;
  return { id, client_id, trigger_source, product_metrics, file_identifier, status, created_at, updated_at };
}

/** Warning about lines that a completed ingestion did not apply. */
export const INGESTION_WARNING = Type.Object(
  { code: choice(["lines_rejected"]), message: text("Human-readable message.") },
  { $id: "IngestionWarning", description: "Warning about lines that a completed ingestion rejected." },
);

export type IngestionWarning = Static<typeof INGESTION_WARNING>;

/** Header with the messages of `ingestionWarningsOf`. The messages contain no text from the feed. */
export const WARNINGS_HEADER = "X-Service-Warnings";

/**
 * Returns warnings for callers that only check the status. A failed ingestion has no warnings, because its status
 * already reports the failure.
 */
export function ingestionWarningsOf({ id, status, product_metrics }: IngestionRecord): IngestionWarning[] {
  const lines = product_metrics?.lines;
  if (status !== STATUS.COMPLETED || lines === undefined || lines.rejected === 0) return [];
  const message = `${lines.rejected} of ${lines.received} lines rejected: see product_metrics.errors and /v1/ingestion/${id}/errors`;
  return [{ code: "lines_rejected", message }];
}
