import { bulk, type BulkWrite } from "../../engine/bulk.js";
import { existingDocuments, getDocuments } from "../../engine/documents.js";
import { deleteIndex, refresh } from "../../engine/indices.js";
import { scan } from "../../engine/scan.js";
import { count } from "../../engine/search.js";
import type { ProductSource } from "../document.js";
import { flatten } from "../flatten.js";
import { BASE_LEAF_TYPES, type LeafTypeSurvey } from "../leaf-types.js";
import type { LeafTypes } from "../leaves.js";
import { readLeafTypes } from "../live.js";
import { buildDocument } from "../product.js";
import { countChange, withdraw } from "./changes.js";
import {
  changeCatalogState,
  createGeneration,
  deleteAbandonedGenerations,
  goLive,
  ingestionOf,
  liveGeneration,
  readCatalogState,
  sealGeneration,
} from "./generations.js";
import { announce, announceSeveralVariants } from "./insert.js";
import { JobFailure, percent, type JobRun } from "./job.js";
import { payloadLines, survey } from "./read-payload.js";
import { writeProducts } from "./write-products.js";

const CARRY_PAGE = 500;

/**
 * Builds a new generation of the catalogue beside the live one and swaps the alias in one step: shoppers see the old
 * catalogue or the new one, and until the swap nothing they see has changed.
 */
export async function softReplace(run: JobRun): Promise<void> {
  const { engine, job, configuration, report, lease } = run;
  const clientId = job.client_id;
  const live = await liveGeneration(engine, clientId);
  const surveyed = await survey(run, BASE_LEAF_TYPES);
  if (report.lines.received === report.lines.rejected) throw new JobFailure("no line of the payload is a product");
  if (live !== undefined) await observeDamaged(run, live, surveyed.damaged, surveyed.types);
  const types = surveyed.types.types;

  await lease.check();
  await deleteAbandonedGenerations(engine, clientId);
  await run.ensureTemplate(configuration.language);
  const generation = { language: configuration.language, clientId, ingestion: job.id, attempt: job.attempts };
  const index = await createGeneration(engine, generation, types);
  try {
    let severalVariants = false;
    const { known, refused } = await writeProducts(
      run,
      {
        index,
        live,
        types,
        unnamed: (id) => (surveyed.damaged.has(id) ? "keep" : "deactivate"),
        stamp: job.created_at,
        beforeSeveralVariants: () => {
          severalVariants = true;
          return Promise.resolve();
        },
      },
      payloadLines(run),
    );
    run.onProgress("finishing", job.bytes);
    if (live !== undefined) {
      const carried = await carryOver(run, { live, index, types, known, untouched: [surveyed.damaged, refused] });
      severalVariants ||= carried.severalVariants;
      await checkCounts(run, live, index);
    } else {
      await refresh(engine, index);
    }
    await sealGeneration(engine, index);
    if (severalVariants) await announceSeveralVariants(run);
    await lease.check();
    await swap(run, live, index, types, severalVariants);
  } catch (error) {
    if ((await liveGeneration(engine, clientId)) !== index) await deleteIndex(engine, index);
    throw error;
  }
}

/** What is kept of damaged products must stay filterable, so its leaves are part of the new catalogue's. */
async function observeDamaged(
  { engine }: JobRun,
  live: string,
  damaged: ReadonlySet<string>,
  types: LeafTypeSurvey,
): Promise<void> {
  for (const ids of pages([...damaged], CARRY_PAGE)) {
    for (const found of await getDocuments<ProductSource>(engine, live, ids)) {
      for (const variant of found?.source.source ?? []) types.observe(flatten(variant.data).leaves);
    }
  }
}

interface CarryOver {
  readonly live: string;
  readonly index: string;
  readonly types: LeafTypes;
  /** How many products of the live index the payload named. */
  readonly known: number;
  /** Products that stay as they were: lines about them were rejected. */
  readonly untouched: readonly ReadonlySet<string>[];
}

/** Takes over what the payload does not name: as inactive, and as it was where a line about it was rejected. */
async function carryOver(run: JobRun, carry: CarryOver): Promise<{ severalVariants: boolean }> {
  const { engine, job, report, lease, signal } = run;
  const { live, index, types } = carry;
  let severalVariants = false;
  if ((await count(engine, live)) > carry.known) {
    for await (const hits of scan<ProductSource>(engine, live, CARRY_PAGE)) {
      signal.throwIfAborted();
      const written = await existingDocuments(
        engine,
        index,
        hits.map((hit) => hit._id),
      );
      const writes: BulkWrite[] = [];
      for (const { _id: id, _source: before } of hits) {
        if (written.has(id)) continue;
        const after = carry.untouched.some((ids) => ids.has(id)) ? before : withdraw(before, job.created_at);
        if (before.active) countChange(report, before, after);
        const document = buildDocument(after, types, report.lose);
        severalVariants ||= document.variants.length > 1;
        writes.push({ id, document: JSON.stringify(document), precondition: "absent" });
      }
      if (writes.length === 0) continue;
      await lease.check();
      const refused = (await bulk(engine, index, writes, signal)).filter((outcome) => outcome.status === "refused");
      if (refused.length > 0) throw new JobFailure(`${refused.length} products could not be carried over`);
    }
  }
  await refresh(engine, index);
  return { severalVariants };
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

async function swap(
  run: JobRun,
  live: string | undefined,
  index: string,
  types: LeafTypes,
  severalVariants: boolean,
): Promise<void> {
  const { engine, job } = run;
  const typesBefore = live === undefined ? undefined : await readLeafTypes(engine, live);
  const state = await readCatalogState(engine, job.client_id);
  await goLive(engine, job.client_id, live, index);
  // A job that runs again after its own swap keeps the generation from before its first run to go back to.
  const isRerun = live !== undefined && ingestionOf(engine, live) === job.id;
  const previous =
    live === undefined || isRerun ? state.previous : { index: live, replaced_at: new Date().toISOString() };
  const change = { previous, multi_variant: severalVariants };
  if (state.multi_variant === severalVariants && sameTypes(typesBefore, types)) {
    await changeCatalogState(engine, job.client_id, change);
    run.liveCatalogs.forget(job.client_id);
  } else {
    await announce(run, change);
  }
}

function sameTypes(before: LeafTypes | undefined, after: LeafTypes): boolean {
  return before?.size === after.size && [...after].every(([leaf, type]) => before.get(leaf) === type);
}

function* pages<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
