import {
  deleteDocument,
  getDocument,
  nextInSequence,
  putDocument,
  type StoredDocument,
  type Version,
} from "../../engine/documents.js";
import { deleteMatching } from "../../engine/by-query.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { stateIndex } from "../../engine/indices.js";
import { type IngestionJob, LIVE, STATUS } from "./ingestion-record.js";
import { type JobPhase, type JobProgress, progressReached, type RunningProgress } from "./attempts.js";

const indexOf = (engine: Engine) => `${engine.prefix}ingestions`;

/** Returns a new ingestion id, unique and increasing across processes and clients. */
export function nextIngestionId(engine: Engine): Promise<number> {
  return nextInSequence(engine, stateIndex(engine), "sequence:ingestions");
}

/**
 * Stores a job and makes it searchable.
 * @returns `false` if the id is in use; a restored backup may contain job ids above its sequence number
 */
export async function createJob(engine: Engine, job: IngestionJob): Promise<boolean> {
  return (await putDocument(engine, indexOf(engine), String(job.id), job, "absent", true)) !== "conflict";
}

export function readJob(engine: Engine, id: number): Promise<StoredDocument<IngestionJob> | undefined> {
  return getDocument<IngestionJob>(engine, indexOf(engine), String(id));
}

/** Replaces a job's record if its version is unchanged. */
export function updateJob(engine: Engine, job: IngestionJob, version: Version): Promise<Version | "conflict"> {
  return putDocument(engine, indexOf(engine), String(job.id), job, version, true);
}

/** The statuses of queued and running jobs. */
const OPEN: readonly number[] = [STATUS.CREATED, STATUS.STARTED];
const UNFINISHED = { terms: { status: OPEN } };

export const isUnfinished = ({ status }: IngestionJob): boolean => OPEN.includes(status);
const hasEnded = ({ status }: IngestionJob): boolean => status === STATUS.COMPLETED || status === STATUS.FAILED;

const ofClient = (clientId: string) => ({ term: { client_id: clientId } });

/** Finds the jobs that match all conditions, sorted by id unless `body` has another order. */
async function findJobs(
  engine: Engine,
  size: number,
  filter: readonly object[],
  body: object = {},
): Promise<IngestionJob[]> {
  const query = { bool: { filter } };
  const requested = { size, query, sort: [{ id: "asc" }], ...body };
  const { hits } = await searchDocuments<IngestionJob>(engine, indexOf(engine), requested);
  return hits.hits.map((hit) => hit._source);
}

/** Finds a client's oldest job that is queued or running. */
export const nextJob = async (engine: Engine, clientId: string): Promise<IngestionJob | undefined> =>
  (await findJobs(engine, 1, [UNFINISHED, ofClient(clientId)]))[0];

/** Maximum number of queued jobs to search for product updates. Queues are usually shorter. */
const MAX_OVERTAKEN = 20;

/**
 * Finds a client's oldest job with product updates that may overtake the given job. Product updates may only overtake
 * feeds whose result does not depend on the order, see `letsLinesPass`.
 */
export async function nextLines(engine: Engine, clientId: string, after: number): Promise<IngestionJob | undefined> {
  const later = { range: { id: { gt: after } } };
  const jobs = await findJobs(engine, MAX_OVERTAKEN, [UNFINISHED, ofClient(clientId), later]);
  const first = jobs.find((job) => !letsLinesPass(job));
  return first?.trigger_source.mode === LIVE ? first : undefined;
}

/**
 * Whether product updates may overtake a job. They may overtake a feed with a snapshot, whose result depends on
 * versions instead of order, and a dry run, which changes nothing.
 */
export const letsLinesPass = ({ trigger_source }: IngestionJob): boolean =>
  trigger_source.mode === "soft_replace" && (trigger_source.snapshot !== undefined || trigger_source.dry_run === true);

/** Returns the oldest unfinished job of each client, at most `limit`, oldest first. */
export const oldestJobs = (engine: Engine, limit: number): Promise<IngestionJob[]> =>
  findJobs(engine, limit, [UNFINISHED], { collapse: { field: "client_id" } });

