import { deleteIndex } from "../../engine/indices.js";
import {
  abandonedGenerations,
  clientsWithGenerations,
  liveGeneration,
  readCatalogState,
  recordPrevious,
  runOf,
} from "./generations.js";
import { isErrorList, type JobDeps } from "./job.js";
import type { Leases } from "../../engine/lease.js";
import { deleteLiveJobs, endedByPayload } from "./ingestion-store.js";
import type { StoredPayload } from "./payloads.js";

/** How long payloads and replaced catalogues are kept. */
export interface Retention {
  /** The generation before the live one, for going back. */
  readonly generationHours: number;
  /** Payloads and error lists, from when they were stored. */
  readonly payloadHours: number;
}

/** Removes replaced generations and the records of live lines that have been kept long enough. `now` is ISO 8601. */
export async function removeExpired(deps: JobDeps, leases: Leases, retention: Retention, now: string): Promise<void> {
  await deleteLiveJobs(deps.engine, hoursBefore(now, retention.payloadHours));
  await removeGenerations(deps, leases, hoursBefore(now, retention.generationHours));
}

/** Longer than any upload may take. */
const UPLOAD_HOURS = 2;
const PAGE = 500;

/** Removes payloads and error lists by their age, except payloads whose job has not ended. `now` is ISO 8601. */
export async function removePayloads({ engine, payloads }: JobDeps, hours: number, now: string): Promise<void> {
  const over = new Date(hoursBefore(now, hours));
  const abandoned = new Date(hoursBefore(now, Math.max(hours, UPLOAD_HOURS)));
  let page: StoredPayload[] = [];
  const removeSome = async () => {
    const names = page.map(({ name }) => name);
    const ended = await endedByPayload(engine, names);
    for (const { name, at } of page) {
      if (isErrorList(name) || (ended.get(name) ?? at < abandoned)) await payloads.delete(name);
    }
    page = [];
  };
  for await (const stored of payloads.list()) {
    if (stored.at < over) page.push(stored);
    if (page.length === PAGE) await removeSome();
  }
  if (page.length > 0) await removeSome();
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
