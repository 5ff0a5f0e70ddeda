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
  /** Names this process in leases. */
  readonly owner: string;
  readonly leaseSeconds: number;
  readonly concurrency: number;
  readonly retention: Retention;
  /** Undefined for a client that is no more. */
  configurationOf(clientId: string): Promise<StorefrontConfiguration | undefined>;
  /** ISO 8601. */
  readonly now: () => string;
  readonly onFinished: (job: IngestionJob) => void;
  /** Called once for a client's next job whose payload is in another store; the client's later jobs wait for it. */
  readonly onElsewhere: (job: IngestionJob) => void;
  /** Told of an attempt that did not end its job, which therefore runs again. */
  readonly onInterrupted: (job: IngestionJob, attempt: EarlierAttempt) => void;
  readonly onError: (message: string, error: unknown) => void;
}

export interface IngestionWorker {
  wake(): void;
  /**
   * Stops where the jobs are and hands them back: the next process runs them again at once. Jobs of an engine that does
   * not answer within `graceMs` are left as they are; without it they are waited for.
   */
  close(graceMs?: number): Promise<void>;
}

/** A job of a process that has died is begun at most two polls after its lease has run out. */
const POLL_MS = 1_000;
const RETENTION_EVERY_MS = 60_000;
/** Of those, unless payloads are kept for less than an hour; all files are listed. */
const PAYLOADS_EVERY = 60;
const MAX_CLIENTS = 1_000;

/** Runs queued jobs: those of one client one after another, those of different clients side by side. */
export function startIngestionWorker(deps: WorkerDeps): IngestionWorker {
  const leases = createLeases(deps.engine, deps.owner, deps.leaseSeconds);
  const limit = pLimit(deps.concurrency);
  const running = new Map<string, Promise<void>>();
  /** Look for lines that may be applied while a client's job runs. */
  const wakeLines = new Map<string, () => void>();
  const process = randomUUID();
  const stop = new AbortController();

  /** The last job of each client that waits for a process with another store. */
  const elsewhere = new Map<string, number>();

  /** Whether this process can read the job's payload, or the job needs none because it is only to end. */
  const isHere = async ({ cancelled_at, payload_store }: IngestionJob) =>
    cancelled_at !== undefined || payload_store === (await deps.payloads.identity());

  async function look(): Promise<void> {
    for (const job of await oldestJobs(deps.engine, MAX_CLIENTS)) {
      const clientId = job.client_id;
      wakeLines.get(clientId)?.();
      if (running.has(clientId) || stop.signal.aborted) continue;
      // Before the lease is taken, which the process that has the payload needs.
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
          // There may be more: for this client, or for those who waited for a place.
          if (hasServed) looking.wake();
        });
      running.set(clientId, serving);
    }
  }

  /** Runs a client's jobs until there are none, or another client waits for a place. @returns whether one was run */
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
        deps.onError(`lines of client ${clientId} interrupted; they will be applied again`, error);
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

  /** What runs a job; `over` where it has ended, as a search may not see yet. */
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
    onError: (error) => deps.onError("cannot look for ingestion jobs", error),
    atOnce: true,
  });
  const cleaning = startPeriodic(removeAll, {
    everyMs: RETENTION_EVERY_MS,
    onError: (error) => deps.onError("cannot remove expired payloads and generations", error),
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
