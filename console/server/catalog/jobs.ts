import { cancelJob } from "../../../src/catalog/ingestion/cancel.js";
import type { RunningProgress } from "../../../src/catalog/ingestion/attempts.js";
import {
  STATUS,
  type IngestionJob,
  type IngestionMode,
  ingestionWarningsOf,
} from "../../../src/catalog/ingestion/ingestion-record.js";
import type { ChangeCounts, ProductMetrics } from "../../../src/catalog/ingestion/ingestion-report.js";
import { newestJobs, progressOf, readJob } from "../../../src/catalog/ingestion/ingestion-store.js";
import type { Engine } from "../../../src/engine/engine.js";
import { ServiceError } from "../../../src/errors.js";

/** State of a job. `partly_completed` means that some lines were rejected. */
export type JobState = "waiting" | "running" | "completed" | "partly_completed" | "failed" | "cancelled";

export interface JobRow extends Pick<IngestionJob, "id" | "created_at"> {
  readonly mode: IngestionMode;
  /** Whether the job was a dry run, which computes changes without applying them. */
  readonly dry_run: boolean;
  readonly state: JobState;
  readonly trigger: { readonly type: string; readonly user: string | null; readonly comment: string | null };
  /** Line counts; `null` until the job has ended. */
  readonly lines: ProductMetrics["lines"] | null;
  readonly products: ChangeCounts | null;
  /** Progress of a running job; `null` if the job is not running. */
  readonly progress: RunningProgress | null;
}

export interface JobsPage {
  readonly jobs: readonly JobRow[];
  /** Value of `before` for the next page; `null` on the last page. */
  readonly before: number | null;
}

/** Job with its report, which is `null` until the job has ended. */
export interface JobDetail extends JobRow {
  readonly report: ProductMetrics | null;
}

export const JOBS_A_PAGE = 50;

/**
 * Returns a page of ingestion jobs, newest first.
 * @param before returns only jobs with lower ids; `undefined` returns the newest jobs
 */
export async function jobsPage(engine: Engine, clientId: string, before: number | undefined): Promise<JobsPage> {
  const found = await newestJobs(engine, clientId, { before, limit: JOBS_A_PAGE + 1 });
  const shown = found.slice(0, JOBS_A_PAGE);
  const jobs = await Promise.all(shown.map((job) => rowOf(engine, job)));
  return { jobs, before: found.length > JOBS_A_PAGE ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * Returns an ingestion job of a client.
 * @throws {ServiceError} `not_found` for unknown jobs and for jobs of other clients
 */
export async function ownJob(engine: Engine, clientId: string, id: number): Promise<IngestionJob> {
  const job = (await readJob(engine, id))?.source;
  if (job?.client_id !== clientId) throw new ServiceError("not_found", `there is no import with the id ${id}`);
  return job;
}

export async function jobDetail(engine: Engine, clientId: string, id: number): Promise<JobDetail> {
  const job = await ownJob(engine, clientId, id);
  return { ...(await rowOf(engine, job)), report: job.product_metrics };
}

/**
 * Cancels an ingestion job of a client.
 * @param at time of the request, ISO 8601
 * @throws {ServiceError} `not_found`; `conflict` if the job has ended
 */
export async function cancelOwnJob(engine: Engine, clientId: string, id: number, at: string): Promise<JobRow> {
  return rowOf(engine, await cancelJob(engine, await ownJob(engine, clientId, id), at));
}

async function rowOf(engine: Engine, job: IngestionJob): Promise<JobRow> {
  const { id, created_at, product_metrics: report, status } = job;
  const { mode, type, user, comment, dry_run = false } = job.trigger_source;
  return {
    id,
    mode,
    dry_run,
    state: stateOf(job),
    trigger: { type, user, comment },
    created_at,
    lines: report?.lines ?? null,
    products: report?.products ?? null,
    progress: status === STATUS.STARTED ? await progressOf(engine, job) : null,
  };
}

export function stateOf(job: IngestionJob): JobState {
  switch (job.status) {
    case STATUS.RECEIVING:
    case STATUS.UNKNOWN:
    case STATUS.CREATED:
      return "waiting";
    case STATUS.STARTED:
      return "running";
    case STATUS.COMPLETED:
      return ingestionWarningsOf(job).length > 0 ? "partly_completed" : "completed";
    case STATUS.FAILED:
      return job.product_metrics?.cancelled === true ? "cancelled" : "failed";
  }
}
