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
import { readLeafTypes, untilAllProcessesSee, type CatalogState } from "../live.js";
import { sameTaxonomy, type TaxonomySurvey } from "../taxonomy.js";
import { carry, missingIn, pages } from "./carry-over.js";
import { caughtUp, countChange, withdraw } from "./changes.js";
import { allIdentifiers, compareWithLive, type Kept } from "./compare-live.js";
import { FeedProducts } from "./feed-products.js";
import {
  addLeaves,
  carryLeaves,
  changeCatalogState,
  cloneGeneration,
  createGeneration,
  deleteAbandonedGenerations,
  generationOf,
  goLive,
  goLiveFirst,
  liveGeneration,
  readCatalogState,
  recordEdition,
  recordSnapshot,
  recordState,
  sealGeneration,
  snapshotOf,
} from "./generations.js";
import { letsLinesPass } from "./ingestion-store.js";
import { failWithoutLines, JobFailure, type JobRun, percent } from "./job.js";
import { checkSource } from "./feed-source.js";
import { payloadLines, survey } from "./read-payload.js";
import { mixRecipes, recipeIn, recipeOf } from "./recipe.js";
import { compareVersions } from "./versions.js";
import { writeProducts, type WriteResult } from "./write-products.js";

/**
 * Merges a payload into a catalogue. An insert writes into the live generation; what its payload does not name stays as it is.
 * A soft_replace, a first feed and a dry run write into a generation beside the live one, so that shoppers see the old catalogue or the
 * new one: it starts as a copy of the live one without what differs where that is little, else empty. A dry run deletes it
 * afterwards, for the others the alias moves in one step. A soft_replace that changes nothing writes nothing.
 * @throws JobFailure when no line is taken
 */
export async function ingest(run: JobRun): Promise<void> {
  const { engine, job } = run;
  const read = await readFeed(run);
  await run.lease.check();
  // Lines are applied one job at a time already.
  const begun = await (isFull(run) ? run.meanwhile.between(() => begin(run, read)) : begin(run, read));
  const { live, index } = begun;
  if (begun.kept?.isEverything === true) return tellOfKept(run, begun, begun.kept);
  let told: Told;
  try {
    told = await fill(run, begun);
  } catch (error) {
    // An index that cannot be deleted now is deleted as abandoned by a later job.
    if (index !== live) await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
  if (index === live) return publishEdition(run);
  if (isDry(run)) return deleteIndex(engine, index);
  // Not to be undone from here on: a swap that seems to have failed may still come.
  await swap(run, begun, told);
  // As with the index of a failed run; this job is done.
  await deleteAbandonedGenerations(engine, job.client_id, runOfJob(run)).catch(() => undefined);
}

const isFull = ({ job }: JobRun): boolean => job.trigger_source.mode === "soft_replace";
const isDry = ({ job }: JobRun): boolean => job.trigger_source.dry_run === true;
const runOfJob = ({ job }: JobRun) => ({ ingestion: job.id, attempt: job.attempts });

/** A payload that has been read once, and the catalogue that it is for. */
interface ReadFeed {
  readonly live: string | undefined;
  /** The snapshot of the live generation. */
  readonly floor: Version | undefined;
  readonly recipe: string;
  /** The leaves before the payload's. */
  readonly known: LeafTypes;
  readonly leaves: DecidedLeaves;
  readonly taxonomy: TaxonomySurvey;
  readonly damaged: ReadonlySet<string>;
  /** Of a full feed whose documents would be made like those of the live generation. */
  readonly products: FeedProducts | undefined;
}

async function readFeed(run: JobRun): Promise<ReadFeed> {
  const { engine, job, configuration, report } = run;
  const { snapshot } = job.trigger_source;
  const live = await liveGeneration(engine, job.client_id);
  // A process may have died while it copied it.
  if (live !== undefined) await allowWrites(engine, live);
  const had = live === undefined ? undefined : await readLeafTypes(engine, live);
  const floor = live === undefined ? undefined : await snapshotOf(engine, live);
  const recipe = await recipeOf(engine, configuration);
  refuseOlder(snapshot, floor);
  if (live !== undefined && letsLinesPass(job) && isOneKind(snapshot, floor)) run.meanwhile.open();
  if (snapshot !== undefined) report.newer = 0;
  const isMapped = had !== undefined && !isFull(run);
  const known = isMapped ? had : nextTypes(had ?? BASE_LEAF_TYPES, declaredTypes(configuration));
  const isAlike =
    live !== undefined && isFull(run) && sameTypes(had, known) && (await recipeIn(engine, live)) === recipe;
  const products = isAlike ? new FeedProducts() : undefined;
  const { leaves, taxonomy, damaged, last } = await survey(run, known, isMapped, products);
  await checkSource(run, live, last);
  if (live !== undefined && isFull(run)) await observeDamaged(run, live, damaged, leaves);
  const decided = leaves.decide();
  report.warnOfPrivate(decided.added, seesLeaf(configuration.fields));
  return { live, floor, recipe, known, leaves: decided, taxonomy, damaged, products };
}

/** @throws JobFailure for a feed that has come late: nothing of it is newer than the catalogue */
function refuseOlder(snapshot: Version | undefined, floor: Version | undefined): void {
  if (snapshot === undefined || floor === undefined || (compareVersions(snapshot, floor) ?? 0) >= 0) return;
  throw new JobFailure(`the snapshot of this feed, ${snapshot}, is older than that of the last one, ${floor}`);
}

/** Where the catalogue's versions become those of another kind, lines of the old one are not known to be older or newer. */
const isOneKind = (snapshot: Version | undefined, floor: Version | undefined): boolean =>
  snapshot === undefined || floor === undefined || compareVersions(snapshot, floor) !== undefined;

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
  for (const ids of pages([...damaged], 100)) {
    for (const found of await getDocuments<ProductSource>(engine, live, ids)) {
      for (const variant of found?.source.source ?? []) leaves.observe(flatten(variant.data).leaves);
    }
  }
}

