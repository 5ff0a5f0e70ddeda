import { createTimeSlice } from "../../lib/time-slice.js";
import { bulk } from "../../engine/bulk.js";
import type { Put } from "../../engine/send-bulk.js";
import { existingDocuments, getDocuments } from "../../engine/documents.js";
import { deleteIndex, refresh } from "../../engine/indices.js";
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
import {
  createGeneration,
  deleteAbandonedGenerations,
  goLive,
  goLiveFirst,
  liveGeneration,
  readCatalogState,
  recordPrevious,
  runOf,
  sealGeneration,
} from "./generations.js";
import { announce, announceSeveralVariants, publishEdition } from "./insert.js";
import { JobFailure, percent, type JobRun } from "./job.js";
import { payloadLines, survey } from "./read-payload.js";
import { failWithoutLines } from "./reject-line.js";
import { writeProducts } from "./write-products.js";

const CARRY_PAGE = 1000;
/** Products are of any size, so that fewer of them are read and written at a time than are looked at. */
const READ_PAGE = 100;

/**
 * Builds a new generation of the catalogue beside the live one and swaps the alias in one step: shoppers see the old
 * catalogue or the new one, and until the swap nothing they see has changed.
 */
export async function softReplace(run: JobRun): Promise<void> {
  const { engine, job, configuration, lease } = run;
  const clientId = job.client_id;
  const live = await liveGeneration(engine, clientId);
  const had = live === undefined ? undefined : await readLeafTypes(engine, live);
  const surveyed = await survey(run, nextTypes(had ?? BASE_LEAF_TYPES, declaredTypes(configuration)), false);
  if (live !== undefined) await observeDamaged(run, live, surveyed.damaged, surveyed.leaves);
  const leaves = surveyed.leaves.decide();

  await lease.check();
  // What a failed insert has written must be seen by scans and counts.
  if (live !== undefined) await refresh(engine, live);
  const generation = { language: configuration.language, clientId, ingestion: job.id, attempt: job.attempts };
  const deleteAbandoned = async () =>
    deleteAbandonedGenerations(engine, clientId, generation, await run.neededGenerations());
  await deleteAbandoned();
  await run.ensureTemplate(configuration.language);
  const index = await createGeneration(engine, generation, leaves.types);
  const built = { live, index, leaves, damaged: surveyed.damaged };
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
}

/** Fills the new generation. @returns whether it has products with several active variants */
async function build(run: JobRun, { live, index, leaves, damaged }: Built): Promise<boolean> {
  const { engine, job, configuration } = run;
  let severalVariants = false;
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
    payloadLines(run, leaves),
  );
  failWithoutLines(run.report);
  run.onProgress("finishing", job.bytes);
  if (live !== undefined) {
    const carried = await carryOver(run, { live, index, leaves, known, untouched: [damaged, refused] });
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
  /** How many products of the live index the payload named. */
  readonly known: number;
  /** Products that stay as they were: lines about them were rejected. */
  readonly untouched: readonly ReadonlySet<string>[];
}

/** Takes over what the payload does not name: as inactive, and as it was where a line about it was rejected. */
async function carryOver(run: JobRun, carry: CarryOver): Promise<{ severalVariants: boolean }> {
  const { engine, signal } = run;
  let severalVariants = false;
  if ((await count(engine, carry.live)) === carry.known) return { severalVariants };
  for await (const hits of scan(engine, carry.live, CARRY_PAGE, { idsOnly: true })) {
    signal.throwIfAborted();
    const ids = hits.map((hit) => hit._id);
    const written = await existingDocuments(engine, carry.index, ids);
    const unwritten = ids.filter((id) => !written.has(id));
    for (const some of pages(unwritten, READ_PAGE))
      severalVariants = (await carryPage(run, carry, some)) || severalVariants;
  }
  return { severalVariants };
}

/** @returns whether one of the products has several active variants */
async function carryPage(run: JobRun, carry: CarryOver, ids: readonly string[]): Promise<boolean> {
  const { engine, job, configuration, report, lease, signal } = run;
  let severalVariants = false;
  const writes: Put[] = [];
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
  const state = await readCatalogState(engine, job.client_id);
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
  const isKnown = state.multi_variant === severalVariants && sameTypes(typesBefore, types) && job.attempts === 1;
  if (isKnown) await publishEdition(run);
  else await announce(run, { multi_variant: severalVariants });
}

function sameTypes(before: LeafTypes | undefined, after: LeafTypes): boolean {
  return before?.size === after.size && [...after].every(([leaf, type]) => before.get(leaf) === type);
}

function* pages<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
