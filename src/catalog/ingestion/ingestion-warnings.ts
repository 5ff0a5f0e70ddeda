import Type, { type Static } from "typebox";
import { choice, text } from "../../schema/typed.js";
import { STATUS, type IngestionRecord } from "./ingestion-record.js";

/** The parts of a completed ingestion that were not carried out. */
export const INGESTION_WARNING = Type.Object(
  { code: choice(["lines_rejected"]), message: text("For people.") },
  { $id: "IngestionWarning", description: "What a completed ingestion did not do." },
);

export type IngestionWarning = Static<typeof INGESTION_WARNING>;

/** Has the messages of `warningsOf`; nothing that the feed said is in them. */
export const WARNINGS_HEADER = "X-Service-Warnings";

/**
 * Warnings for callers that only look at the status and would otherwise take everything for done. A failed ingestion
 * has no warnings, because its status says so.
 */
export function ingestionWarningsOf({ id, status, product_metrics }: IngestionRecord): IngestionWarning[] {
  const lines = product_metrics?.lines;
  if (status !== STATUS.COMPLETED || lines === undefined || lines.rejected === 0) return [];
  const message = `${lines.rejected} of ${lines.received} lines rejected: see product_metrics.errors and /v1/ingestion/${id}/errors`;
  return [{ code: "lines_rejected", message }];
}
