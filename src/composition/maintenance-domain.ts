import { hostname } from "node:os";
import { join } from "node:path";
import { rebuildStale } from "../catalog/ingestion/rebuild.js";
import { liveGenerations } from "../catalog/ingestion/generations.js";
import { createLeases } from "../engine/lease.js";
import { applyTemplates, TEMPLATES_FOLDER } from "../engine/templates.js";
import { errorFields } from "../observability/logger.js";
import { startPeriodic } from "../lib/periodic.js";
import { getStorefront } from "../storefront/clients.js";
import { settingsToReindex } from "../storefront/effects.js";
import type { Domain, Foundation } from "./domain.js";
import { removeOrphanedParts } from "../part-file.js";

const LOOK_EVERY_MS = 10_000;
const LONGEST_WAIT_MS = 3_600_000;

/**
 * Rebuilds live catalogues whose settings or template have changed, one after another, while the service answers from what is there. One that
 * a job is changing is tried again later, and so is one that failed.
 */
export function rebuildDomain({ config, engine, logger, directory, now }: Foundation): Domain {
  const stop = new AbortController();
  const leases = createLeases(engine, `${hostname()}:${process.pid}`, config.ingestionLeaseSeconds);
  const deps = {
    engine,
    leases,
    signal: stop.signal,
    configurationOf: async (clientId: string) => (await getStorefront({ engine }, clientId))?.configuration,
    ensureTemplate: async (language: string) => {
      await applyTemplates(engine, TEMPLATES_FOLDER, { languages: [language], shards: config.opensearchShards });
    },
    now: () => new Date(now()).toISOString(),
  };
  /** By client, what was found to be as it should be: the generation and the settings that it was built by. */
  const current = new Map<string, string>();
  /** By client, how often in a row it failed, and when it is tried again. */
  const failed = new Map<string, { readonly times: number; readonly retryAt: number }>();

  async function run(): Promise<void> {
    const live = await liveGenerations(engine);
    for (const { client_id, configuration } of await directory.listStorefronts()) {
      const known = JSON.stringify([live.get(client_id), settingsToReindex(configuration)]);
      if (!live.has(client_id) || current.get(client_id) === known) continue;
      const { times = 0, retryAt = 0 } = failed.get(client_id) ?? {};
      if (performance.now() < retryAt) continue;
      try {
        const outcome = await rebuildStale(deps, client_id);
        failed.delete(client_id);
        if (outcome === "current") current.set(client_id, known);
        if (outcome === "rebuilt") logger.info("catalogue rebuilt", { client_id });
      } catch (error) {
        if (stop.signal.aborted) return;
        const waitMs = Math.min(LONGEST_WAIT_MS, LOOK_EVERY_MS * 2 ** times);
        failed.set(client_id, { times: times + 1, retryAt: performance.now() + waitMs });
        logger.warn("a catalogue cannot be rebuilt now", { client_id, retry_in_ms: waitMs, ...errorFields(error) });
      }
    }
  }

  const rebuilding = startPeriodic(run, {
    everyMs: LOOK_EVERY_MS,
    atOnce: true,
    onError: (error) => {
      if (!stop.signal.aborted) logger.warn("catalogues cannot be looked at", errorFields(error));
    },
  });
  return {
    routers: [],
    close: async () => {
      stop.abort(new Error("the service is shutting down"));
      await rebuilding.close();
    },
  };
}

const EVERY_MS = 600_000;

/** Keeps the data folder free of files that dying processes have left half-written. */
export function partFilesDomain({ config, logger, now }: Foundation): Domain {
  const folders = [config.dataDir, join(config.dataDir, "payloads")];
  const sweeping = startPeriodic(
    async () => {
      for (const folder of folders) {
        const files = await removeOrphanedParts(folder, now());
        if (files.length > 0) logger.info("half-written files of processes that are gone removed", { folder, files });
      }
    },
    {
      everyMs: EVERY_MS,
      atOnce: true,
      onError: (error) => logger.warn("half-written files cannot be removed", errorFields(error)),
    },
  );
  return { routers: [], close: () => sweeping.close() };
}
