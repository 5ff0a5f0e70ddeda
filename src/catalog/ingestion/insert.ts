import { setTimeout as delay } from "node:timers/promises";
import { putMapping, refresh } from "../../engine/indices.js";
import { BASE_LEAF_TYPES } from "../leaf-types.js";
import type { LeafTypes } from "../leaves.js";
import { LIVE_CATALOG_TTL_MS, readLeafTypes } from "../live.js";
import {
  changeCatalogState,
  createGeneration,
  goLive,
  leafMapping,
  liveGeneration,
  readCatalogState,
  sealGeneration,
} from "./generations.js";
import type { JobRun } from "./job.js";
import { payloadLines, survey } from "./read-payload.js";
import { writeProducts } from "./write-products.js";

/** Merges a payload into the live catalogue; what the payload does not name stays as it is. */
export async function insert(run: JobRun): Promise<void> {
  const { engine, job, lease } = run;
  const live = await liveGeneration(engine, job.client_id);
  const fixed = live === undefined ? BASE_LEAF_TYPES : ((await readLeafTypes(engine, live)) ?? BASE_LEAF_TYPES);
  const { types } = await survey(run, fixed);
  await lease.check();
  const index = live ?? (await firstGeneration(run, types.types));
  if (live !== undefined && types.added.size > 0) {
    await putMapping(engine, index, leafMapping(new Map([...types.types].filter(([leaf]) => types.added.has(leaf)))));
  }
  const learned = live === undefined || types.added.size > 0;
  await writeProducts(
    run,
    {
      index,
      live: index,
      types: types.types,
      unnamed: () => "keep",
      stamp: job.created_at,
      beforeSeveralVariants: () => announceSeveralVariants(run),
    },
    payloadLines(run),
  );
  run.onProgress("finishing", job.bytes);
  await refresh(engine, index);
  await lease.check();
  if (live === undefined) await goLive(engine, job.client_id, undefined, index);
  if (learned) await announce(run, {});
}

async function firstGeneration(run: JobRun, types: LeafTypes): Promise<string> {
  const { engine, job, configuration } = run;
  await run.ensureTemplate(configuration.language);
  const generation = { language: configuration.language, clientId: job.client_id, ingestion: job.id };
  const index = await createGeneration(engine, { ...generation, attempt: job.attempts }, types);
  await sealGeneration(engine, index);
  return index;
}

/** Lets every process know what has changed about the catalogue before the job goes on. */
export async function announce(run: JobRun, change: Parameters<typeof changeCatalogState>[2]): Promise<void> {
  await changeCatalogState(run.engine, run.job.client_id, change);
  run.liveCatalogs.forget(run.job.client_id);
  await delay(LIVE_CATALOG_TTL_MS);
}

/** From the first product with several variants on, searches must count products, not variants. */
export async function announceSeveralVariants(run: JobRun): Promise<void> {
  const state = await readCatalogState(run.engine, run.job.client_id);
  if (!state.multi_variant) await announce(run, { multi_variant: true });
}