/** A client's jobs with an id below `before`, newest first. */
export function newestJobs(
  engine: Engine,
  clientId: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<IngestionJob[]> {
  const earlier = before === undefined ? [] : [{ range: { id: { lt: before } } }];
  return findJobs(engine, limit, [ofClient(clientId), ...earlier], { sort: [{ id: "desc" }] });
}

/** Maximum number of jobs to read when searching for the job with a given creation time. */
const MAX_OF_A_TIME = 20;

/**
 * Finds the job that was created at a time (ISO 8601). Products store the creation time of their job. Returns undefined
 * if the job's record was deleted.
 */
export async function jobCreatedAt(engine: Engine, clientId: string, at: string): Promise<IngestionJob | undefined> {
  const jobs = await findJobs(engine, MAX_OF_A_TIME, [ofClient(clientId), { range: { updated_at: { gte: at } } }]);
  return jobs.find(({ created_at }) => created_at === at);
}

const MOST_ABANDONED = 1_000;

/** Jobs with the status RECEIVING that have received no part since a time (ISO 8601). */
export const receivingSince = (engine: Engine, before: string): Promise<IngestionJob[]> =>
  findJobs(engine, MOST_ABANDONED, [{ term: { status: STATUS.RECEIVING } }, { range: { updated_at: { lt: before } } }]);

/** Returns whether the job of each payload has ended, keyed by `file_identifier`. Payloads without a job are omitted. */
export async function endedByPayload(engine: Engine, names: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const body = { _source: ["file_identifier", "status"] };
  const jobs = await findJobs(engine, names.length, [{ terms: { file_identifier: names } }], body);
  return new Map(jobs.map((job) => [job.file_identifier, hasEnded(job)]));
}

/** Name prefix of payloads with product updates. Queries use the name, because the mode of a job is not indexed. */
export const LIVE_PAYLOADS = "live-";
/** Maximum number of job records to delete per request; high, because a shop may create one job per second. */
const MOST_DELETED = 10_000;

/** Deletes the records of product updates that ended before a time (ISO 8601). */
export async function deleteLiveJobs(engine: Engine, before: string): Promise<void> {
  const filter = [{ prefix: { file_identifier: LIVE_PAYLOADS } }, { range: { updated_at: { lt: before } } }];
  await deleteMatching(engine, indexOf(engine), { bool: { filter, must_not: [UNFINISHED] } }, MOST_DELETED);
}

const EVERY_MS = 500;
const idOf = (ingestion: number) => `progress:${ingestion}`;

interface ProgressRecorder {
  update(phase: JobPhase, bytes: number): void;
  /** Progress of the job, 0 to 1. */
  readonly reached: number;
  close(): Promise<void>;
}

/**
 * Stores the progress of a job periodically, for status requests and for the analysis of crashes. Best effort; errors
 * are ignored. Resets the progress of earlier attempts.
 */
export function recordProgress(engine: Engine, job: IngestionJob): ProgressRecorder {
  let last = performance.now();
  let latest: JobProgress = { phase: "reading", bytes: 0, bytes_total: job.bytes };
  const store = (progress: JobProgress): Promise<unknown> =>
    putDocument(engine, stateIndex(engine), idOf(job.id), progress).catch(() => undefined);
  let writing = store(latest);
  return {
    update(phase, bytes) {
      const isNewPhase = phase !== latest.phase;
      latest = { phase, bytes, bytes_total: job.bytes };
      if (!isNewPhase && performance.now() - last < EVERY_MS) return;
      last = performance.now();
      const progress = latest;
      writing = writing.then(() => store(progress));
    },
    get reached() {
      return progressReached(latest);
    },
    async close() {
      await writing;
      await deleteDocument(engine, stateIndex(engine), idOf(job.id)).catch(() => undefined);
    },
  };
}

export async function progressOf(engine: Engine, job: IngestionJob): Promise<RunningProgress> {
  const progress = (await readProgress(engine, job.id)) ?? { phase: "reading", bytes: 0, bytes_total: job.bytes };
  return {
    ...progress,
    attempt: job.attempts,
    earlier_attempts: job.history.earlier,
    ...(job.cancelled_at !== undefined && { cancelling: true }),
  };
}

export async function readProgress(engine: Engine, ingestion: number): Promise<JobProgress | null> {
  return (await getDocument<JobProgress>(engine, stateIndex(engine), idOf(ingestion)))?.source ?? null;
}

interface ByStatus {
  readonly cancelled: { readonly doc_count: number };
  readonly by_status: { readonly buckets: readonly { readonly key: number; readonly doc_count: number }[] };
}

/** Counts the jobs of all clients by lower-case status name. Cancelled jobs are counted separately from failed ones. */
export async function countJobs(engine: Engine): Promise<ReadonlyMap<string, number>> {
  const { aggregations } = await searchDocuments<never, ByStatus>(engine, indexOf(engine), {
    size: 0,
    aggs: {
      by_status: { terms: { field: "status", size: Object.keys(STATUS).length } },
      cancelled: {
        filter: { bool: { filter: [{ term: { status: STATUS.FAILED } }, { exists: { field: "cancelled_at" } }] } },
      },
    },
  });
  const cancelled = aggregations?.cancelled.doc_count ?? 0;
  const counts = new Map(aggregations?.by_status.buckets.map(({ key, doc_count }) => [key, doc_count]));
  counts.set(STATUS.FAILED, (counts.get(STATUS.FAILED) ?? 0) - cancelled);
  const byName = Object.entries(STATUS).map(([name, status]) => [name.toLowerCase(), counts.get(status) ?? 0] as const);
  return new Map([...byName, ["cancelled", cancelled]]);
}
