import type { Engine } from "../../engine/engine.js";
import { ServiceError } from "../../errors.js";
import { startPeriodic } from "../../lib/periodic.js";
import { STATUS, type IngestionJob, type IngestionMode } from "./ingestion-record.js";
import { unrunReport } from "./ingestion-report.js";
import { readJob, updateJob } from "./ingestion-store.js";

/** Somebody has cancelled the job that runs. */
export class JobCancelledError extends Error {
  override readonly name = "JobCancelledError";
}

/**
 * Ends a job that waits, and marks one that runs: whichever process has it ends it at its next safe point. Doing it twice is
 * the same as doing it once.
 * @param at ISO 8601
 * @throws ServiceError conflict when the job has ended already
 */
export async function cancelJob(engine: Engine, job: IngestionJob, at: string): Promise<IngestionJob> {
  for (;;) {
    const stored = await readJob(engine, job.id);
    if (stored === undefined) throw new Error(`the record of ingestion ${job.id} is gone`);
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
  product_metrics: unrunReport("cancelled before it began", bytes, true),
});

/** @param reached how far it came, 0 to 1 */
export function cancellation(mode: IngestionMode, reached: number): string {
  const rest = {
    insert: "what it had written stays",
    live: "what it had written stays",
    soft_replace: "the catalogue is as it was",
  }[mode];
  return `cancelled at ${Math.round(reached * 100)} % of the way; ${rest}`;
}

export interface CancelWatch {
  readonly signal: AbortSignal;
  /** Looks a last time. @throws JobCancelledError */
  commit(): Promise<void>;
  close(): Promise<void>;
}

/** While a payload is read nothing else asks the engine. */
const LOOK_EVERY_MS = 1_000;

/** Watches the record of a job that runs. @param isTooLate it does not matter any more */
export function watchCancel(engine: Engine, id: number, isTooLate: boolean): CancelWatch {
  const cancelled = new AbortController();
  const look = async () => {
    const stored = isTooLate ? undefined : await readJob(engine, id);
    if (stored?.source.cancelled_at !== undefined) cancelled.abort(new JobCancelledError());
  };
  // A look that fails is made again; where the engine is away, the job itself finds out.
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
