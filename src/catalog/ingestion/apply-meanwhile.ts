import { readLeafTypes, type CatalogState } from "../live.js";
import { BASE_LEAF_TYPES } from "../leaf-types.js";
import { addLeaves, snapshotOf } from "./generations.js";
import { Report } from "./ingestion-report.js";
import { ChangedProducts, type JobRun } from "./job.js";
import { payloadLines, survey } from "./read-payload.js";
import { writeProducts } from "./write-products.js";

/** What lines make of a generation that is not live yet. */
export interface Applied extends Required<Pick<CatalogState, "multi_variant" | "taxonomy">> {
  /** How many there were so far. */
  readonly lines: number;
}

/** Rounds of lines that come while others are applied; later ones wait for the next call. */
const MAX_ROUNDS = 4;

/**
 * Applies to a generation that is being built the lines that the live one has got meanwhile, and those that it gets while this runs. A product
 * that was merged with the live one after a line had come has it already, which changes nothing.
 * @param before of readers must be told without them
 */
export async function applyMeanwhile(
  run: JobRun,
  index: string,
  before: Omit<Applied, "lines"> & { readonly lines?: number },
): Promise<Applied> {
  let after: Applied = { lines: 0, ...before };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const jobs = run.meanwhile.applied();
    if (jobs.length === 0) break;
    for (const job of jobs) after = await applyLines(ownRun(run, job), index, after);
  }
  return after;
}

/** Its outcomes, errors and progress have been told when its lines were applied to the live generation. */
const ownRun = (run: JobRun, job: JobRun["job"]): JobRun => ({
  ...run,
  job,
  report: new Report(),
  changes: new ChangedProducts(),
  errors: { add: () => Promise.resolve(), close: () => Promise.resolve() },
  onProgress: () => undefined,
  tell: () => undefined,
});

async function applyLines(run: JobRun, index: string, before: Applied): Promise<Applied> {
  const { engine, job, configuration } = run;
  let { multi_variant } = before;
  const known = (await readLeafTypes(engine, index)) ?? BASE_LEAF_TYPES;
  const surveyed = await survey(run, known, true);
  const decided = surveyed.leaves.decide();
  await addLeaves(engine, index, decided);
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
      order: { floor: await snapshotOf(engine, index) },
      writesUnchanged: true,
      beforeSeveralVariants: () => {
        multi_variant = true;
        return Promise.resolve();
      },
    },
    payloadLines(run, decided),
  );
  return {
    multi_variant,
    taxonomy: surveyed.taxonomy.decide(before.taxonomy),
    lines: before.lines + run.report.lines.received,
  };
}
