import { deleteDocument, getDocument, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import type { JobPhase } from "./job.js";
import type { IngestionJob } from "./record.js";
import { stateIndex } from "./records.js";

/** How far a running job is; `bytes` of the inflated payload read in this phase. */
export interface JobProgress {
  readonly phase: JobPhase;
  readonly bytes: number;
  readonly bytes_total: number;
}

const EVERY_MS = 500;
const idOf = (ingestion: number) => `progress:${ingestion}`;

export interface ProgressRecorder {
  update(phase: JobPhase, bytes: number): void;
  close(): Promise<void>;
}

/** Stores a job's progress now and then, for whoever asks any process; best effort, never in the job's way. */
export function recordProgress(engine: Engine, job: IngestionJob): ProgressRecorder {
  let last = -Infinity;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    update(phase, bytes) {
      if (performance.now() - last < EVERY_MS) return;
      last = performance.now();
      const progress: JobProgress = { phase, bytes, bytes_total: job.bytes };
      writing = writing
        .then(() => putDocument(engine, stateIndex(engine), idOf(job.id), progress))
        .catch(() => undefined);
    },
    async close() {
      await writing;
      await deleteDocument(engine, stateIndex(engine), idOf(job.id)).catch(() => undefined);
    },
  };
}

export async function readProgress(engine: Engine, ingestion: number): Promise<JobProgress | null> {
  return (await getDocument<JobProgress>(engine, stateIndex(engine), idOf(ingestion)))?.source ?? null;
}