interface Begun extends ReadFeed {
  /** The index to write to, which may be the live one. */
  readonly index: string;
  /** Of a full feed, how many products the live generation had then. */
  readonly before: number;
  /** The part of the live generation that the new one has from the start; undefined for none. */
  readonly kept?: Kept | undefined;
}

/** Runs without lines in between, so that nothing changes between the comparison and the copy. */
async function begin(run: JobRun, read: ReadFeed): Promise<Begun> {
  const { engine, job, configuration, lease, halt } = run;
  const { live, known, leaves, products, recipe, floor } = read;
  const { snapshot } = job.trigger_source;
  if (live !== undefined && !isFull(run) && !isDry(run)) {
    await extend(run, live, read);
    return { ...read, index: live, before: 0 };
  }
  await deleteAbandonedGenerations(engine, job.client_id, runOfJob(run));
  const generation = { language: configuration.language, clientId: job.client_id, ...runOfJob(run) };
  if (live !== undefined && !isFull(run)) {
    const index = await cloneGeneration(engine, live, generation);
    if (index === undefined)
      throw new JobFailure("the search engine cannot copy the catalogue now, which a dry run needs");
    await addLeaves(engine, index, leaves);
    return { ...read, index, before: 0 };
  }
  // Documents written by a failed insert must be visible to scans and counts.
  if (live !== undefined) await refresh(engine, live);
  const before = live === undefined ? 0 : await countDocuments(engine, live);
  const kept =
    products !== undefined && live !== undefined && sameTypes(known, await readLeafTypes(engine, live))
      ? await compareWithLive(engine, live, known, leaves, products, halt)
      : undefined;
  if (kept !== undefined) await lease.check();
  if (kept?.isEverything === true) {
    if (isDry(run)) return { ...read, index: kept.live, before, kept };
    await run.commit();
    await lease.check();
    if (snapshot !== undefined) await recordSnapshot(engine, kept.live, snapshot);
    return { ...read, index: kept.live, before, kept };
  }
  const copy = kept && (await cloneGeneration(engine, kept.live, generation));
  if (copy === undefined) await run.ensureTemplate(configuration.language);
  const index = copy ?? (await createGeneration(engine, generation, leaves.types, recipe, snapshot ?? floor));
  if (snapshot !== undefined) await recordSnapshot(engine, index, snapshot);
  return { ...read, index, before, kept: copy === undefined ? undefined : kept };
}

