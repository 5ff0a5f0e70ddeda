import { deleteDocument, getDocument, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { progressReached, type JobPhase, type JobProgress, type RunningProgress } from "./attempts.js";
import type { IngestionJob } from "./ingestion-record.js";
import { stateIndex } from "../../engine/indices.js";

const EVERY_MS = 500;
const idOf = (ingestion: number) => `progress:${ingestion}`;

export interface ProgressRecorder {
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
    earlier_attempts: job.history?.earlier ?? [],
    ...(job.cancelled_at !== undefined && { cancelling: true }),
  };
}

export async function readProgress(engine: Engine, ingestion: number): Promise<JobProgress | null> {
  return (await getDocument<JobProgress>(engine, stateIndex(engine), idOf(ingestion)))?.source ?? null;
}
