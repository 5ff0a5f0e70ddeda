import pLimit from "p-limit";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { createLeases, type Lease } from "./lease.js";
import type { JobDeps } from "./job.js";
import type { IngestionJob } from "./record.js";
import { readJob, unfinishedJobs } from "./records.js";
import { removeExpired, type Retention } from "./retention.js";
import { runJob } from "./run-job.js";

export interface WorkerDeps extends JobDeps {
  /** Names this process in leases. */
  readonly owner: string;
  readonly leaseSeconds: number;
  /** How many clients' jobs run at once. */
  readonly concurrency: number;
  readonly retention: Retention;
  /** Undefined for a client that is no more. */
  configurationOf(clientId: string): Promise<StorefrontConfiguration | undefined>;
  /** ISO 8601. */
  readonly now: () => string;
  readonly onFinished: (job: IngestionJob) => void;
  readonly onError: (message: string, error: unknown) => void;
}

export interface IngestionWorker {
  /** Looks for jobs now instead of with the next poll. */
  wake(): void;
  /** Stops between two batches; what is unfinished runs again elsewhere or later. */
  close(): Promise<void>;
}

const POLL_MS = 2_000;
const RETENTION_EVERY_MS = 60_000;
const MAX_LISTED = 1_000;

/** Runs queued jobs: those of one client one after another, those of different clients side by side. */
export function startIngestionWorker(deps: WorkerDeps): IngestionWorker {
  const leases = createLeases(deps.engine, deps.owner, deps.leaseSeconds);
  const limit = pLimit(deps.concurrency);
  const running = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let looking: Promise<void> | undefined;
  let again = false;

  async function look(): Promise<void> {
    const jobs = await unfinishedJobs(deps.engine, undefined, MAX_LISTED);
    for (const clientId of new Set(jobs.map((job) => job.client_id))) {
      if (running.has(clientId) || stop.signal.aborted) continue;
      const serving = limit(() => serve(clientId))
        .catch((error: unknown) => {
          if (!stop.signal.aborted)
            deps.onError(`ingestion of client ${clientId} interrupted; it will run again`, error);
        })
        .finally(() => running.delete(clientId));
      running.set(clientId, serving);
    }
  }

  async function serve(clientId: string): Promise<void> {
    if (stop.signal.aborted) return;
    const lease = await leases.acquire(clientId);
    if (lease === undefined) return;
    try {
      while (await runNext(clientId, lease)) stop.signal.throwIfAborted();
    } finally {
      await lease.release();
    }
  }

  /** @returns whether there was a job */
  async function runNext(clientId: string, lease: Lease): Promise<boolean> {
    const [next] = await unfinishedJobs(deps.engine, clientId, 1);
    const stored = next === undefined ? undefined : await readJob(deps.engine, next.id);
    const configuration = stored === undefined ? undefined : await deps.configurationOf(clientId);
    if (stored === undefined || configuration === undefined) return false;
    const onInternalError = (error: unknown) => deps.onError(`ingestion ${stored.source.id} failed`, error);
    const finished = await runJob({ ...deps, lease, configuration, signal: stop.signal, onInternalError }, stored);
    if (finished !== undefined) deps.onFinished(finished);
    return true;
  }

  function wake(): void {
    if (stop.signal.aborted) return;
    if (looking !== undefined) {
      again = true;
      return;
    }
    looking = look()
      .catch((error: unknown) => deps.onError("cannot look for ingestion jobs", error))
      .finally(() => {
        looking = undefined;
        if (again) {
          again = false;
          wake();
        }
      });
  }

  const polling = setInterval(wake, POLL_MS);
  const cleaning = setInterval(() => {
    removeExpired(deps, leases, deps.retention, deps.now()).catch((error: unknown) =>
      deps.onError("cannot remove expired payloads and generations", error),
    );
  }, RETENTION_EVERY_MS);
  wake();

  return {
    wake,
    async close() {
      stop.abort(new Error("the service is shutting down"));
      clearInterval(polling);
      clearInterval(cleaning);
      await looking;
      await Promise.all(running.values());
    },
  };
}
