import type { Engine } from "../../engine/engine.js";
import { ServiceError } from "../../errors.js";
import { startPeriodic } from "../../lib/periodic.js";
import { STATUS, type IngestionJob, type IngestionMode } from "./ingestion-record.js";
import { unrunReport } from "./ingestion-report.js";
import { readJob, updateJob } from "./ingestion-store.js";

/** Error that ends a running job after a cancellation request. */
export class JobCancelledError extends Error {
  override readonly name = "JobCancelledError";
}

/**
 * Cancels a job. A queued job ends immediately; a running job is marked as cancelled and stops at the next safe point. Idempotent.
 * @param at time of the cancellation, ISO 8601
 * @throws {ServiceError} conflict if the job has already ended
 */
export async function cancelJob(engine: Engine, job: IngestionJob, at: string): Promise<IngestionJob> {
  for (;;) {
    const stored = await readJob(engine, job.id);
    if (stored === undefined) throw new Error(`the record of ingestion ${job.id} is missing`);
    const { source } = stored;
    if (source.product_metrics?.cancelled === true) return source;
    if (source.status === STATUS.COMPLETED || source.status === STATUS.FAILED) {
      const how = source.status === STATUS.COMPLETED ? "completed" : "failed";
      throw new ServiceError("conflict", `ingestion ${job.id} has ${how} already and cannot be cancelled`);
    }
    if (source.cancelled_at !== undefined) return source;
    const cancelled: IngestionJob = {
      ...source,
      cancelled_at: at,
      updated_at: at,
      ...(source.status !== STATUS.STARTED && beforeItBegan(source)),
    };
    if ((await updateJob(engine, cancelled, stored)) !== "conflict") return cancelled;
  }
}

const beforeItBegan = ({ bytes }: IngestionJob) => ({
  status: STATUS.FAILED,
  product_metrics: unrunReport("cancelled before the job started", bytes, true),
});

/** Returns a message about the effect of a cancellation. @param reached progress of the job, 0 to 1 */
export function cancellation(mode: IngestionMode, reached: number): string {
  const rest = {
    insert: "changes already written to the catalogue are kept",
    live: "changes already written to the catalogue are kept",
    soft_replace: "the catalogue is unchanged",
  }[mode];
  return `cancelled at ${Math.round(reached * 100)} %; ${rest}`;
}

export interface CancelWatch {
  readonly signal: AbortSignal;
  /** Checks one last time whether the job was cancelled. @throws {JobCancelledError} */
  commit(): Promise<void>;
  close(): Promise<void>;
}

/** Interval between checks for a cancellation, in milliseconds. While a job reads a payload, only these checks notice a cancellation. */
const LOOK_EVERY_MS = 1_000;

/** Watches the record of a running job for a cancellation. @param isTooLate true to ignore cancellations */
export function watchCancel(engine: Engine, id: number, isTooLate: boolean): CancelWatch {
  const cancelled = new AbortController();
  const look = async () => {
    const stored = isTooLate ? undefined : await readJob(engine, id);
    if (stored?.source.cancelled_at !== undefined) cancelled.abort(new JobCancelledError());
  };
  // A failed check is repeated; if the engine is unavailable, the job itself fails.
  const looking = startPeriodic(look, { everyMs: LOOK_EVERY_MS });
  return {
    signal: cancelled.signal,
    async commit() {
      await looking.close();
      await look();
      cancelled.signal.throwIfAborted();
    },
    close: () => looking.close(),
  };
}
