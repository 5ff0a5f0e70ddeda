import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { collectingOften } from "../../heap.js";
import { startPeriodic, withinGrace } from "../../lib/periodic.js";
import type { EarlierAttempt } from "./attempts.js";
import type { StoredDocument } from "../../engine/documents.js";
import { createLeases, type Lease } from "../../engine/lease.js";
import type { JobDeps } from "./job.js";
import type { IngestionJob } from "./ingestion-record.js";
import { isUnfinished, nextJob, nextLines, oldestJobs, readJob } from "./ingestion-store.js";
import { takeLinesMeanwhile } from "./lines-meanwhile.js";
import { removeExpired, removePayloads, type Retention } from "./ingestion-retention.js";
import { inSpan } from "../../observability/index.js";
import { runJob, type RunJobDeps } from "./run-job.js";

export interface WorkerDeps extends JobDeps {
  /** Identifies this process in leases. */
  readonly owner: string;
  readonly leaseSeconds: number;
  readonly concurrency: number;
  readonly retention: Retention;
  /** Returns the configuration of a client; undefined if the client has been deleted. */
  configurationOf(clientId: string): Promise<StorefrontConfiguration | undefined>;
  /** ISO 8601. */
  readonly now: () => string;
  readonly onFinished: (job: IngestionJob) => void;
  /** Called once if a client's next job has its payload in another store. The client's later jobs wait for that job. */
  readonly onElsewhere: (job: IngestionJob) => void;
  /** Called for an attempt that did not finish its job; the job runs again. */
  readonly onInterrupted: (job: IngestionJob, attempt: EarlierAttempt) => void;
  readonly onError: (message: string, error: unknown) => void;
}

export interface IngestionWorker {
  wake(): void;
  /**
   * Stops running jobs and releases them, so another process can start them again immediately. After `graceMs`, jobs
   * whose engine calls are still pending are abandoned. Without `graceMs`, waits for all jobs.
   */
  close(graceMs?: number): Promise<void>;
}

/** Poll interval in milliseconds. The job of a crashed process restarts at most two polls after its lease has expired. */
const POLL_MS = 1_000;
const RETENTION_EVERY_MS = 60_000;
/**
 * Number of retention runs between two removals of payloads. Payloads are removed once an hour, because each removal
 * lists all files. Payloads that are retained for less than an hour are removed more often.
 */
const PAYLOADS_EVERY = 60;
const MAX_CLIENTS = 1_000;

