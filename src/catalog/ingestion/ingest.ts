import { deleteIndex } from "../../engine/indices.js";
import type { CatalogState } from "../live.js";
import { sameTaxonomy } from "../taxonomy.js";
import { announce, publishCatalogVersion } from "./announce.js";
import { type Begun, begin, isDry, isFull, readFeed, runOfJob } from "./begin.js";
import type { Kept } from "./compare-live.js";
import { type Reported, countUnchanged, fill } from "./fill.js";
import {
  deleteAbandonedGenerations,
  generationOf,
  goLive,
  goLiveFirst,
  readCatalogState,
  recordState,
} from "./generations.js";
import type { JobRun } from "./job.js";
import { payloadLines } from "./read-payload.js";

/**
 * Merges a payload into a catalogue. An insert writes into the live generation and only changes products that occur in the payload. A
 * soft_replace, a first feed and a dry run write into a new generation. The new generation starts as a copy of the live one without the
 * differing products, or empty if many products differ. At the end, the alias moves to the new generation atomically; a dry run deletes the
 * new generation instead. A soft_replace without changes is only reported.
 * @throws {JobFailure} if no line is accepted
 */
export async function ingest(run: JobRun): Promise<void> {
  const { engine, job } = run;
  const read = await readFeed(run);
  await run.lease.check();
  // Jobs with product updates need not wait for each other here, because they already run one at a time.
  const begun = await (isFull(run) ? run.meanwhile.between(() => begin(run, read)) : begin(run, read));
  const { live, index } = begun;
  if (begun.kept?.isEverything === true) return reportOfKept(run, begun, begun.kept);
  let reported: Reported;
  try {
    reported = await fill(run, begun);
  } catch (error) {
    // An index that cannot be deleted now is deleted as abandoned by a later job.
    if (index !== live) await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
  if (index === live) return publishCatalogVersion(run);
  if (isDry(run)) return deleteIndex(engine, index);
  // The new catalogue must not be deleted from here on, because a swap that reports an error may still be executed.
  await swap(run, begun, reported);
  // The new generation is live, so an error must not fail the job. A later job deletes the abandoned generations.
  await deleteAbandonedGenerations(engine, job.client_id, runOfJob(run)).catch(() => undefined);
}

async function reportOfKept(run: JobRun, { fields, taxonomy: scan }: Begun, { products }: Kept): Promise<void> {
  const { severalVariants } = countUnchanged(run, products);
  if (products.needsAny()) {
    // The feed changes no product. Its lines are read only to report values that cannot be filtered on.
    const lines = payloadLines(run, fields, products);
    while ((await lines.next()).done !== true);
  }
  run.onProgress("finishing", run.job.bytes);
  if (isDry(run)) return;
  await run.meanwhile.close();
  await run.lease.check();
  const state = await readCatalogState(run.engine, run.job.client_id);
  // Product updates that arrived during the job have already announced their own changes.
  const isChanged = (await run.meanwhile.touched()).length > 0;
  const taxonomy = (isChanged && state.taxonomy) || scan.decide();
  const now = { multi_variant: severalVariants || (isChanged && state.multi_variant), taxonomy, ...sourceOf(run) };
  const isKnown = state.multi_variant === now.multi_variant && sameTaxonomy(state.taxonomy, taxonomy);
  // An earlier attempt may have changed the live generation and crashed before announcing the change.
  if (!isKnown || run.job.attempts > 1) await announce(run, now);
  else if (now.source !== undefined || state.taxonomy?.lines !== taxonomy.lines)
    await recordState(run.engine, run.job.client_id, now);
}

async function swap(run: JobRun, { live, index }: Begun, reported: Reported): Promise<void> {
  const { engine, job, lease } = run;
  run.changes.addEverything();
  if (live === undefined) await goLiveFirst(engine, job.client_id, index, lease);
  else {
    // If an earlier attempt crashed after its swap, the rollback target is the catalogue generation before that swap.
    if (generationOf(engine, live)?.ingestion !== job.id) {
      await recordState(engine, job.client_id, { previous: { index: live, replaced_at: new Date().toISOString() } });
    }
    await goLive(engine, job.client_id, live, index);
  }
  await announce(run, { ...reported, ...sourceOf(run) });
}

/** The source file of a full feed, if the request specified the file. */
const sourceOf = (run: JobRun): Pick<CatalogState, "source"> => {
  const { source } = run.job.trigger_source;
  return source !== undefined && isFull(run) ? { source } : {};
};
