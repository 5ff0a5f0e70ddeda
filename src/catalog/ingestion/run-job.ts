import { EngineUnavailableError } from "../../engine/engine.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { StoredDocument } from "../../engine/documents.js";
import { openErrorList } from "./error-list.js";
import { insert } from "./insert.js";
import { errorListName, JobFailure, type JobDeps, type JobPhase } from "./job.js";
import { LeaseLostError, type Lease } from "./lease.js";
import { recordProgress } from "./progress.js";
import { STATUS, type IngestionJob } from "./record.js";
import { updateJob } from "./records.js";
import { Report } from "./report.js";
import { softReplace } from "./soft-replace.js";

/** A job whose process has died this often is what kills it. */
const MAX_ATTEMPTS = 10;

export interface RunJobDeps extends JobDeps {
  readonly lease: Lease;
  readonly configuration: StorefrontConfiguration;
  readonly signal: AbortSignal;
  /** ISO 8601. */
  readonly now: () => string;
  /** Told of an error that is the service's own, not the payload's. */
  readonly onInternalError: (error: unknown) => void;
}

/**
 * Runs one job to its end and records it. Throws when the job should run again later, here or elsewhere: the engine
 * has gone away, the lease is lost, the process is shutting down.
 * @returns the finished job; undefined when somebody else has changed its record
 */
export async function runJob(
  deps: RunJobDeps,
  stored: StoredDocument<IngestionJob>,
): Promise<IngestionJob | undefined> {
  const { engine, now } = deps;
  const job = { ...stored.source, status: STATUS.STARTED, attempts: stored.source.attempts + 1, updated_at: now() };
  const version = await updateJob(engine, job, stored);
  if (version === "conflict") return undefined;
  const started = performance.now();
  const report = new Report();
  const progress = recordProgress(engine, job);
  const onProgress = (phase: JobPhase, bytes: number) => {
    progress.update(phase, bytes);
  };
  const onRefused = (id: string, reason: string) => {
    deps.onInternalError(new Error(`the engine does not take product ${id}: ${reason}`));
  };
  const failure = await outcome(deps, async () => {
    if (job.attempts > MAX_ATTEMPTS) throw new JobFailure(`given up after ${MAX_ATTEMPTS} attempts that did not end`);
    const errors = openErrorList(deps.payloads, errorListName(job.id));
    const run = { ...deps, job, report, errors, onProgress, onRefused };
    try {
      await (job.trigger_source.mode === "insert" ? insert(run) : softReplace(run));
    } finally {
      await errors.close();
    }
  }).finally(() => progress.close());
  const seconds = (performance.now() - started) / 1000;
  const finished: IngestionJob = {
    ...job,
    status: failure === null ? STATUS.COMPLETED : STATUS.FAILED,
    product_metrics: report.finish({ bytes: job.bytes, seconds, attempts: job.attempts, failure }),
    updated_at: now(),
  };
  return (await updateJob(engine, finished, version)) === "conflict" ? undefined : finished;
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
