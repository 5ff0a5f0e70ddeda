import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "../../engine/engine.js";
import { markSignalsStale } from "../learned.js";
import { untilAllProcessesSee, type LiveCatalogs } from "../live.js";
import { mixBuildFingerprints } from "./build-fingerprint.js";
import {
  carryFields,
  changeCatalogState,
  generationsOf,
  goLive,
  liveGeneration,
  readCatalogState,
  type Run,
} from "./generations.js";
import { STATUS, type IngestionJob } from "./ingestion-record.js";
import { readJob } from "./ingestion-store.js";
import type { Lease, Leases } from "../../engine/lease.js";

/** Error if a rollback is impossible: there is no previous generation, or a job is running. */
export class RollbackError extends Error {
  override readonly name = "RollbackError";
}

export interface RollbackDeps {
  readonly engine: Engine;
  readonly leases: Leases;
  readonly liveCatalogs: LiveCatalogs;
  /** ISO 8601. */
  readonly now: () => string;
}

/**
 * Makes the catalogue generation before the last soft_replace live again, in every process. A second call reverses the first.
 * @returns the indices before and after the rollback
 */
export async function rollBack(deps: RollbackDeps, clientId: string): Promise<{ from: string; to: string }> {
  const { engine, leases, liveCatalogs, now } = deps;
  const lease = await acquireWithRetries(leases, clientId);
  try {
    const { previous } = await readCatalogState(engine, clientId);
    const from = await liveGeneration(engine, clientId);
    const to = previous?.index;
    if (to === undefined || from === undefined || to === from) {
      throw new RollbackError(`${clientId} has no previous generation of the catalogue to restore`);
    }
    // Adds the fields of the newer generation, so that requests with these fields remain valid.
    // Invalidates the fingerprint, because the stored documents do not contain the added fields.
    if ((await carryFields(engine, from, to)).added.size > 0) await mixBuildFingerprints(engine, to, null);
    // Assumes several variants per product, because product counts are then always correct.
    await changeCatalogState(engine, clientId, { multi_variant: true });
    await goLive(engine, clientId, from, to);
    await changeCatalogState(engine, clientId, { previous: { index: from, replaced_at: now() } });
    await markSignalsStale(engine, clientId);
    liveCatalogs.forget(clientId);
    await untilAllProcessesSee();
    return { from, to };
  } finally {
    await lease.release();
  }
}

/** Returns a client's complete catalogue generations, newest first. Excludes generations of running or failed jobs and dry runs. */
export async function wholeGenerations(engine: Engine, clientId: string): Promise<readonly KeptGeneration[]> {
  const [all, live] = await Promise.all([generationsOf(engine, clientId), liveGeneration(engine, clientId)]);
  const kept = await Promise.all(
    all.map(async ({ index, ingestion, attempt }) => {
      const job = (await readJob(engine, ingestion))?.source;
      const isWhole = job === undefined || (job.status === STATUS.COMPLETED && !job.trigger_source.dry_run);
      return index === live || isWhole ? [{ index, ingestion, attempt, job, isLive: index === live }] : [];
    }),
  );
  return kept.flat();
}

export interface KeptGeneration extends Run {
  readonly index: string;
  readonly isLive: boolean;
  /** The job that created the catalogue generation; undefined if the job's record was deleted. */
  readonly job: IngestionJob | undefined;
}

/** Maximum time to wait for a lease in milliseconds. A finished job releases its lease with a short delay. */
const PATIENCE_MS = 2_000;
const PAUSE_MS = 50;

/** Acquires the client's lease. @throws {RollbackError} while a job is running */
export async function acquireWithRetries(leases: Leases, clientId: string): Promise<Lease> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const lease = await leases.acquire(clientId);
    if (lease !== undefined) return lease;
    if (performance.now() > deadline) {
      throw new RollbackError(`an ingestion of ${clientId} is running; try again when it has ended`);
    }
    await delay(PAUSE_MS);
  }
}
