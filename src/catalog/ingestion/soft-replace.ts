import { createTimeSlice } from "../../time-slice.js";
import { bulk, type BulkWrite } from "../../engine/bulk.js";
import { existingDocuments, getDocuments } from "../../engine/documents.js";
import { allowWrites, deleteIndex, putMapping, refresh } from "../../engine/indices.js";
import { scan } from "../../engine/scan.js";
import { count } from "../../engine/search.js";
import type { ProductSource } from "../document.js";
import { flatten } from "../flatten.js";
import type { DecidedLeaves, LeafSurvey } from "../leaf-survey.js";
import { BASE_LEAF_TYPES, declaredTypes, nextTypes } from "../leaf-types.js";
import type { LeafTypes } from "../leaves.js";
import { readLeafTypes } from "../live.js";
import { readLearned } from "../learned.js";
import { documentOf, readActive, type ReadVariant } from "../product.js";
import { countChange, withdraw } from "./changes.js";
import { differingProducts } from "./compare-live.js";
import { FeedProducts } from "./feed-products.js";
import {
  cloneGeneration,
  createGeneration,
  deleteAbandonedGenerations,
  goLive,
  goLiveFirst,
  leafMapping,
  liveGeneration,
  readCatalogState,
  recordPrevious,
  runOf,
  sealGeneration,
} from "./generations.js";
import { announce, announceSeveralVariants, publishEdition } from "./insert.js";
import { JobFailure, percent, type JobRun } from "./job.js";
import { payloadLines, survey } from "./read-payload.js";
import { recipeIn, recipeOf } from "./recipe.js";
import { failWithoutLines } from "./reject-line.js";
import { writeProducts } from "./write-products.js";

const CARRY_PAGE = 1000;
/** Products are of any size, so that fewer of them are read and written at a time than are looked at. */
const READ_PAGE = 100;

/**
 * Builds a new generation of the catalogue beside the live one and swaps the alias in one step: shoppers see the old
 * catalogue or the new one, and until the swap nothing they see has changed. Where little differs the new generation starts as a
 * copy of the live one without what differs; where nothing does there is none.
 */
