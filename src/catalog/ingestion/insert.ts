import { allowWrites, deleteIndex, refresh } from "../../engine/indices.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import type { DecidedLeaves } from "../leaf-survey.js";
import type { LeafTypes } from "../leaves.js";
import { BASE_LEAF_TYPES, declaredTypes, nextTypes } from "../leaf-types.js";
import { readLeafTypes, untilAllProcessesSee } from "../live.js";
import { sameTaxonomy, type TaxonomySurvey } from "../taxonomy.js";
import {
  changeCatalogState,
  cloneGeneration,
  createGeneration,
  deleteAbandonedGenerations,
  goLiveFirst,
  addLeaves,
  liveGeneration,
  readCatalogState,
  recordEdition,
  recordTaxonomy,
  sealGeneration,
  snapshotOf,
} from "./generations.js";
import { checkSource, payloadLines, survey } from "./read-payload.js";
import { failWithoutLines, JobFailure, type JobRun } from "./job.js";
import { mixRecipes, recipeOf } from "./recipe.js";
import { writeProducts } from "./write-products.js";

/**
 * Merges a payload into the live catalogue; what the payload does not name stays as it is. A dry run merges it into a copy
 * that goes afterwards.
 * @throws JobFailure when no line is taken
 */
export async function insert(run: JobRun): Promise<void> {
  const { engine, job, configuration, lease } = run;
  const live = await liveGeneration(engine, job.client_id);
  const known = live === undefined ? undefined : await readLeafTypes(engine, live);
  const isMapped = known !== undefined;
  const surveyed = await survey(run, known ?? nextTypes(BASE_LEAF_TYPES, declaredTypes(configuration)), isMapped);
  const decided = surveyed.leaves.decide();
  await checkSource(run, live, surveyed.last);
  run.report.warnOfPrivate(decided.added, seesLeaf(configuration.fields));
  await lease.check();
  const isDry = job.trigger_source.dry_run === true;
  const copy = isDry && live !== undefined ? await copyOf(run, live, decided) : undefined;
  if (live !== undefined && !isDry) {
    await openGeneration(run, live);
    await extendMapping(run, live, decided, surveyed.taxonomy);
  }
  const index = copy ?? live ?? (await firstGeneration(run, decided.types));
  let several: Promise<void> | undefined;
  const floor = live === undefined ? undefined : await snapshotOf(engine, live);
  try {
    await writeProducts(
      run,
      {
        index,
        live: index,
        types: decided.types,
        client_id: job.client_id,
        rules: configuration,
        unnamed: () => "keep",
        stamp: job.created_at,
        order: { floor, tell: run.tell },
        ...(live === undefined || isDry ? {} : { changes: run.changes }),
        beforeSeveralVariants: () => (isDry ? Promise.resolve() : (several ??= announceSeveralVariants(run))),
      },
      payloadLines(run, decided),
    );
    failWithoutLines(run.report);
    if (!isDry) await run.commit();
  } catch (error) {
    // An index that cannot be deleted now is deleted as abandoned by a later job.
    if (index !== live) await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
  if (isDry) return deleteIndex(engine, index);
  run.onProgress("finishing", job.bytes);
  await refresh(engine, index);
  await lease.check();
  if (live !== undefined) return publishEdition(run);
  run.changes.addEverything();
  await goLiveFirst(engine, job.client_id, index, lease);
  await announce(run, { taxonomy: surveyed.taxonomy.decide() });
}

/** Adds the payload's new leaves to the live index, and lets searches know before the first product has one. */
async function extendMapping(run: JobRun, live: string, decided: DecidedLeaves, survey: TaxonomySurvey): Promise<void> {
  const { engine, job } = run;
  await addLeaves(engine, live, decided);
  // A run that died may have changed the mapping, or gone live, without publishing it.
  const state = await readCatalogState(engine, job.client_id);
  const isUntold = job.attempts > 1 || state.version === 0;
  const taxonomy = state.taxonomy && survey.decide(state.taxonomy);
  const isNew = taxonomy !== undefined && !sameTaxonomy(state.taxonomy, taxonomy);
  if (decided.added.size > 0 || isUntold || isNew) await announce(run, isNew ? { taxonomy } : {});
  else if (taxonomy !== undefined && taxonomy.lines !== state.taxonomy?.lines) {
    await recordTaxonomy(engine, job.client_id, taxonomy);
  }
}

/** A copy of the live generation for a dry run. @throws JobFailure when the engine makes none */
async function copyOf(run: JobRun, live: string, decided: DecidedLeaves): Promise<string> {
  const { engine, job, configuration } = run;
  await allowWrites(engine, live);
  const generation = { language: configuration.language, ...runOfJob(job) };
  await deleteAbandonedGenerations(engine, job.client_id, generation);
  const copy = await cloneGeneration(engine, live, generation);
  if (copy === undefined)
    throw new JobFailure("the search engine cannot copy the catalogue now, which a dry run needs");
  await addLeaves(engine, copy, decided);
  return copy;
}

const runOfJob = ({ client_id, id, attempts }: JobRun["job"]) => ({
  clientId: client_id,
  ingestion: id,
  attempt: attempts,
});

/** Makes a generation ready for documents as they are made now. */
async function openGeneration({ engine, configuration }: JobRun, index: string): Promise<void> {
  await allowWrites(engine, index);
  await mixRecipes(engine, index, await recipeOf(engine, configuration));
}

async function firstGeneration(run: JobRun, types: LeafTypes): Promise<string> {
  const { engine, job, configuration } = run;
  const generation = { language: configuration.language, ...runOfJob(job) };
  await deleteAbandonedGenerations(engine, job.client_id, generation);
  await run.ensureTemplate(configuration.language);
  const recipe = await recipeOf(engine, configuration);
  const index = await createGeneration(engine, generation, types, recipe);
  await sealGeneration(engine, index);
  return index;
}

type Told = Pick<JobRun, "engine" | "job" | "liveCatalogs">;

/** Lets every process know what has changed about the catalogue as a whole before the job goes on. */
export async function announce(run: Told, change: Parameters<typeof changeCatalogState>[2]): Promise<void> {
  await changeCatalogState(run.engine, run.job.client_id, change);
  run.liveCatalogs.forget(run.job.client_id);
  await untilAllProcessesSee();
}

/** Lets every process know which products the job has changed, if any: none answers any more with what it read before. */
export async function publishEdition(run: Told & Pick<JobRun, "changes">): Promise<void> {
  const { engine, job, liveCatalogs, changes } = run;
  if (changes.isEmpty) return;
  await recordEdition(engine, job.client_id, changes.tags);
  liveCatalogs.forget(job.client_id);
  await untilAllProcessesSee();
}

/** From the first product with several variants on, searches must count products, not variants. */
export async function announceSeveralVariants(run: JobRun): Promise<void> {
  const state = await readCatalogState(run.engine, run.job.client_id);
  if (!state.multi_variant) await announce(run, { multi_variant: true });
}
