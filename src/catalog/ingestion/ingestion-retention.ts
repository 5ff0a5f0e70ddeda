import type { Engine } from "../../engine/engine.js";
import { deleteIndex } from "../../engine/indices.js";
import {
  abandonedGenerations,
  clientsWithGenerations,
  liveGeneration,
  readCatalogState,
  recordState,
  generationOf,
} from "./generations.js";
import { isErrorList, type JobDeps } from "./job.js";
import type { Leases } from "../../engine/lease.js";
import { deleteLiveJobs, endedByPayload } from "./ingestion-store.js";
import { failAbandoned, firstPartOf } from "./parts.js";
import type { StoredPayload } from "./payloads.js";

/** Retention times of payloads and replaced catalogues. */
export interface Retention {
  /** Number of hours for which the previous catalogue generation is retained for a rollback. */
  readonly generationHours: number;
  /** Number of hours for which payloads and error lists are retained. */
  readonly payloadHours: number;
}

/** Removes expired catalogue generations and records of product updates, and fails multi-part feeds left incomplete. `now` is ISO 8601. */
export async function removeExpired(deps: JobDeps, leases: Leases, retention: Retention, now: string): Promise<void> {
  await failAbandoned(deps.engine, hoursBefore(now, retention.payloadHours), now);
  await deleteLiveJobs(deps.engine, hoursBefore(now, retention.payloadHours));
  await removeGenerations(deps, leases, hoursBefore(now, retention.generationHours));
}

/** Maximum duration of an upload in hours. */
const UPLOAD_HOURS = 2;
const PAGE = 500;

/** Removes expired payloads and error lists, except payloads of unfinished jobs. `now` is ISO 8601. */
export async function removePayloads({ engine, payloads }: JobDeps, hours: number, now: string): Promise<void> {
  const over = new Date(hoursBefore(now, hours));
  const abandoned = new Date(hoursBefore(now, Math.max(hours, UPLOAD_HOURS)));
  let page: StoredPayload[] = [];
  const removeSome = async () => {
    const names = page.map(({ name }) => name);
    const ended = await endedByPayload(engine, [...new Set(names.map(firstPartOf))]);
    for (const { name, at } of page) {
      if (isErrorList(name) || (ended.get(firstPartOf(name)) ?? at < abandoned)) await payloads.delete(name);
    }
    page = [];
  };
  for await (const stored of payloads.list()) {
    if (stored.at < over) page.push(stored);
    if (page.length === PAGE) await removeSome();
  }
  if (page.length > 0) await removeSome();
}

async function removeGenerations({ engine }: JobDeps, leases: Leases, before: string): Promise<void> {
  for (const clientId of await clientsWithGenerations(engine)) {
    const over = await expired(engine, clientId, before);
    if (!over.forgetsPrevious && over.indices.length === 0) continue;
    const lease = await leases.acquire(clientId);
    if (lease === undefined) continue;
    try {
      // Reads the expired catalogue generations again under the lease, because a rollback may have changed them.
      const { forgetsPrevious, indices } = await expired(engine, clientId, before);
      if (forgetsPrevious) await recordState(engine, clientId, { previous: null });
      for (const index of indices) await deleteIndex(engine, index);
    } finally {
      await lease.release();
    }
  }
}

/** Returns the catalogue generations that may be deleted, and whether the rollback target has expired. */
async function expired(
  engine: Engine,
  clientId: string,
  before: string,
): Promise<{ readonly forgetsPrevious: boolean; readonly indices: readonly string[] }> {
  const [{ previous, generation: read }, live] = await Promise.all([
    readCatalogState(engine, clientId),
    liveGeneration(engine, clientId),
  ]);
  const run = live === undefined ? undefined : generationOf(engine, live);
  const abandoned = run === undefined ? [] : await abandonedGenerations(engine, clientId, run);
  if (previous === null || previous.replaced_at >= before) return { forgetsPrevious: false, indices: abandoned };
  // After a crash, readers may still use the previous catalogue generation.
  const isRead = previous.index === live || previous.index === read;
  return { forgetsPrevious: true, indices: isRead ? abandoned : [previous.index, ...abandoned] };
}

function hoursBefore(now: string, hours: number): string {
  return new Date(Date.parse(now) - hours * 3_600_000).toISOString();
}
