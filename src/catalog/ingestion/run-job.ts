import { EngineUnavailableError } from "../../engine/engine.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { StoredDocument } from "../../engine/documents.js";
import {
  begin,
  conclude,
  end,
  giveUpReason,
  NO_ATTEMPTS,
  type Attempts,
  type EarlierAttempt,
  type Interruption,
  type JobPhase,
} from "./attempts.js";
import { refresh } from "../../engine/indices.js";
import { ChangedProducts } from "./changed-products.js";
import { openErrorList } from "./error-list.js";
import { liveGeneration } from "./generations.js";
import { insert, publishEdition } from "./insert.js";
import { errorListName, JobFailure, type JobDeps } from "./job.js";
import { LeaseLostError, type Lease } from "../../engine/lease.js";
import { readProgress, recordProgress } from "./job-progress.js";
import { STATUS, type IngestionJob } from "./ingestion-record.js";
import { updateJob } from "./ingestion-store.js";
import { Report } from "./ingestion-report.js";
import { softReplace } from "./soft-replace.js";

export interface RunJobDeps extends JobDeps {
  readonly lease: Lease;
  readonly configuration: StorefrontConfiguration;
  readonly signal: AbortSignal;
  /** Names this process as long as it lives, and no other one ever. */
  readonly process: string;
  /** ISO 8601. */
  readonly now: () => string;
  /** Told of an error that is the service's own, not the payload's. */
  readonly onInternalError: (error: unknown) => void;
  /** Told of an attempt that did not end the job, once it is known how it ended. */
  readonly onInterrupted: (job: IngestionJob, attempt: EarlierAttempt) => void;
}

/**
 * Runs one job to its end and records it. Throws when the job should run again later, here or elsewhere: the engine
 * has gone away, the lease is lost, the process is shutting down. It then runs from its beginning; its record says so.
 * @returns the finished job; undefined when somebody else has changed its record
 */
export async function runJob(
  deps: RunJobDeps,
  stored: StoredDocument<IngestionJob>,
): Promise<IngestionJob | undefined> {
  const { engine, now } = deps;
  const { id } = stored.source;
  const before = conclude(stored.source.history ?? NO_ATTEMPTS, deps.process, await readProgress(engine, id));
  if (before !== stored.source.history) tellOfLast(deps, stored.source, before);
  const reason = giveUpReason(before);
  const attempts = stored.source.attempts + (reason === undefined ? 1 : 0);
  const at = now();
  const history =
    reason === undefined ? begin(before, { attempt: attempts, started_at: at, process: deps.process }) : before;
  const job = { ...stored.source, status: STATUS.STARTED, attempts, history, updated_at: at };
  const version = await updateJob(engine, job, stored);
  if (version === "conflict") return undefined;
  const started = performance.now();
  const report = new Report();
  const changes = new ChangedProducts();
  // The changes of earlier attempts were never published.
  if (job.attempts > 1) changes.addEverything();
  const progress = recordProgress(engine, job);
  const onProgress = (phase: JobPhase, bytes: number) => {
    progress.update(phase, bytes);
  };
  const onRefused = (id: string, reason: string) => {
    deps.onInternalError(new Error(`the engine does not take product ${id}: ${reason}`));
  };
  /** Records the end of the attempt for the next one, unless the engine is unavailable. */
  async function handBack(ended: Interruption): Promise<void> {
    const handed = { ...job, history: end(history, ended, progress.reached), updated_at: now() };
    const isRecorded = await updateJob(engine, handed, version as Exclude<typeof version, "conflict">).then(
      (written) => written !== "conflict",
      () => false,
    );
    if (isRecorded) tellOfLast(deps, handed, handed.history);
  }

  let failure: string | null;
  try {
    failure = await outcome(deps, async () => {
      if (reason !== undefined) throw new JobFailure(reason);
      const errors = openErrorList(deps.payloads, errorListName(job.id));
      const run = { ...deps, job, report, changes, errors, onProgress, onRefused };
      try {
        await (job.trigger_source.mode === "insert" ? insert(run) : softReplace(run));
      } finally {
        await errors.close();
      }
    });
    if (failure !== null) await outcome(deps, () => publishRemains({ ...deps, job, changes }));
  } catch (error) {
    await handBack(deps.signal.aborted ? "stopped" : "interrupted");
    throw error;
  } finally {
    await progress.close();
  }
  const seconds = (performance.now() - started) / 1000;
  const finished: IngestionJob = {
    ...job,
    history: { ...history, running: null },
    status: failure === null ? STATUS.COMPLETED : STATUS.FAILED,
    product_metrics: report.finish({
      ...{ bytes: job.bytes, seconds, attempts: job.attempts, failure },
      earlier_attempts: history.earlier,
    }),
    updated_at: now(),
  };
  return (await updateJob(engine, finished, version)) === "conflict" ? undefined : finished;
}

function tellOfLast({ onInterrupted }: RunJobDeps, job: IngestionJob, { earlier }: Attempts): void {
  const last = earlier.at(-1);
  if (last !== undefined) onInterrupted(job, last);
}

/** Lets readers know what a failed job has changed all the same, once it can be searched. */
async function publishRemains(run: Parameters<typeof publishEdition>[0] & Pick<RunJobDeps, "lease">): Promise<void> {
  const { engine, job, lease, changes } = run;
  const live = changes.isEmpty ? undefined : await liveGeneration(engine, job.client_id);
  if (live === undefined) return;
  await refresh(engine, live);
  await lease.check();
  await publishEdition(run);
}

/** Why the job failed, or null; throws what is no failure of the job. */
async function outcome(deps: RunJobDeps, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof JobFailure) return error.message;
    if (deps.signal.aborted || error instanceof LeaseLostError || error instanceof EngineUnavailableError) throw error;
    deps.onInternalError(error);
    return "an internal error; the service's log has the details";
  }
}
