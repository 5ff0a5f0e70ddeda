import { carry, pages } from "../../catalog/ingestion/carry-over.js";
import { liveGeneration } from "../../catalog/ingestion/generations.js";
import type { Lease, Leases } from "../../engine/lease.js";
import { mixBuildFingerprints, buildFingerprintOf } from "../../catalog/ingestion/build-fingerprint.js";
import { readFieldTypes } from "../../catalog/live.js";
import type { Context } from "../../context.js";
import type { Engine } from "../../engine/engine.js";
import { allowWrites, refresh } from "../../engine/indices.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { type ChangedSignals, productsWithSignals, writeSignals } from "./signals-store.js";

export interface CopyDeps extends Context {
  readonly leases: Leases;
  /** Returns the configuration of a client, or undefined for unknown and deleted clients. */
  readonly configurationOf: (clientId: string) => Promise<StorefrontConfiguration | undefined>;
}

/** Number of products per engine request. */
const PAGE = 50;

/**
 * Updates the product documents of the live catalogue with the learned signals. The documents are rebuilt from the stored products, as in
 * ingestion. The client's lease prevents ingestion jobs from writing at the same time. While a job is running, the function skips the
 * update, because the job itself reads the signals.
 * @returns the number of documents written, or undefined if a job is running
 */
export async function copyLearned(deps: CopyDeps, clientId: string, signal: AbortSignal): Promise<number | undefined> {
  const { engine, leases, configurationOf } = deps;
  const rules = await configurationOf(clientId);
  if (rules === undefined) return 0;
  const lease = await leases.acquire(clientId);
  if (lease === undefined) return undefined;
  try {
    const index = await liveGeneration(engine, clientId);
    const types = index === undefined ? undefined : await readFieldTypes(engine, index);
    if (index === undefined || types === undefined) return 0;
    await allowWrites(engine, index);
    await mixBuildFingerprints(engine, index, await buildFingerprintOf(engine, rules));
    return await copyAll(engine, lease, { from: index, to: index, client_id: clientId, types, rules }, signal);
  } finally {
    await lease.release();
  }
}

type Copying = Pick<Parameters<typeof carry>[1], "to" | "from" | "client_id" | "types" | "rules">;

async function copyAll(engine: Engine, lease: Lease, copying: Copying, signal: AbortSignal): Promise<number> {
  let written = 0;
  for await (const page of productsWithSignals(engine, copying.client_id, { pending: true })) {
    if (signal.aborted) break;
    for (const some of pages(page, PAGE)) written += await copySome(engine, lease, copying, some);
  }
  if (written > 0) await refresh(engine, copying.to);
  return written;
}

/** Writes the product documents first and then marks the signals as written. After a crash in between, the documents are written again. */
async function copySome(
  engine: Engine,
  lease: Lease,
  copying: Copying,
  some: readonly ChangedSignals[],
): Promise<number> {
  const ids = some.map(({ signals }) => signals.product_identifier);
  const left = new Set<string>();
  let written = 0;
  for await (const { id, status } of carry({ engine, lease }, { ...copying, among: [ids] })) {
    // Retry only conflicts. The engine would reject an invalid document again.
    if (status === "conflict") left.add(id);
    if (status === "written") written += 1;
  }
  await writeSignals(
    engine,
    some
      .filter(({ signals }) => !left.has(signals.product_identifier))
      .map(({ signals, stored }) => ({ signals: { ...signals, pending: false }, stored })),
  );
  return written;
}
