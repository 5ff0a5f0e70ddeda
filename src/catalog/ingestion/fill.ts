import { type Deletion, bulk } from "../../engine/bulk.js";
import { refresh } from "../../engine/indices.js";
import { countDocuments } from "../../engine/search-documents.js";
import type { DecidedLeaves } from "../leaf-survey.js";
import type { CatalogState } from "../live.js";
import type { Version } from "../product-document.js";
import { announceSeveralVariants } from "./announce.js";
import { type Begun, isDry, isFull } from "./begin.js";
import { carry, missingIn, pages } from "./carry-over.js";
import { caughtUp, countChange, withdraw } from "./changes.js";
import { type Kept, allIdentifiers } from "./compare-live.js";
import type { FeedProducts } from "./feed-products.js";
import { addLeaves, carryLeaves, sealGeneration } from "./generations.js";
import { JobFailure, type JobRun, failWithoutLines, percent } from "./job.js";
import { payloadLines } from "./read-payload.js";
import { type WriteResult, writeProducts } from "./write-products.js";

/** What readers must be told of a catalogue that has been written. */
export type Told = Required<Pick<CatalogState, "multi_variant" | "taxonomy">>;

/** Writes the products of the payload and, into a new generation, what the payload does not say. */
export async function fill(run: JobRun, begun: Begun): Promise<Told> {
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

export function countUnchanged({ report }: JobRun, products: FeedProducts): ReturnType<FeedProducts["unchanged"]> {
  const unchanged = products.unchanged();
  report.products.unchanged += unchanged.products;
  report.variants.unchanged += unchanged.variants;
  return unchanged;
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
