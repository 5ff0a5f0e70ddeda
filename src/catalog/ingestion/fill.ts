import { type Deletion, bulk } from "../../engine/bulk.js";
import { refresh } from "../../engine/indices.js";
import { countDocuments } from "../../engine/search-documents.js";
import type { DecidedFields } from "../field-scan.js";
import type { CatalogState } from "../live.js";
import type { Version } from "../product-document.js";
import { announceSeveralVariants } from "./announce.js";
import { type Begun, isDry, isFull } from "./begin.js";
import { carry, missingIn, pages } from "./carry-over.js";
import { caughtUp, countChange, withdraw } from "./changes.js";
import { type Kept, allIdentifiers } from "./compare-live.js";
import type { FeedProducts } from "./feed-products.js";
import { addFields, carryFields, sealGeneration } from "./generations.js";
import { JobFailure, type JobRun, failWithoutLines, percent } from "./job.js";
import { payloadLines } from "./read-payload.js";
import { writeProducts } from "./write-products.js";

/** Catalogue state to publish after products have been written. */
export type Reported = Required<Pick<CatalogState, "multi_variant" | "taxonomy">>;

/** Writes the products of the payload. For a new catalogue generation, also carries over the products that the payload omits. */
export async function fill(run: JobRun, begun: Begun): Promise<Reported> {
  const { engine, job, configuration, meanwhile } = run;
  const { live, index, fields, damaged, kept, floor } = begun;
  const isLive = index === live;
  let multi_variant = false;
  let announced: Promise<void> | undefined;
  if (kept !== undefined) {
    await takeOut(run, index, fields, kept);
    multi_variant = countUnchanged(run, kept.products).severalVariants;
  }
  const written = await writeProducts(
    run,
    {
      index,
      live: isFull(run) ? live : index,
      types: fields.types,
      client_id: job.client_id,
      rules: configuration,
      unnamed: (id) => (isFull(run) && !damaged.has(id) ? "deactivate" : "keep"),
      stamp: job.created_at,
      order: isFull(run) ? orderOf(run) : { floor, report: run.tell },
      ...(isLive && { changes: run.changes }),
      beforeSeveralVariants: async () => {
        multi_variant = true;
        if (isLive) await (announced ??= announceSeveralVariants(run));
      },
    },
    payloadLines(run, fields, kept?.products),
  );
  failWithoutLines(run.report);
  run.onProgress("finishing", job.bytes);
  const replacing = live !== undefined && isFull(run) ? { ...begun, live, untouched: written.refused } : undefined;
  if (replacing !== undefined) multi_variant = (await carryUnnamed(run, replacing, written.known)) || multi_variant;
  let lines = 0;
  if (!isLive && !isDry(run)) {
    const catchUp = async () => {
      const ids = await meanwhile.touched();
      if (replacing !== undefined && ids.length > 0)
        multi_variant = (await carryChanged(run, replacing, ids)) || multi_variant;
      lines += ids.length;
    };
    // Merges most updated products before product updates are paused, so that the pause is short.
    await catchUp();
    await refresh(engine, index);
    await sealGeneration(engine, index);
    await meanwhile.close();
    await catchUp();
  }
  await refresh(engine, index);
  if (replacing !== undefined) {
    await checkCounts(run, replacing, lines + (isDry(run) ? (await meanwhile.touched()).length : 0));
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

const orderOf = ({ job, report }: JobRun) => ({
  snapshot: job.trigger_source.snapshot,
  onNewer: (variants: number) => {
    report.newer = (report.newer ?? 0) + variants;
  },
});

const PAGE = 1_000;

/** Removes each product that the feed changes from a copy of the live catalogue generation. */
async function takeOut(run: JobRun, index: string, fields: DecidedFields, { differing }: Kept): Promise<void> {
  const { engine, lease, signal } = run;
  await lease.check();
  await addFields(engine, index, fields);
  for (const ids of pages(differing, PAGE)) {
    await lease.check();
    const deletions = ids.map((id): Deletion => ({ action: "delete", id }));
    const refused = (await bulk(engine, deletions, { index, onBusy: "retry", signal })).find(
      ({ status }) => status !== "written",
    );
    if (refused !== undefined) throw new Error(`failed to delete product ${refused.id} from ${index}`);
  }
}

interface Replacing extends Begun {
  readonly live: string;
  /** Products whose lines were all rejected; they keep their live data. */
  readonly untouched: Set<string>;
}

/** Copies products from the live catalogue generation into the new generation. */
async function carryInto(
  run: JobRun,
  { live, index }: Replacing,
  how: Pick<Parameters<typeof carry>[1], "types" | "among" | "make" | "onMade" | "replaces">,
): Promise<{ readonly severalVariants: boolean; readonly refused: readonly string[] }> {
  const { job, configuration } = run;
  let severalVariants = false;
  const refused: string[] = [];
  const onMade: typeof how.onMade = (after, active) => {
    run.halt.throwIfAborted();
    severalVariants ||= active.length > 1;
    return how.onMade?.(after, active);
  };
  const from = { from: live, to: index, client_id: job.client_id, rules: configuration };
  for await (const item of carry(run, { ...from, ...how, onMade })) {
    if (item.status !== "refused") continue;
    run.onRefused(item.id, item.reason);
    refused.push(item.id);
  }
  return { severalVariants, refused };
}

/**
 * Carries over products missing in the new catalogue generation: as inactive, or unchanged if one of their lines was rejected.
 * @returns `true` if any of these products has several active variants
 */
async function carryUnnamed(run: JobRun, begun: Replacing, known: number): Promise<boolean> {
  const { engine, job, report } = run;
  const { live, index, fields, damaged, untouched, kept } = begun;
  if (kept === undefined) {
    // Uses the current number of products, because product updates may have added products since the scan.
    await refresh(engine, live);
    if ((await countDocuments(engine, live)) === known) return false;
  }
  const among = kept === undefined ? allIdentifiers(engine, live) : pages(kept.differing, PAGE);
  const { severalVariants, refused } = await carryInto(run, begun, {
    types: fields.types,
    among: missingIn(engine, index, among),
    make: (was) => {
      const id = was.product_identifier;
      if (damaged.has(id)) untouched.add(id);
      const after = untouched.has(id) ? was : withdraw(was, job.created_at, orderOf(run));
      if (was.active) countChange(report, was, after);
      return after;
    },
    onMade: async ({ product_identifier }, active) => {
      // The values of an unchanged product may not fit if the configuration now declares another field type.
      for (const lost of active.flatMap(({ raw }) => fields.warningsOf(raw)))
        await report.lose(lost, 0, product_identifier);
    },
  });
  if (refused.length > 0)
    throw new JobFailure(`${refused.length} products could not be copied into the new generation of the catalogue`);
  return severalVariants;
}

/**
 * Merges live products into the new catalogue generation if they were updated during its build. If the engine rejects a merged product, the
 * error is reported and the product keeps its data from the feed.
 * @returns `true` if any of these products has several active variants
 */
async function carryChanged(run: JobRun, begun: Replacing, ids: readonly string[]): Promise<boolean> {
  const { engine, job, report } = run;
  const { live, index, damaged, untouched } = begun;
  const snapshot = job.trigger_source.snapshot as Version;
  const { types } = await carryFields(engine, live, index, begun.known);
  const { severalVariants, refused } = await carryInto(run, begun, {
    types,
    among: pages(ids, PAGE),
    replaces: true,
    make: (now, built) => {
      const id = now.product_identifier;
      const isUntouched = untouched.has(id) || (built === undefined && damaged.has(id));
      return isUntouched ? now : caughtUp(built, now, snapshot);
    },
    onMade: (_, active) => {
      for (const { raw } of active) begun.taxonomy.observe(raw);
    },
  });
  for (const product_identifier of refused) {
    const reason = "OpenSearch rejected the product with an update that was received during the ingestion";
    await report.reject({ line: 0, product_identifier, reason });
  }
  return severalVariants;
}

/**
 * Checks that no product was lost and that the share of deactivated products is within the storefront's limit.
 * @param lines number of products changed by updates during the build; any of these products may be new
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
    throw new JobFailure(`expected ${expected} products in the new generation of the catalogue, got ${after}`);
  const requested = job.trigger_source.max_removed_share;
  const allowed = requested ?? configuration.ingestion.max_deactivated_share;
  const share = activeBefore === 0 ? 0 : report.products.deactivated / activeBefore;
  if (allowed !== null && share > allowed) {
    throw new JobFailure(
      `would deactivate ${report.products.deactivated} of ${activeBefore} active products (${percent(share)}); ${requested === undefined ? "the storefront" : "the request"} allows ${percent(allowed)}`,
    );
  }
}