/** Runs queued jobs: sequentially per client, concurrently across clients. */
export function startIngestionWorker(deps: WorkerDeps): IngestionWorker {
  const leases = createLeases(deps.engine, deps.owner, deps.leaseSeconds);
  const limit = pLimit(deps.concurrency);
  const running = new Map<string, Promise<void>>();
  /** One callback per client with a running job. The callback starts product updates that may run during the job. */
  const wakeLines = new Map<string, () => void>();
  const process = randomUUID();
  const stop = new AbortController();

  /** By client, the id of the last job that was reported as waiting for a process with another payload store. */
  const elsewhere = new Map<string, number>();

  /**
   * Whether this process can run the job: the job is cancelled and needs no payload, or the payload store of this process contains the
   * job's payload.
   */
  const isHere = async ({ cancelled_at, payload_store }: IngestionJob) =>
    cancelled_at !== undefined || payload_store === (await deps.payloads.identity());

  async function look(): Promise<void> {
    for (const job of await oldestJobs(deps.engine, MAX_CLIENTS)) {
      const clientId = job.client_id;
      wakeLines.get(clientId)?.();
      if (running.has(clientId) || stop.signal.aborted) continue;
      // Checked before the lease is acquired, because another process that has the payload needs the lease.
      if (!(await isHere(job))) {
        if (elsewhere.get(clientId) !== job.id) deps.onElsewhere(job);
        elsewhere.set(clientId, job.id);
        continue;
      }
      elsewhere.delete(clientId);
      const serving = limit(() => serve(clientId))
        .catch((error: unknown) => {
          if (!stop.signal.aborted)
            deps.onError(`ingestion of client ${clientId} interrupted; it will run again`, error);
          return false;
        })
        .then((hasServed) => {
          running.delete(clientId);
          // Looks for jobs again, because this client or a client that waited for a free slot may have queued jobs.
          if (hasServed) looking.wake();
        });
      running.set(clientId, serving);
    }
  }

  /**
   * Runs a client's jobs until the queue is empty or another client waits for a slot.
   * @returns `true` if a job was run
   */
  async function serve(clientId: string): Promise<boolean> {
    if (stop.signal.aborted) return false;
    const lease = await leases.acquire(clientId);
    if (lease === undefined) return false;
    let hasServed = false;
    try {
      while (await runNext(clientId, lease)) {
        hasServed = true;
        stop.signal.throwIfAborted();
        if (limit.pendingCount > 0) break;
      }
    } finally {
      await lease.release();
    }
    return hasServed;
  }

  async function runNext(clientId: string, lease: Lease): Promise<boolean> {
    await lease.check();
    const next = await nextJob(deps.engine, clientId);
    const stored = next === undefined ? undefined : await readJob(deps.engine, next.id);
    const configuration = stored === undefined ? undefined : await deps.configurationOf(clientId);
    if (stored === undefined || configuration === undefined) return false;
    const onLinesError = (error: unknown) => {
      if (!stop.signal.aborted)
        deps.onError(`product updates of client ${clientId} interrupted; they will be applied again`, error);
    };
    const meanwhile = takeLinesMeanwhile(async (touched) => {
      const lines = await nextLines(deps.engine, clientId, stored.source.id);
      const found = lines && (await readJob(deps.engine, lines.id));
      if (found === undefined || found.source.cancelled_at !== undefined) return false;
      const run = await runnable(found, { lease, configuration, meanwhile, touched });
      if (typeof run !== "function") return false;
      await run();
      return true;
    }, onLinesError);
    const run = await runnable(stored, { lease, configuration, meanwhile });
    if (run === "wait") return false;
    wakeLines.set(clientId, meanwhile.wake);
    try {
      if (run !== "over") await run();
    } finally {
      wakeLines.delete(clientId);
      await meanwhile.close();
    }
    return true;
  }

  /** Returns a function that runs the job, `over` if the job has already ended, or `wait` if another process must run the job. */
  async function runnable(
    stored: StoredDocument<IngestionJob>,
    how: Pick<RunJobDeps, "lease" | "configuration" | "meanwhile" | "touched">,
  ): Promise<(() => Promise<void>) | "over" | "wait"> {
    if (!isUnfinished(stored.source)) return "over";
    if (!(await isHere(stored.source))) return "wait";
    const { id, client_id, trigger_source } = stored.source;
    const onInternalError = (error: unknown) => deps.onError(`ingestion ${id} failed`, error);
    const job = { ...deps, ...how, process, signal: stop.signal, onInternalError };
    const attributes = {
      "vitrine.client_id": client_id,
      "vitrine.ingestion_id": id,
      "vitrine.ingestion_mode": trigger_source.mode,
    };
    return async () => {
      const finished = await collectingOften(() => inSpan("ingestion", { attributes }, () => runJob(job, stored)));
      if (finished !== undefined) deps.onFinished(finished);
    };
  }

  let cleanings = 0;

  async function removeAll(): Promise<void> {
    const now = deps.now();
    const { payloadHours } = deps.retention;
    await removeExpired(deps, leases, deps.retention, now);
    const every = Math.min(PAYLOADS_EVERY, Math.max(1, Math.round(payloadHours * 60)));
    if (cleanings++ % every === 0) await removePayloads(deps, payloadHours, now);
  }

  const looking = startPeriodic(look, {
    everyMs: POLL_MS,
    onError: (error) => deps.onError("failed to look up ingestion jobs", error),
    atOnce: true,
  });
  const cleaning = startPeriodic(removeAll, {
    everyMs: RETENTION_EVERY_MS,
    onError: (error) => deps.onError("failed to delete expired feeds and catalogue generations", error),
  });

  return {
    wake: () => looking.wake(),
    async close(graceMs) {
      stop.abort(new Error("the service is shutting down"));
      const ended = Promise.all([looking.close(), cleaning.close()]).then(() => Promise.all(running.values()));
      await withinGrace(ended, graceMs);
    },
  };
}