export async function softReplace(run: JobRun): Promise<void> {
  const { engine, job, configuration, lease } = run;
  const clientId = job.client_id;
  await run.ensureTemplate(configuration.language);
  const recipe = await recipeOf(engine, configuration);
  const live = await liveGeneration(engine, clientId);
  // A process may have died while it copied it.
  if (live !== undefined) await allowWrites(engine, live);
  const had = live === undefined ? undefined : await readLeafTypes(engine, live);
  const known = nextTypes(had ?? BASE_LEAF_TYPES, declaredTypes(configuration));
  const isAlike = live !== undefined && sameTypes(had, known) && (await recipeIn(engine, live)) === recipe;
  const products = isAlike ? new FeedProducts() : undefined;
  const surveyed = await survey(run, known, false, products);
  if (live !== undefined) await observeDamaged(run, live, surveyed.damaged, surveyed.leaves);
  const leaves = surveyed.leaves.decide();

  await lease.check();
  // What a failed insert has written must be seen by scans and counts.
  if (live !== undefined) await refresh(engine, live);
  const generation = { language: configuration.language, clientId, ingestion: job.id, attempt: job.attempts };
  const deleteAbandoned = async () =>
    deleteAbandonedGenerations(engine, clientId, generation, await run.neededGenerations());
  await deleteAbandoned();
  const kept = products && (await compareWithLive(run, live as string, known, leaves, products));
  if (kept?.isEverything === true) return keepLive(run, leaves, kept);
  const copy = kept && (await cloneGeneration(engine, kept.live, generation));
  const index = copy ?? (await createGeneration(engine, generation, leaves.types, recipe));
  const built = { live, index, leaves, damaged: surveyed.damaged, ...(copy !== undefined && { kept }) };
  let severalVariants: boolean;
  try {
    severalVariants = await build(run, built);
  } catch (error) {
    // What cannot be deleted now is deleted as abandoned by a later job.
    await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
  // Not to be undone from here on: a swap that seems to have failed may still come.
  await swap(run, built, severalVariants);
  // As with the index of a failed run; this job is done.
  await deleteAbandoned().catch(() => undefined);
}

interface Built {
  readonly live: string | undefined;
  readonly index: string;
  readonly leaves: DecidedLeaves;
  readonly damaged: ReadonlySet<string>;
  /** What of the live generation is in the new one from the start; undefined for nothing. */
  readonly kept?: Kept | undefined;
}

/** What a feed leaves of the live generation, which has documents as they would be made now. */
interface Kept {
  readonly live: string;
  /** Those of the feed, compared. */
  readonly products: FeedProducts;
  /** Live products that do not stay as they are. */
  readonly differing: readonly string[];
  /** Nothing differs, and nothing is new. */
  readonly isEverything: boolean;
}

/** @returns undefined when so little stays that a new generation is built from nothing */
async function compareWithLive(
  { engine, signal }: JobRun,
  live: string,
  had: LeafTypes,
  leaves: DecidedLeaves,
  products: FeedProducts,
): Promise<Kept | undefined> {
  // A leaf that gives way would stay in a copy.
  if ([...had.keys()].some((leaf) => !leaves.types.has(leaf))) return undefined;
  const isLeafAdded = leaves.added.size > 0;
  const differing = await differingProducts(engine, { live, products, isLeafAdded, signal });
  if (differing === undefined) return undefined;
  return { live, products, differing, isEverything: differing.length === 0 && !isLeafAdded && !products.hasNew() };
}

/** Ends a job whose feed says what the live catalogue says: that stays, and no generation is made. */
async function keepLive(run: JobRun, leaves: DecidedLeaves, { products }: Kept): Promise<void> {
  const { severalVariants } = countUnchanged(run, products);
  if (products.needsAny()) {
    // Only to tell which values cannot be filtered on: there is nothing to write.
    const lines = payloadLines(run, leaves, products);
    while ((await lines.next()).done !== true);
  }
  run.onProgress("finishing", run.job.bytes);
  await run.lease.check();
  await tellReaders(run, severalVariants, true);
}

function countUnchanged({ report }: JobRun, products: FeedProducts): ReturnType<FeedProducts["unchanged"]> {
  const unchanged = products.unchanged();
  report.products.unchanged += unchanged.products;
  report.variants.unchanged += unchanged.variants;
  return unchanged;
}

const DELETED_AT_ONCE = 1_000;

/** Makes a copy of the live generation one that holds only what stays. */
async function takeOut(run: JobRun, index: string, { types, added }: DecidedLeaves, kept: Kept): Promise<void> {
  const { engine, lease, signal } = run;
  await lease.check();
  if (added.size > 0)
    await putMapping(engine, index, leafMapping(new Map([...types].filter(([leaf]) => added.has(leaf)))));
  for (const ids of pages(kept.differing, DELETED_AT_ONCE)) {
    await lease.check();
    await bulk(
      engine,
      index,
      ids.map((id) => ({ id, deletes: true })),
      signal,
    );
  }
}

/** Fills the new generation. @returns whether it has products with several active variants */
async function build(run: JobRun, { live, index, leaves, damaged, kept }: Built): Promise<boolean> {
  const { engine, job, configuration } = run;
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
    const unnamed = kept === undefined ? unnamedProducts(run, live, known) : pages(kept.differing, CARRY_PAGE);
    const carried = await carryOver(run, { live, index, leaves, unnamed, untouched: [damaged, refused] });
    severalVariants ||= carried.severalVariants;
  }
  await refresh(engine, index);
  if (live !== undefined) await checkCounts(run, live, index);
  await sealGeneration(engine, index);
  if (severalVariants) await announceSeveralVariants(run);
  await run.lease.check();
  return severalVariants;
}

/** What is kept of damaged products must stay filterable, so its leaves are not to give way to others. */
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

interface CarryOver {
  readonly live: string;
  readonly index: string;
  readonly leaves: DecidedLeaves;
  /** Identifiers among which all are that have not been written. */
  readonly unnamed: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** Products that stay as they were: lines about them were rejected. */
  readonly untouched: readonly ReadonlySet<string>[];
}

/** Takes over what the payload does not name: as inactive, and as it was where a line about it was rejected. */
async function carryOver(run: JobRun, carry: CarryOver): Promise<{ severalVariants: boolean }> {
  const { engine, signal } = run;
  let severalVariants = false;
  for await (const ids of carry.unnamed) {
    signal.throwIfAborted();
    const written = await existingDocuments(engine, carry.index, ids);
    const unwritten = ids.filter((id) => !written.has(id));
    for (const some of pages(unwritten, READ_PAGE))
      severalVariants = (await carryPage(run, carry, some)) || severalVariants;
  }
  return { severalVariants };
}

