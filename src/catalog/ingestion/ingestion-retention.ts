import { deleteIndex, stateIndex } from "../../engine/indices.js";
import { getDocument, putDocument } from "../../engine/documents.js";
import {
  abandonedGenerations,
  clientsWithGenerations,
  liveGeneration,
  readCatalogState,
  recordPrevious,
  runOf,
} from "./generations.js";
import { errorListName, isErrorList, type JobDeps } from "./job.js";
import type { Leases } from "../../engine/lease.js";
import { LIVE } from "./ingestion-record.js";
import { deleteJob, jobsEndedBetween, payloadsWithJobs } from "./ingestion-store.js";

/** How long what a finished job leaves behind is kept. */
export interface Retention {
  /** The generation before the live one, for going back. */
  readonly generationHours: number;
  /** Payloads and error lists. */
  readonly payloadHours: number;
}

/** Each store is cleaned by the processes that read it. */
const seenId = (store: string) => `retention:payloads:${store}`;

/** Removes payloads and replaced generations that have been kept long enough. `now` is ISO 8601. */
export async function removeExpired(deps: JobDeps, leases: Leases, retention: Retention, now: string): Promise<void> {
  await removePayloads(deps, hoursBefore(now, retention.payloadHours));
  await removeGenerations(deps, leases, hoursBefore(now, retention.generationHours));
}

/** Looks only at jobs that have become old enough since the last time. */
async function removePayloads({ engine, payloads }: JobDeps, before: string): Promise<void> {
  const id = seenId(await payloads.identity());
  const seen = await getDocument<{ until: string }>(engine, stateIndex(engine), id);
  for await (const jobs of jobsEndedBetween(engine, seen?.source.until ?? new Date(0).toISOString(), before)) {
    for (const job of jobs) {
      await payloads.delete(job.file_identifier);
      await payloads.delete(errorListName(job.id));
      // A shop may have one a second.
      if (job.trigger_source.mode === LIVE) await deleteJob(engine, job.id);
    }
  }
  await putDocument(engine, stateIndex(engine), id, { until: before });
}

/** Longer than any upload may take. */
const ORPHAN_HOURS = 2;
const ORPHAN_PAGE = 500;

/** Removes payloads without a job, left by processes that died while they received them. `now` is ISO 8601. */
export async function removeOrphans({ engine, payloads }: JobDeps, now: string): Promise<void> {
  let names: string[] = [];
  const removeSome = async () => {
    const known = await payloadsWithJobs(engine, names);
    for (const name of names) if (!known.has(name)) await payloads.delete(name);
    names = [];
  };
  for await (const name of payloads.storedBefore(new Date(hoursBefore(now, ORPHAN_HOURS)))) {
    // Lists of errors go with their job.
    if (isErrorList(name)) continue;
    names.push(name);
    if (names.length === ORPHAN_PAGE) await removeSome();
  }
  if (names.length > 0) await removeSome();
}

async function removeGenerations(deps: JobDeps, leases: Leases, before: string): Promise<void> {
  for (const clientId of await clientsWithGenerations(deps.engine)) {
    if (!hasSomething(await releasable(deps, clientId, before))) continue;
    const lease = await leases.acquire(clientId);
    if (lease === undefined) continue;
    try {
      // Read again now that no other process changes it: a rollback may have come in between.
      await release(deps, clientId, await releasable(deps, clientId, before));
    } finally {
      await lease.release();
    }
  }
}

/** Generations of a client whose time is over. */
interface Releasable {
  readonly live: string | undefined;
  /** The one that readers are in; another one than the live one only after a crash. */
  readonly read: string | undefined;
  /** The one that could be gone back to. */
  readonly previous: string | undefined;
  readonly abandoned: readonly string[];
}

const hasSomething = ({ previous, abandoned }: Releasable) => previous !== undefined || abandoned.length > 0;

/**
 * The generations that may be deleted.
 */
async function releasable(deps: JobDeps, clientId: string, before: string): Promise<Releasable> {
  const { engine } = deps;
  const [{ previous, generation: read }, live] = await Promise.all([
    readCatalogState(engine, clientId),
    liveGeneration(engine, clientId),
  ]);
  const isOver = previous !== null && previous.replaced_at < before;
  const run = live === undefined ? undefined : runOf(engine, live);
  return {
    live,
    read,
    previous: isOver ? previous.index : undefined,
    abandoned: run === undefined ? [] : await abandonedGenerations(engine, clientId, run),
  };
}

async function release({ engine }: JobDeps, clientId: string, over: Releasable): Promise<void> {
  const { live, read, previous, abandoned } = over;
  if (previous !== undefined) {
    await recordPrevious(engine, clientId, null);
    if (previous !== live && previous !== read) await deleteIndex(engine, previous);
  }
  for (const index of abandoned) await deleteIndex(engine, index);
}

function hoursBefore(now: string, hours: number): string {
  return new Date(Date.parse(now) - hours * 3_600_000).toISOString();
}
