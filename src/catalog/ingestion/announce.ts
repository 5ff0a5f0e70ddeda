import { untilAllProcessesSee } from "../live.js";
import { changeCatalogState, readCatalogState, recordCatalogVersion } from "./generations.js";
import type { JobRun } from "./job.js";

type Telling = Pick<JobRun, "engine" | "job" | "liveCatalogs">;

/** Publishes a change of catalogue state and waits until all processes use the new state. */
export async function announce(run: Telling, change: Parameters<typeof changeCatalogState>[2]): Promise<void> {
  await changeCatalogState(run.engine, run.job.client_id, change);
  run.liveCatalogs.forget(run.job.client_id);
  await untilAllProcessesSee();
}

/** Publishes the products that the job has changed, if any, and waits until no process serves outdated responses. */
export async function publishCatalogVersion(run: Telling & Pick<JobRun, "changes">): Promise<void> {
  const { engine, job, liveCatalogs, changes } = run;
  if (changes.isEmpty) return;
  await recordCatalogVersion(engine, job.client_id, changes.tags);
  liveCatalogs.forget(job.client_id);
  await untilAllProcessesSee();
}

/** Publishes that the catalogue has products with several variants, so searches must count products instead of variants. */
export async function announceSeveralVariants(run: JobRun): Promise<void> {
  const state = await readCatalogState(run.engine, run.job.client_id);
  if (!state.multi_variant) await announce(run, { multi_variant: true });
}