/** All of the live index where the payload names not all of them. @param known how many it has named */
async function* unnamedProducts({ engine }: JobRun, live: string, known: number): AsyncGenerator<string[], void> {
  if ((await count(engine, live)) === known) return;
  for await (const hits of scan(engine, live, CARRY_PAGE, { idsOnly: true })) yield hits.map((hit) => hit._id);
}

/** @returns whether one of the products has several active variants */
async function carryPage(run: JobRun, carry: CarryOver, ids: readonly string[]): Promise<boolean> {
  const { engine, job, configuration, report, lease, signal } = run;
  let severalVariants = false;
  const writes: BulkWrite[] = [];
  const slice = createTimeSlice();
  const learned = await readLearned(engine, job.client_id, ids);
  for (const [position, found] of (await getDocuments<ProductSource>(engine, carry.live, ids)).entries()) {
    if (found === undefined) continue;
    const { id, source: before } = found;
    const after = carry.untouched.some((ids) => ids.has(id)) ? before : withdraw(before, job.created_at);
    if (before.active) countChange(report, before, after);
    if (slice.isOver()) await slice.next();
    const read = readActive(after, carry.leaves.types);
    await reportKeptLosses(run, id, read, carry.leaves);
    const document = documentOf(after, read, configuration, learned[position]);
    severalVariants ||= document.variants.length > 1;
    writes.push({ id, document: JSON.stringify(document), precondition: "absent" });
  }
  await lease.check();
  const refused = (await bulk(engine, carry.index, writes, signal)).filter((outcome) => outcome.status === "refused");
  for (const { id, reason } of refused) run.onRefused(id, reason);
  if (refused.length > 0) throw new JobFailure(`${refused.length} products could not be carried over`);
  return severalVariants;
}

/** A product that stays as it was may have values that fit no more, when another type is declared. */
async function reportKeptLosses(
  { report, errors }: JobRun,
  product: string,
  variants: readonly ReadVariant[],
  leaves: DecidedLeaves,
): Promise<void> {
  for (const { raw } of variants) {
    for (const lost of leaves.lossesOf(raw)) {
      const error = report.lose(lost, 0, product);
      if (error !== undefined) await errors.add(error);
    }
  }
}

/** Nothing may be lost on the way, and no more deactivated than the storefront allows. */
async function checkCounts({ engine, configuration, report }: JobRun, live: string, index: string): Promise<void> {
  const [before, after, activeBefore] = await Promise.all([
    count(engine, live),
    count(engine, index),
    count(engine, live, { term: { active: true } }),
  ]);
  const expected = before + report.products.created;
  if (after !== expected)
    throw new JobFailure(`the new generation holds ${after} products where ${expected} were expected`);
  const allowed = configuration.ingestion.max_deactivated_share;
  const share = activeBefore === 0 ? 0 : report.products.deactivated / activeBefore;
  if (allowed !== null && share > allowed) {
    throw new JobFailure(
      `would deactivate ${report.products.deactivated} of ${activeBefore} active products (${percent(share)}); the storefront allows ${percent(allowed)}`,
    );
  }
}

async function swap(run: JobRun, { live, index, leaves: { types } }: Built, severalVariants: boolean): Promise<void> {
  const { engine, job, lease } = run;
  const typesBefore = live === undefined ? undefined : await readLeafTypes(engine, live);
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
  await tellReaders(run, severalVariants, sameTypes(typesBefore, types));
}

/** Lets every process know what is live now, and what the job has changed, as far as it is not known. */
async function tellReaders(run: JobRun, severalVariants: boolean, areTypesKnown: boolean): Promise<void> {
  const { engine, job } = run;
  const state = await readCatalogState(engine, job.client_id);
  // An earlier attempt may have changed what is live, and told nobody.
  const isKnown = state.multi_variant === severalVariants && areTypesKnown && job.attempts === 1;
  if (isKnown) await publishEdition(run);
  else await announce(run, { multi_variant: severalVariants });
}

function sameTypes(before: LeafTypes | undefined, after: LeafTypes): boolean {
  return before?.size === after.size && [...after].every(([leaf, type]) => before.get(leaf) === type);
}

function* pages<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