/** Makes the live generation ready for the payload's products, and lets searches know of new leaves before the first product has one. */
async function extend(run: JobRun, live: string, { leaves, taxonomy: survey, recipe }: ReadFeed): Promise<void> {
  const { engine, job } = run;
  await mixRecipes(engine, live, recipe);
  await addLeaves(engine, live, leaves);
  // A run that died may have changed the mapping, or gone live, without publishing it.
  const state = await readCatalogState(engine, job.client_id);
  const isUntold = job.attempts > 1 || state.version === 0;
  const taxonomy = state.taxonomy && survey.decide(state.taxonomy);
  const isNew = taxonomy !== undefined && !sameTaxonomy(state.taxonomy, taxonomy);
  if (leaves.added.size > 0 || isUntold || isNew) await announce(run, isNew ? { taxonomy } : {});
  else if (taxonomy !== undefined && taxonomy.lines !== state.taxonomy?.lines) {
    await recordState(engine, job.client_id, { taxonomy });
  }
}

async function tellOfKept(run: JobRun, { leaves, taxonomy: survey }: Begun, { products }: Kept): Promise<void> {
  const { severalVariants } = countUnchanged(run, products);
  if (products.needsAny()) {
    // Only reports values that cannot be filtered on: there is nothing to write.
    const lines = payloadLines(run, leaves, products);
    while ((await lines.next()).done !== true);
  }
  run.onProgress("finishing", run.job.bytes);
  if (isDry(run)) return;
  await run.meanwhile.close();
  await run.lease.check();
  const state = await readCatalogState(run.engine, run.job.client_id);
  // Lines have told readers of what they have changed themselves.
  const isChanged = (await run.meanwhile.touched()).length > 0;
  const taxonomy = (isChanged && state.taxonomy) || survey.decide();
  const now = { multi_variant: severalVariants || (isChanged && state.multi_variant), taxonomy, ...sourceOf(run) };
  const isKnown = state.multi_variant === now.multi_variant && sameTaxonomy(state.taxonomy, taxonomy);
  // An earlier attempt may have changed the live generation without publishing it.
  if (!isKnown || run.job.attempts > 1) await announce(run, now);
  else if (now.source !== undefined || state.taxonomy?.lines !== taxonomy.lines)
    await recordState(run.engine, run.job.client_id, now);
}

function countUnchanged({ report }: JobRun, products: FeedProducts): ReturnType<FeedProducts["unchanged"]> {
  const unchanged = products.unchanged();
  report.products.unchanged += unchanged.products;
  report.variants.unchanged += unchanged.variants;
  return unchanged;
}

/** What readers must be told of a catalogue. */
type Told = Required<Pick<CatalogState, "multi_variant" | "taxonomy">>;

