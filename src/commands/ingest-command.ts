import type { SingleBar } from "cli-progress";
import {
  STATUS,
  type FeedMode,
  type IngestionRecord,
  ingestionWarningsOf,
} from "../catalog/ingestion/ingestion-record.js";
import type { LineError, ProductMetrics } from "../catalog/ingestion/ingestion-report.js";
import { MEGABYTE, progressBar } from "./output.js";
import {
  finishedIngestion,
  postIngestion,
  uploadOf,
  type IngestionGuards,
  type ServiceAccess,
} from "./service-client.js";

const POLL_MS = 200;

/**
 * Uploads a feed, waits for the ingestion job, and shows the progress on standard error.
 * @returns the record of the finished job
 */
export async function ingestFile(
  access: ServiceAccess,
  path: string,
  mode: FeedMode,
  guards: IngestionGuards = {},
): Promise<IngestionRecord> {
  const upload = await uploadOf(path);
  const uploading = progressBar("Uploading", upload.bytes);
  let id: number;
  try {
    const onProgress = (sent: number) => uploading.update(sent / MEGABYTE);
    id = await postIngestion(access, upload, mode, onProgress, guards);
  } finally {
    uploading.stop();
  }
  return waitForJob(access, id);
}

const PHASES = { reading: "Reading", writing: "Writing", finishing: "Finishing" } as const;

async function waitForJob(access: ServiceAccess, id: number): Promise<IngestionRecord> {
  let bar: SingleBar | undefined;
  let phase: string | undefined;
  try {
    return await finishedIngestion(access, id, POLL_MS, (progress) => {
      if (progress.phase !== phase) {
        bar?.stop();
        bar = progressBar(PHASES[progress.phase], progress.bytes_total);
        phase = progress.phase;
      }
      bar?.update(progress.bytes / MEGABYTE);
    });
  } finally {
    bar?.stop();
  }
}

type Outcome = "taken" | "partial" | "failed" | "cancelled";

function outcomeOf(record: IngestionRecord): Outcome {
  if (record.status !== STATUS.COMPLETED) return record.product_metrics?.cancelled === true ? "cancelled" : "failed";
  return ingestionWarningsOf(record).length > 0 ? "partial" : "taken";
}

/**
 * Exit codes of an ingestion command by outcome. Ingestions with rejected lines have a separate exit code, so that scripts can detect them.
 */
const EXIT_CODES: Readonly<Record<Outcome, number>> = { taken: 0, failed: 1, cancelled: 1, partial: 3 };
const STATES: Readonly<Record<Outcome, string>> = {
  taken: "completed",
  partial: "completed with rejected lines",
  failed: "failed",
  cancelled: "cancelled",
};

export const exitCodeOf = (record: IngestionRecord): number => EXIT_CODES[outcomeOf(record)];

export function reportLines(record: IngestionRecord): string[] {
  const metrics = record.product_metrics;
  const state = STATES[outcomeOf(record)];
  const { mode, dry_run } = record.trigger_source;
  const of = `${mode}${dry_run ? ", dry run" : ""}, client ${record.client_id}`;
  const lines = [`Ingestion ${record.id} ${state} (${of})`];
  if (metrics === null) return lines;
  const rejections = metrics.errors.filter(({ field }) => field === undefined);
  if (metrics.failure !== null) lines.push(`  reason     ${metrics.failure}`);
  lines.push(
    `  lines      ${counted(metrics.lines)}`,
    `  products   ${counted(metrics.products)}`,
    `  variants   ${counted(metrics.variants)}`,
    `  speed      ${number(metrics.lines_per_second)} lines/s, ${metrics.seconds} s, ${(metrics.bytes / MEGABYTE).toFixed(1)} MB`,
    ...lostLines(metrics),
    ...rejections.slice(0, SHOWN).map((error) => `  ${whereOf(error)}: ${error.reason}`),
  );
  if (metrics.lines.rejected > SHOWN) {
    lines.push(`  … and ${number(metrics.lines.rejected - SHOWN)} more: GET /v1/ingestion/${record.id}/errors`);
  }
  return lines;
}

const SHOWN = 10;

function whereOf({ line, product_identifier }: LineError): string {
  if (line === 0) return `product ${product_identifier}`;
  return product_identifier === null ? `line ${line}` : `line ${line} (${product_identifier})`;
}

function lostLines({ index_warnings, index_warnings_total }: ProductMetrics): string[] {
  if (index_warnings_total === 0) return [];
  const shown = index_warnings
    .slice(0, SHOWN)
    .map(({ field, reason, count, lines }) => `    ${field}: ${reason}, ${number(count)} times, ${firstLines(lines)}`);
  return [`  values that were converted or cannot be used in filters: ${number(index_warnings_total)}`, ...shown];
}

const firstLines = (lines: readonly number[]): string =>
  lines.length === 1 ? `in line ${lines[0]}` : `first in lines ${lines.join(", ")}`;

function counted(counts: object): string {
  return Object.entries(counts as Record<string, number>)
    .map(([name, count]) => `${number(count)} ${name}`)
    .join(", ");
}

const number = (value: number) => value.toLocaleString("en-US");
