import { UnavailableError } from "../../errors.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { StoredDocument, Version } from "../../engine/documents.js";
import { type Engine, patientEngine } from "../../engine/engine.js";
import {
  conclude,
  end,
  giveUpReason,
  type Attempts,
  type EarlierAttempt,
  type Interruption,
  type JobPhase,
} from "./attempts.js";
import { refresh } from "../../engine/indices.js";
import { cancellation, JobCancelledError, watchCancel } from "./cancel.js";
import { ChangedProducts, errorListName, type JobDeps, JobFailure, openErrorList } from "./job.js";
import { DifferenceScan } from "./differences.js";
import { liveGeneration, generationOf } from "./generations.js";
import { announce, publishCatalogVersion } from "./announce.js";
import { ingest } from "./ingest.js";
import { LeaseLostError, type Lease } from "../../engine/lease.js";
import { readJob, readProgress, recordProgress, updateJob } from "./ingestion-store.js";
import type { LinesMeanwhile } from "./lines-meanwhile.js";
import { LIVE, STATUS, type IngestionJob } from "./ingestion-record.js";
import { Report } from "./ingestion-report.js";
import type { VersionedOutcome } from "./versions.js";

export interface RunJobDeps extends JobDeps {
  readonly lease: Lease;
  readonly meanwhile: LinesMeanwhile;
  readonly touched?: Set<string>;
  readonly configuration: StorefrontConfiguration;
  readonly signal: AbortSignal;
  /** Unique id of this process. */
  readonly process: string;
  /** ISO 8601. */
  readonly now: () => string;
  /** Called with internal errors, which are not caused by the payload. */
  readonly onInternalError: (error: unknown) => void;
  /** Called after an attempt has ended without finishing the job. */
  readonly onInterrupted: (job: IngestionJob, attempt: EarlierAttempt) => void;
}

/**
 * Runs one job and records its result. Throws if the job must run again later: the engine or payload store is unavailable, the lease was
 * lost, or the process is shutting down. The next run starts from the beginning.
 * @returns the finished job; undefined if another process has changed the job's record
 */
export async function runJob(
  deps: RunJobDeps,
  stored: StoredDocument<IngestionJob>,
): Promise<IngestionJob | undefined> {
  const { engine, now } = deps;
  const { id } = stored.source;
  const before = conclude(stored.source.history, deps.process, await readProgress(engine, id));
  if (before !== stored.source.history) reportOfLast(deps, stored.source, before);
  const { mode } = stored.source.trigger_source;
  // True if a process crashed after making the new generation live, so only the announcement to readers is missing.
  const isTooLate = stored.source.attempts > 0 && (await isLive(engine, stored.source));
  let isCancelled = stored.source.cancelled_at !== undefined && !isTooLate;
  const reason = isCancelled ? cancellation(mode, before.furthest) : giveUpReason(before);
  const attempts = stored.source.attempts + (reason === undefined ? 1 : 0);
  const at = now();
  const history =
    reason === undefined
      ? { ...before, running: { attempt: attempts, started_at: at, process: deps.process } }
      : before;
  const job = { ...stored.source, status: STATUS.STARTED, attempts, history, updated_at: at };
  const version = await updateJob(engine, job, stored);
  if (version === "conflict") return undefined;
  const record = (next: IngestionJob) => recordEnd(engine, next, version);
  const started = performance.now();
  const report = new Report();
  if (job.trigger_source.dry_run) report.differences = new DifferenceScan();
  const changes = new ChangedProducts();
  // Changes of earlier attempts have not been published, so all products count as changed.
  if (stored.source.attempts > 0) changes.addEverything();
  const progress = recordProgress(engine, job);
  const onProgress = (phase: JobPhase, bytes: number) => {
    progress.update(phase, bytes);
  };
  const onRefused = (id: string, reason: string) => {
    deps.onInternalError(new Error(`OpenSearch rejected product ${id}: ${reason}`));
  };
  /** Records how the attempt ended, for the next attempt. Not recorded while the engine is unavailable. */
  async function handBack(ended: Interruption): Promise<void> {
    const handed = { ...job, history: end(history, ended, progress.reached), updated_at: now() };
    const recorded = await record(handed).catch(() => undefined);
    if (recorded !== undefined) reportOfLast(deps, handed, handed.history);
  }

  const outcomes: (VersionedOutcome | undefined)[] = [];
  const watch = watchCancel(engine, id, isTooLate);
  const halt = AbortSignal.any([deps.signal, watch.signal]);
  let failure: string | null;
  try {
    failure = await outcome(deps, async () => {
      if (reason !== undefined) throw new JobFailure(reason);
      const errors = openErrorList(deps.payloads, errorListName(job.id));
      report.list = errors;
      const commit = () => watch.commit();
      const tell = (line: number, outcome: VersionedOutcome) => void (outcomes[line - 1] = outcome);
      const run = {
        ...deps,
        engine: patientEngine(engine, deps.signal),
        job,
        report,
        changes,
        onProgress,
        onRefused,
        halt,
        commit,
        tell,
      };
      try {
        await ingest(run);
      } catch (error) {
        if (!(error instanceof JobCancelledError)) throw error;
        isCancelled = true;
        throw new JobFailure(cancellation(mode, progress.reached));
      } finally {
        await errors.close();
      }
    });
    if (failure !== null) await outcome(deps, () => publishRemains({ ...deps, job, changes }));
  } catch (error) {
    await handBack(deps.signal.aborted ? "stopped" : "interrupted");
    throw error;
  } finally {
    await Promise.all([progress.close(), watch.close()]);
  }
  const seconds = (performance.now() - started) / 1000;
  const finished: IngestionJob = {
    ...job,
    history: { ...history, running: null },
    status: failure === null ? STATUS.COMPLETED : STATUS.FAILED,
    product_metrics: report.finish({
      bytes: job.bytes,
      seconds,
      attempts: job.attempts,
      failure,
      isCancelled,
      earlier_attempts: history.earlier,
    }),
    updated_at: now(),
    ...(mode === LIVE && { outcomes: Array.from(outcomes, (outcome) => outcome ?? null) }),
  };
  return record(finished);
}

