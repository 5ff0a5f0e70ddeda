import { join } from "node:path";
import { errorFields } from "../observability/logger.js";
import { removeOrphanedParts } from "../part-file.js";
import { startPeriodic } from "../lib/periodic.js";
import type { Domain, Foundation } from "./domain.js";

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
