import { hostname } from "node:os";
import { join } from "node:path";
import { createLeases } from "../engine/lease.js";
import { rebuildStale } from "../catalog/ingestion/rebuild-stale.js";
import type { Config } from "../config.js";
import type { Engine } from "../engine/engine.js";
import type { MigrateDeps } from "../engine/migrations/migrate.js";
import { surveyIndices } from "../engine/migrations/index-survey.js";
import type { TemplateOptions } from "../engine/templates.js";
import { errorFields } from "../observability/logger.js";
import { startPeriodic } from "../lib/periodic.js";
import { getStorefront, languagesInUse } from "../storefront/clients.js";
import type { Domain, Foundation } from "./domain.js";
import { removeOrphanedParts } from "../part-file.js";

/** No client has a blank in its id. */
export const MIGRATION_LEASE = "index migration";
const RETRY_MS = 30_000;

export const templateOptions = async (engine: Engine, config: Config): Promise<TemplateOptions> => ({
  languages: await languagesInUse({ engine }),
  shards: config.opensearchShards,
});

/** The dependencies of a migration, for the service at its start and for the command. */
export async function migrating(
  engine: Engine,
  config: Config,
  folder: string,
  owner = `${hostname()}:${process.pid}`,
): Promise<Omit<MigrateDeps, "onWaiting" | "onIndex">> {
  const leases = createLeases(engine, owner, config.ingestionLeaseSeconds);
  return {
    engine,
    folder,
    options: await templateOptions(engine, config),
    acquire: () => leases.acquire(MIGRATION_LEASE),
  };
}

/**
 * Builds live catalogues of earlier releases anew, one after another, while the service answers from what is there. One that a
 * job is changing is tried again later, and so is one that failed.
 */
export function migrationDomain({ config, engine, logger, now }: Foundation, folder: string): Domain {
  const stop = new AbortController();
  const leases = createLeases(engine, `${hostname()}:${process.pid}`, config.ingestionLeaseSeconds);
  let isDone = false;

  async function run(): Promise<void> {
    if (isDone) return;
    const surveyed = await surveyIndices(engine, folder, await templateOptions(engine, config));
    const stale = surveyed.filter(({ action }) => action === "rebuild");
    let left = stale.length;
    for (const { index } of stale) {
      stop.signal.throwIfAborted();
      try {
        const isRebuilt = await rebuildStale(
          {
            engine,
            leases,
            signal: stop.signal,
            onProgress: () => undefined,
            configurationOf: async (clientId) => (await getStorefront({ engine }, clientId))?.configuration,
            now: () => new Date(now()).toISOString(),
          },
          index,
        );
        if (!isRebuilt) continue;
        left -= 1;
        logger.info("catalogue of an earlier release built anew", { index });
      } catch (error) {
        if (stop.signal.aborted) return;
        logger.warn("a catalogue of an earlier release cannot be built anew now", { index, ...errorFields(error) });
      }
    }
    isDone = left === 0;
  }

  const rebuilding = startPeriodic(run, {
    everyMs: RETRY_MS,
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
