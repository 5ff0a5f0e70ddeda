import { untilAllProcessesSee } from "../live.js";
import { changeCatalogState, readCatalogState, recordCatalogVersion } from "./generations.js";
import type { JobRun } from "./job.js";

type Telling = Pick<JobRun, "engine" | "job" | "liveCatalogs">;

/** Lets every process know what has changed about the catalogue as a whole before the job goes on. */
export async function announce(run: Telling, change: Parameters<typeof changeCatalogState>[2]): Promise<void> {
  await changeCatalogState(run.engine, run.job.client_id, change);
  run.liveCatalogs.forget(run.job.client_id);
  await untilAllProcessesSee();
}

/** Lets every process know which products the job has changed, if any: none answers any more with what it read before. */
export async function publishCatalogVersion(run: Telling & Pick<JobRun, "changes">): Promise<void> {
  const { engine, job, liveCatalogs, changes } = run;
  if (changes.isEmpty) return;
  await recordCatalogVersion(engine, job.client_id, changes.tags);
  liveCatalogs.forget(job.client_id);
  await untilAllProcessesSee();
}

/** From the first product with several variants on, searches must count products, not variants. */
export async function announceSeveralVariants(run: JobRun): Promise<void> {
  const state = await readCatalogState(run.engine, run.job.client_id);
  if (!state.multi_variant) await announce(run, { multi_variant: true });
}