/** Replaces the job's record after an attempt. @returns `undefined` if another process has started an attempt */
async function recordEnd(engine: Engine, job: IngestionJob, version: Version): Promise<IngestionJob | undefined> {
  if ((await updateJob(engine, job, version)) !== "conflict") return job;
  const found = await readJob(engine, job.id);
  const { status, attempts, cancelled_at } = found?.source ?? {};
  // Records the cancellation time as well, because a cancellation that came too late also changes the record.
  if (found === undefined || status !== STATUS.STARTED || attempts !== job.attempts || cancelled_at === undefined)
    return;
  const marked = { ...job, cancelled_at };
  return (await updateJob(engine, marked, found)) === "conflict" ? undefined : marked;
}

async function isLive(engine: Engine, { id, client_id }: IngestionJob): Promise<boolean> {
  const live = await liveGeneration(engine, client_id);
  return live !== undefined && generationOf(engine, live)?.ingestion === id;
}

function reportOfLast({ onInterrupted }: RunJobDeps, job: IngestionJob, { earlier }: Attempts): void {
  const last = earlier.at(-1);
  if (last !== undefined) onInterrupted(job, last);
}

/** Announces changes that a failed job has already written, after making them searchable. */
async function publishRemains(
  run: Parameters<typeof publishCatalogVersion>[0] & Pick<RunJobDeps, "lease">,
): Promise<void> {
  const { engine, job, lease, changes } = run;
  const live = changes.isEmpty ? undefined : await liveGeneration(engine, job.client_id);
  if (live === undefined) return;
  await refresh(engine, live);
  await lease.check();
  // The changes of a crashed attempt are unknown, so everything is announced, including new fields.
  await (changes.tags === null ? announce(run, {}) : publishCatalogVersion(run));
}

/** Returns the reason why the job failed, or null. Errors after which the job must run again are thrown. */
async function outcome(deps: RunJobDeps, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof JobFailure) return error.message;
    if (deps.signal.aborted || error instanceof LeaseLostError || error instanceof UnavailableError) throw error;
    deps.onInternalError(error);
    return "internal error; see the service's log";
  }
}