/** Writes the products of the payload and, into a new generation, what the payload does not say. */
async function fill(run: JobRun, begun: Begun): Promise<Told> {
  const { engine, job, configuration, meanwhile } = run;
  const { live, index, leaves, damaged, kept, floor } = begun;
  const isLive = index === live;
  let multi_variant = false;
  let announced: Promise<void> | undefined;
  if (kept !== undefined) {
    await takeOut(run, index, leaves, kept);
    multi_variant = countUnchanged(run, kept.products).severalVariants;
  }
  const written = await writeProducts(
    run,
    {
      index,
      live: isFull(run) ? live : index,
      types: leaves.types,
      client_id: job.client_id,
      rules: configuration,
      unnamed: (id) => (isFull(run) && !damaged.has(id) ? "deactivate" : "keep"),
      stamp: job.created_at,
      order: isFull(run) ? orderOf(run) : { floor, tell: run.tell },
      ...(isLive && { changes: run.changes }),
      beforeSeveralVariants: async () => {
        multi_variant = true;
        if (isLive) await (announced ??= announceSeveralVariants(run));
      },
    },
    payloadLines(run, leaves, kept?.products),
  );
  failWithoutLines(run.report);
  run.onProgress("finishing", job.bytes);
  if (isFull(run) && live !== undefined) {
    multi_variant = (await carryUnnamed(run, { ...begun, live }, written)) || multi_variant;
  }
  let lines = 0;
  if (!isLive && !isDry(run)) {
    const catchUp = async () => {
      const ids = await meanwhile.touched();
      if (live !== undefined && ids.length > 0)
        multi_variant = (await carryChanged(run, { ...begun, live }, ids)) || multi_variant;
      lines += ids.length;
    };
    // Most of what has changed before lines have to wait.
    await catchUp();
    await refresh(engine, index);
    await sealGeneration(engine, index);
    await meanwhile.close();
    await catchUp();
  }
  await refresh(engine, index);
  if (isFull(run) && live !== undefined) {
    await checkCounts(run, { ...begun, live }, lines + (isDry(run) ? (await meanwhile.touched()).length : 0));
  }
  if (!isDry(run)) {
    await run.commit();
    if (!isLive && multi_variant) await announceSeveralVariants(run);
    await run.lease.check();
  }
  return { multi_variant, taxonomy: begun.taxonomy.decide() };
}

/** By what a full feed is merged. */
const orderOf = ({ job, report }: JobRun) => ({
  snapshot: job.trigger_source.snapshot,
  onNewer: (variants: number) => {
    report.newer = (report.newer ?? 0) + variants;
  },
});

/** Identifiers that are sent at once. */
const PAGE = 1_000;

/** Makes a copy of the live generation one that has only what stays. */
async function takeOut(run: JobRun, index: string, leaves: DecidedLeaves, { differing }: Kept): Promise<void> {
  const { engine, lease, signal } = run;
  await lease.check();
  await addLeaves(engine, index, leaves);
  for (const ids of pages(differing, PAGE)) {
    await lease.check();
    const deletions = ids.map((id): Deletion => ({ action: "delete", id }));
    const refused = (await bulk(engine, deletions, { index, onBusy: "retry", signal })).find(
      ({ status }) => status !== "written",
    );
    if (refused !== undefined) throw new Error(`product ${refused.id} cannot be taken out of ${index}`);
  }
}

type Replacing = Begun & { readonly live: string };

/**
 * Carries products from the live generation into the new one.
 * @returns whether one of them has several active variants
 */
async function carryInto(
  run: JobRun,
  { live, index }: Replacing,
  how: Pick<Parameters<typeof carry>[1], "types" | "among" | "make" | "onMade" | "replaces">,
): Promise<boolean> {
  const { job, configuration } = run;
  let severalVariants = false;
  let refused = 0;
  const onMade: typeof how.onMade = (after, active) => {
    run.halt.throwIfAborted();
    severalVariants ||= active.length > 1;
    return how.onMade?.(after, active);
  };
  const from = { from: live, to: index, client_id: job.client_id, rules: configuration };
  for await (const item of carry(run, { ...from, ...how, onMade })) {
    if (item.status !== "refused") continue;
    run.onRefused(item.id, item.reason);
    refused += 1;
  }
  if (refused > 0) throw new JobFailure(`${refused} products could not be carried over`);
  return severalVariants;
}

