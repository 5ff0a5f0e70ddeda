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

/** A new ingestion id: unique and increasing over all processes and clients. */
export function nextIngestionId(engine: Engine): Promise<number> {
  return nextInSequence(engine, stateIndex(engine), "sequence:ingestions");
}

/**
 * Records a job so that every process can find it from now on.
 * @returns whether its id was free: a backup may have the sequence as it was a moment before the jobs
 */
export async function createJob(engine: Engine, job: IngestionJob): Promise<boolean> {
  return (await putDocument(engine, indexOf(engine), String(job.id), job, "absent", true)) !== "conflict";
}

export function readJob(engine: Engine, id: number): Promise<StoredDocument<IngestionJob> | undefined> {
  return getDocument<IngestionJob>(engine, indexOf(engine), String(id));
}

/** Replaces a job's record, if it still is the version that was read. */
export function updateJob(engine: Engine, job: IngestionJob, version: Version): Promise<Version | "conflict"> {
  return putDocument(engine, indexOf(engine), String(job.id), job, version, true);
}

/** The statuses of queued and running jobs. */
const OPEN: readonly number[] = [STATUS.CREATED, STATUS.STARTED];
const UNFINISHED = { terms: { status: OPEN } };

export const isUnfinished = ({ status }: IngestionJob): boolean => OPEN.includes(status);
const hasEnded = ({ status }: IngestionJob): boolean => status === STATUS.COMPLETED || status === STATUS.FAILED;

const ofClient = (clientId: string) => ({ term: { client_id: clientId } });

/** The jobs for which all conditions hold, the oldest first unless sorted otherwise. */
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

/** The oldest job of a client that is queued or was being processed. */
export const nextJob = async (engine: Engine, clientId: string): Promise<IngestionJob | undefined> =>
  (await findJobs(engine, 1, [UNFINISHED, ofClient(clientId)]))[0];

/** Queued jobs that are looked through for lines; feeds that wait behind a feed are few. */
const MAX_OVERTAKEN = 20;

/**
 * The oldest lines with versions of a client that have come after a job and may be applied before it ends. They overtake feeds that give the
 * same catalogue whether lines come before or after them, and no other job.
 */
export async function nextLines(engine: Engine, clientId: string, after: number): Promise<IngestionJob | undefined> {
  const later = { range: { id: { gt: after } } };
  const jobs = await findJobs(engine, MAX_OVERTAKEN, [UNFINISHED, ofClient(clientId), later]);
  const first = jobs.find((job) => !letsLinesPass(job));
  return first?.trigger_source.mode === LIVE ? first : undefined;
}

/** Versions decide between lines and a feed with a snapshot, and a dry run of a full feed leaves nothing behind. */
export const letsLinesPass = ({ trigger_source }: IngestionJob): boolean =>
  trigger_source.mode === "soft_replace" && (trigger_source.snapshot !== undefined || trigger_source.dry_run === true);

/** The oldest such job of each client that has one, the one that has waited longest first, at most `limit`. */
export const oldestJobs = (engine: Engine, limit: number): Promise<IngestionJob[]> =>
  findJobs(engine, limit, [UNFINISHED], { collapse: { field: "client_id" } });

/** A client's jobs with an id below `before`, the newest first. */
export function newestJobs(
  engine: Engine,
  clientId: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<IngestionJob[]> {
  const earlier = before === undefined ? [] : [{ range: { id: { lt: before } } }];
  return findJobs(engine, limit, [ofClient(clientId), ...earlier], { sort: [{ id: "desc" }] });
}

/** Jobs that can have written what is dated `at`: of that time or just after it. */
const MAX_OF_A_TIME = 20;

/** The job whose products are dated `at`, ISO 8601: when it was created. Undefined when it is not known any more. */
export async function jobCreatedAt(engine: Engine, clientId: string, at: string): Promise<IngestionJob | undefined> {
  const jobs = await findJobs(engine, MAX_OF_A_TIME, [ofClient(clientId), { range: { updated_at: { gte: at } } }]);
  return jobs.find(({ created_at }) => created_at === at);
}

const MOST_ABANDONED = 1_000;

/** Jobs with the status RECEIVING that have received no part since a time (ISO 8601). */
export const receivingSince = (engine: Engine, before: string): Promise<IngestionJob[]> =>
  findJobs(engine, MOST_ABANDONED, [{ term: { status: STATUS.RECEIVING } }, { range: { updated_at: { lt: before } } }]);

/** Whether the jobs of some payloads have ended, by `file_identifier`. Payloads without a job are missing. */
export async function endedByPayload(engine: Engine, names: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const body = { _source: ["file_identifier", "status"] };
  const jobs = await findJobs(engine, names.length, [{ terms: { file_identifier: names } }], body);
  return new Map(jobs.map((job) => [job.file_identifier, hasEnded(job)]));
}

/** How names of payloads of the mode `live` begin: the mode of a job is not indexed. */
export const LIVE_PAYLOADS = "live-";
/** A bound for one request; a shop may have one job a second. */
const MOST_DELETED = 10_000;

/** Deletes records of jobs of the mode `live` that ended before a time, ISO 8601. */
export async function deleteLiveJobs(engine: Engine, before: string): Promise<void> {
  const filter = [{ prefix: { file_identifier: LIVE_PAYLOADS } }, { range: { updated_at: { lt: before } } }];
  await deleteMatching(engine, indexOf(engine), { bool: { filter, must_not: [UNFINISHED] } }, MOST_DELETED);
}

const EVERY_MS = 500;
const idOf = (ingestion: number) => `progress:${ingestion}`;

interface ProgressRecorder {
  update(phase: JobPhase, bytes: number): void;
  /** How far the job is now, 0 to 1. */
  readonly reached: number;
  close(): Promise<void>;
}

/**
 * Stores a job's progress now and then, for whoever asks any process, and to tell how far the job had come when its process
 * dies; best effort, never in the job's way. It begins with none: what an attempt before has left is not this one's.
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

/** How many jobs of all clients have each status, by its name in lower case; those that were cancelled did not fail. */
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
