import { bulk, type Deletion } from "../../engine/bulk.js";
import { getDocuments } from "../../engine/documents.js";
import { allowWrites, deleteIndex, refresh } from "../../engine/indices.js";
import { countDocuments } from "../../engine/search-documents.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import type { ProductSource, Version } from "../product-document.js";
import { flatten } from "../flatten.js";
import type { DecidedLeaves, LeafSurvey } from "../leaf-survey.js";
import type { LeafTypes } from "../leaves.js";
import { BASE_LEAF_TYPES, declaredTypes, nextTypes } from "../leaf-types.js";
import { readLeafTypes, type CatalogState } from "../live.js";
import { sameTaxonomy, type Taxonomy } from "../taxonomy.js";
import { allProducts, carryOver, compareWithLive, type Kept, pages, READ_PAGE } from "./compare-live.js";
import { FeedProducts } from "./feed-products.js";
import { checkSource, payloadLines, survey } from "./read-payload.js";
import {
  cloneGeneration,
  createGeneration,
  deleteAbandonedGenerations,
  goLive,
  goLiveFirst,
  addLeaves,
  liveGeneration,
  readCatalogState,
  recordPrevious,
  recordSnapshot,
  recordSource,
  recordTaxonomy,
  runOf,
  sealGeneration,
  snapshotOf,
} from "./generations.js";
import { applyMeanwhile } from "./apply-meanwhile.js";
import { letsLinesPass } from "./ingestion-store.js";
import { announce, announceSeveralVariants, publishEdition } from "./insert.js";
import { failWithoutLines, JobFailure, type JobRun, percent } from "./job.js";
import { recipeIn, recipeOf } from "./recipe.js";
import { compareVersions, type VersionOrder } from "./versions.js";
import { writeProducts } from "./write-products.js";

/**
 * Builds a new generation of the catalogue beside the live one and swaps the alias in one step: shoppers see the old
 * catalogue or the new one, and until the swap nothing they see has changed. Where little differs the new generation starts as a
 * copy of the live one without what differs; where nothing does there is none.
 */