/** Takes over what the payload does not name: as inactive, and as it was where a line about it was rejected. */
async function carryUnnamed(run: JobRun, begun: Replacing, { known, refused }: WriteResult): Promise<boolean> {
  const { engine, job, report, errors } = run;
  const { live, index, leaves, damaged, kept } = begun;
  if (kept === undefined) {
    // Lines may have added products of the feed and others: only those that are there now tell whether the feed names all.
    await refresh(engine, live);
    if ((await countDocuments(engine, live)) === known) return false;
  }
  const among = kept === undefined ? allIdentifiers(engine, live) : pages(kept.differing, PAGE);
  return carryInto(run, begun, {
    types: leaves.types,
    among: missingIn(engine, index, among),
    make: (was) => {
      const id = was.product_identifier;
      const after = damaged.has(id) || refused.has(id) ? was : withdraw(was, job.created_at, orderOf(run));
      if (was.active) countChange(report, was, after);
      return after;
    },
    onMade: async ({ product_identifier }, active) => {
      // A product that stays as it was may have values that fit no more, when another type is declared.
      for (const lost of active.flatMap(({ raw }) => leaves.lossesOf(raw))) {
        const error = report.lose(lost, 0, product_identifier);
        if (error !== undefined) await errors.add(error);
      }
    },
  });
}

/** Merges products of the new generation with what lines have made of the live ones since. */
async function carryChanged(run: JobRun, begun: Replacing, ids: readonly string[]): Promise<boolean> {
  const snapshot = run.job.trigger_source.snapshot as Version;
  const { types } = await carryLeaves(run.engine, begun.live, begun.index, begun.known);
  return carryInto(run, begun, {
    types,
    among: pages(ids, PAGE),
    replaces: true,
    make: (now, built) => caughtUp(built, now, snapshot),
    onMade: (_, active) => {
      for (const { raw } of active) begun.taxonomy.observe(raw);
    },
  });
}

/**
 * Nothing may be lost on the way, and no more deactivated than the storefront allows.
 * @param lines how many products lines have changed meanwhile: each may be new
 */
async function checkCounts(
  { engine, configuration, report, job }: JobRun,
  { live, before, index }: Replacing,
  lines: number,
): Promise<void> {
  const [after, activeBefore] = await Promise.all([
    countDocuments(engine, index),
    countDocuments(engine, live, { term: { active: true } }),
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

async function swap(run: JobRun, { live, index }: Begun, told: Told): Promise<void> {
  const { engine, job, lease } = run;
  run.changes.addEverything();
  if (live === undefined) await goLiveFirst(engine, job.client_id, index, lease);
  else {
    // A run after one that died past its own swap keeps the generation from before that one to go back to.
    if (generationOf(engine, live)?.ingestion !== job.id) {
      await recordState(engine, job.client_id, { previous: { index: live, replaced_at: new Date().toISOString() } });
    }
    await goLive(engine, job.client_id, live, index);
  }
  await announce(run, { ...told, ...sourceOf(run) });
}

/** The file that a full feed came from, where it was told. */
const sourceOf = (run: JobRun): Pick<CatalogState, "source"> => {
  const { source } = run.job.trigger_source;
  return source !== undefined && isFull(run) ? { source } : {};
};

function sameTypes(before: LeafTypes | undefined, after: LeafTypes | undefined): boolean {
  if (before === undefined || before.size !== after?.size) return false;
  return [...after].every(([leaf, type]) => before.get(leaf) === type);
}

type Telling = Pick<JobRun, "engine" | "job" | "liveCatalogs">;

/** Lets every process know what has changed about the catalogue as a whole before the job goes on. */
export async function announce(run: Telling, change: Parameters<typeof changeCatalogState>[2]): Promise<void> {
  await changeCatalogState(run.engine, run.job.client_id, change);
  run.liveCatalogs.forget(run.job.client_id);
  await untilAllProcessesSee();
}

/** Lets every process know which products the job has changed, if any: none answers any more with what it read before. */
export async function publishEdition(run: Telling & Pick<JobRun, "changes">): Promise<void> {
  const { engine, job, liveCatalogs, changes } = run;
  if (changes.isEmpty) return;
  await recordEdition(engine, job.client_id, changes.tags);
  liveCatalogs.forget(job.client_id);
  await untilAllProcessesSee();
}

/** From the first product with several variants on, searches must count products, not variants. */
async function announceSeveralVariants(run: JobRun): Promise<void> {
  const state = await readCatalogState(run.engine, run.job.client_id);
  if (!state.multi_variant) await announce(run, { multi_variant: true });
}
