import type { Engine } from "../../engine/engine.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { generationOf, liveGeneration } from "./generations.js";
import type { Leases } from "../../engine/lease.js";
import { rebuildGeneration, showRebuilt, type Rebuild } from "./rebuild.js";

export interface RebuildStaleDeps {
  readonly engine: Engine;
  readonly leases: Leases;
  /** Undefined for a client that is no more. */
  configurationOf(clientId: string): Promise<StorefrontConfiguration | undefined>;
  /** ISO 8601. */
  readonly now: () => string;
  readonly onProgress: Rebuild["onProgress"];
  /** Ends it between two batches; what was built is gone then. */
  readonly signal?: AbortSignal;
}

/**
 * Builds a live generation anew that an earlier release has built, and shows it. Its language stays, whatever is configured: that
 * changes with the next feed. The one before stays for a while, to go back to.
 * @returns whether it is done; false while somebody else changes the catalogue
 * @throws RebuildError, and what `signal` was aborted with
 */
export async function rebuildStale(deps: RebuildStaleDeps, index: string): Promise<boolean> {
  const { engine, leases, signal } = deps;
  const generation = generationOf(engine, index);
  const configuration = generation && (await deps.configurationOf(generation.clientId));
  if (generation === undefined || configuration === undefined) return true;
  const { clientId, language } = generation;
  const lease = await leases.acquire(clientId);
  if (lease === undefined) return false;
  try {
    if ((await liveGeneration(engine, clientId)) !== index) return true;
    const held = {
      ...lease,
      check: async () => {
        signal?.throwIfAborted();
        await lease.check();
      },
    };
    const rules = { ...configuration, language };
    const to = await rebuildGeneration(engine, held, { clientId, from: index, rules, onProgress: deps.onProgress });
    await showRebuilt(engine, clientId, { from: index, to }, deps.now());
    return true;
  } finally {
    await lease.release();
  }
}