export async function softReplace(run: JobRun): Promise<void> {
  const { engine, job, configuration, lease, halt } = run;
  const clientId = job.client_id;
  await run.ensureTemplate(configuration.language);
  const recipe = await recipeOf(engine, configuration);
  const live = await liveGeneration(engine, clientId);
  // A process may have died while it copied it.
  if (live !== undefined) await allowWrites(engine, live);
  const had = live === undefined ? undefined : await readLeafTypes(engine, live);
  const floor = live === undefined ? undefined : await snapshotOf(engine, live);
  const { snapshot } = job.trigger_source;
  refuseOlder(snapshot, floor);
  if (live !== undefined && letsLinesPass(job) && isOneKind(snapshot, floor)) run.meanwhile.open();
  if (snapshot !== undefined) run.report.newer = 0;
  const known = nextTypes(had ?? BASE_LEAF_TYPES, declaredTypes(configuration));
  const isAlike = live !== undefined && sameTypes(had, known) && (await recipeIn(engine, live)) === recipe;
  const products = isAlike ? new FeedProducts() : undefined;
  const surveyed = await survey(run, known, false, products);
  await checkSource(run, live, surveyed.last);
  if (live !== undefined) await observeDamaged(run, live, surveyed.damaged, surveyed.leaves);
  const leaves = surveyed.leaves.decide();
  run.report.warnOfPrivate(leaves.added, seesLeaf(configuration.fields));
  const taxonomy = surveyed.taxonomy.decide();

  await lease.check();
  const generation = { language: configuration.language, clientId, ingestion: job.id, attempt: job.attempts };
  const deleteAbandoned = async () => deleteAbandonedGenerations(engine, clientId, generation);
  await deleteAbandoned();
  /** Without lines in between, so that nothing changes between the comparison and the copy. */
  const begin = async (): Promise<Built> => {
    // Documents written by a failed insert must be visible to scans and counts.
    if (live !== undefined) await refresh(engine, live);
    const isStill = products !== undefined && sameTypes(had, await readLeafTypes(engine, live as string));
    const kept = isStill
      ? await compareWithLive(engine, live as string, { had: known, leaves, products, signal: halt })
      : undefined;
    if (kept !== undefined) await lease.check();
    const before = live === undefined ? 0 : await countDocuments(engine, live);
    const begun = { live, before, leaves, taxonomy, damaged: surveyed.damaged, ...(kept !== undefined && { kept }) };
    if (kept?.isEverything === true) {
      await keepLive(run, kept);
      return { ...begun, index: kept.live };
    }
    const copy = kept && (await cloneGeneration(engine, kept.live, generation));
    const index = copy ?? (await createGeneration(engine, generation, leaves.types, recipe, snapshot ?? floor));
    if (snapshot !== undefined) await recordSnapshot(engine, index, snapshot);
    return { ...begun, index, kept: copy === undefined ? undefined : kept };
  };
  const built = await run.meanwhile.between(begin);
  const { index } = built;
  if (index === live) return tellOfKept(run, built);
  let told: Told;
  try {
    told = await build(run, built);
  } catch (error) {
    // An index that cannot be deleted now is deleted as abandoned by a later job.
    await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
  if (job.trigger_source.dry_run) return deleteIndex(engine, index);
  // Not to be undone from here on: a swap that seems to have failed may still come.
  await swap(run, built, told);
  // As with the index of a failed run; this job is done.
  await deleteAbandoned().catch(() => undefined);
}

/** @throws JobFailure for a feed that has come late: nothing of it is newer than the catalogue */
function refuseOlder(snapshot: Version | undefined, floor: Version | undefined): void {
  if (snapshot === undefined || floor === undefined || (compareVersions(snapshot, floor) ?? 0) >= 0) return;
  throw new JobFailure(`the snapshot of this feed, ${snapshot}, is older than that of the last one, ${floor}`);
}

/** Where the catalogue's versions become those of another kind, lines of the old one are not known to be older or newer. */
const isOneKind = (snapshot: Version | undefined, floor: Version | undefined): boolean =>
  snapshot === undefined || floor === undefined || compareVersions(snapshot, floor) !== undefined;

/** By what a complete feed is merged. */
const orderOf = ({ job, report }: JobRun): VersionOrder => ({
  snapshot: job.trigger_source.snapshot,
  onNewer: (variants) => {
    report.newer = (report.newer ?? 0) + variants;
  },
});

interface Built {
  readonly live: string | undefined;
  /** How many products it had when the new one was begun. */
  readonly before: number;
  /** The live one itself where nothing differs. */
  readonly index: string;
  readonly leaves: DecidedLeaves;
  readonly taxonomy: Taxonomy;
  readonly damaged: ReadonlySet<string>;
  /** The part of the live generation that the new one contains from the start; undefined for none. */
  readonly kept?: Kept | undefined;
}

/** The live catalogue is what the feed says: that stays, and no generation is made. */
async function keepLive(run: JobRun, kept: Kept): Promise<void> {
  const { snapshot, dry_run } = run.job.trigger_source;
  if (dry_run) return;
  await run.commit();
  await run.lease.check();
  if (snapshot !== undefined) await recordSnapshot(run.engine, kept.live, snapshot);
}

async function tellOfKept(run: JobRun, { kept, leaves, taxonomy }: Built): Promise<void> {
  const { products } = kept as Kept;
  const { severalVariants } = countUnchanged(run, products);
  if (products.needsAny()) {
    // Only reports values that cannot be filtered on: there is nothing to write.
    const lines = payloadLines(run, leaves, products);
    while ((await lines.next()).done !== true);
  }
  run.onProgress("finishing", run.job.bytes);
  if (run.job.trigger_source.dry_run) return;
  await run.meanwhile.close();
  await run.lease.check();
  const state = await readCatalogState(run.engine, run.job.client_id);
  // Lines have told readers of what they have changed themselves.
  const isChanged = run.meanwhile.applied().length > 0;
  const multi_variant = severalVariants || (isChanged && state.multi_variant);
  await tellReaders(run, { multi_variant, taxonomy: (isChanged && state.taxonomy) || taxonomy }, true);
}

function countUnchanged({ report }: JobRun, products: FeedProducts): ReturnType<FeedProducts["unchanged"]> {
  const unchanged = products.unchanged();
  report.products.unchanged += unchanged.products;
  report.variants.unchanged += unchanged.variants;
  return unchanged;
}

/** Identifiers that are sent at once. */
const PAGE = 1_000;

/** Makes a copy of the live generation one that holds only what stays. */
async function takeOut(run: JobRun, index: string, decided: DecidedLeaves, kept: Kept): Promise<void> {
  const { engine, lease, signal } = run;
  await lease.check();
  await addLeaves(engine, index, decided);
  for (const ids of pages(kept.differing, PAGE)) {
    await lease.check();
    const deletions = ids.map((id): Deletion => ({ action: "delete", id }));
    const refused = (await bulk(engine, deletions, { index, onBusy: "retry", signal })).find(
      ({ status }) => status !== "written",
    );
    if (refused !== undefined) throw new Error(`product ${refused.id} cannot be taken out of ${index}`);
  }
}

/** What readers must be told of a new generation. */
type Told = Required<Pick<CatalogState, "multi_variant" | "taxonomy">>;

/** Fills the new generation. */
async function build(run: JobRun, built: Built): Promise<Told> {
  const { engine, job, configuration } = run;
  const { live, index, leaves, damaged, kept } = built;
  let severalVariants = false;
  if (kept !== undefined) {
    await takeOut(run, index, leaves, kept);
    ({ severalVariants } = countUnchanged(run, kept.products));
  }
  const { known, refused } = await writeProducts(
    run,
    {
      index,
      live,
      types: leaves.types,
      client_id: job.client_id,
      rules: configuration,
      unnamed: (id) => (damaged.has(id) ? "keep" : "deactivate"),
      stamp: job.created_at,
      order: orderOf(run),
      beforeSeveralVariants: () => {
        severalVariants = true;
        return Promise.resolve();
      },
    },
    payloadLines(run, leaves, kept?.products),
  );
  failWithoutLines(run.report);
  run.onProgress("finishing", job.bytes);
  if (live !== undefined) {
    const among = kept === undefined ? allProducts(run, live, known) : pages(kept.differing, PAGE);
    const carried = await carryOver(run, {
      live,
      index,
      leaves,
      among,
      untouched: [damaged, refused],
      order: orderOf(run),
    });
    severalVariants ||= carried.severalVariants;
  }
  const feedOnly = { multi_variant: severalVariants, taxonomy: built.taxonomy };
  if (job.trigger_source.dry_run) {
    await refresh(engine, index);
    if (live !== undefined) await checkCounts(run, built, run.meanwhile.applied().length);
    return feedOnly;
  }
  // Most lines before it is closed to them, so that those which come then wait for a moment only.
  const most = await applyMeanwhile(run, index, feedOnly);
  await refresh(engine, index);
  await sealGeneration(engine, index);
  await run.meanwhile.close();
  const all = await applyMeanwhile(run, index, most);
  await refresh(engine, index);
  if (live !== undefined) await checkCounts(run, built, all.lines);
  await run.commit();
  if (all.multi_variant) await announceSeveralVariants(run);
  await run.lease.check();
  return all;
}

/**
 * Adds the leaves of damaged products: their data is carried over and must stay filterable, so its leaves must not give
 * way to others.
 */
async function observeDamaged(
  { engine }: JobRun,
  live: string,
  damaged: ReadonlySet<string>,
  leaves: LeafSurvey,
): Promise<void> {
  for (const ids of pages([...damaged], READ_PAGE)) {
    for (const found of await getDocuments<ProductSource>(engine, live, ids)) {
      for (const variant of found?.source.source ?? []) leaves.observe(flatten(variant.data).leaves);
    }
  }
}

/**
 * Nothing may be lost on the way, and no more deactivated than the storefront allows.
 * @param lines that have come meanwhile: each may have made a product
 */
async function checkCounts(
  { engine, configuration, report, job }: JobRun,
  { live, before, index }: Built,
  lines: number,
): Promise<void> {
  const [after, activeBefore] = await Promise.all([
    countDocuments(engine, index),
    countDocuments(engine, live as string, { term: { active: true } }),
  ]);
  const expected = before + report.products.created;
  if (after < expected || after > expected + lines)
    throw new JobFailure(`the new generation holds ${after} products where ${expected} were expected`);
  const asked = job.trigger_source.max_removed_share;
  const allowed = asked ?? configuration.ingestion.max_deactivated_share;
  const share = activeBefore === 0 ? 0 : report.products.deactivated / activeBefore;
  if (allowed !== null && share > allowed) {
    throw new JobFailure(
      `would deactivate ${report.products.deactivated} of ${activeBefore} active products (${percent(share)}); ${asked === undefined ? "the storefront" : "whoever sent it"} allows ${percent(allowed)}`,
    );
  }
}

async function swap(run: JobRun, { live, index }: Built, told: Told): Promise<void> {
  const { engine, job, lease } = run;
  const typesBefore = live === undefined ? undefined : await readLeafTypes(engine, live);
  const types = await readLeafTypes(engine, index);
  if (live === undefined) {
    run.changes.addEverything();
    await goLiveFirst(engine, job.client_id, index, lease);
  } else {
    // A run after one that died past its own swap keeps the generation from before that one to go back to.
    if (runOf(engine, live)?.ingestion !== job.id) {
      const previous = { index: live, replaced_at: new Date().toISOString() };
      await recordPrevious(engine, job.client_id, previous);
    }
    run.changes.addEverything();
    await goLive(engine, job.client_id, live, index);
  }
  await tellReaders(run, told, sameTypes(typesBefore, types));
}

/** Lets every process know what is live now, and what the job has changed, as far as it is not known. */
async function tellReaders(run: JobRun, now: Told, areTypesKnown: boolean): Promise<void> {
  const { engine, job } = run;
  const { source } = job.trigger_source;
  if (source !== undefined) await recordSource(engine, job.client_id, source);
  const state = await readCatalogState(engine, job.client_id);
  // An earlier attempt may have changed the live generation without publishing it.
  const isSame = state.multi_variant === now.multi_variant && sameTaxonomy(state.taxonomy, now.taxonomy);
  if (!isSame || !areTypesKnown || job.attempts > 1) return announce(run, now);
  if (state.taxonomy?.lines !== now.taxonomy.lines) await recordTaxonomy(engine, job.client_id, now.taxonomy);
  await publishEdition(run);
}

function sameTypes(before: LeafTypes | undefined, after: LeafTypes | undefined): boolean {
  if (before === undefined || before.size !== after?.size) return false;
  return [...after].every(([leaf, type]) => before.get(leaf) === type);
}
