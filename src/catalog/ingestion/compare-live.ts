import type { Engine } from "../../engine/engine.js";
import { documentCounts } from "../../engine/indices.js";
import { scan } from "../../engine/point-in-time.js";
import { countDocuments } from "../../engine/search-documents.js";
import { productDigest } from "../digest.js";
import type { DecidedLeaves } from "../leaf-survey.js";
import type { LeafTypes } from "../leaves.js";
import type { FeedProducts } from "./feed-products.js";
import { bulk, type Put } from "../../engine/bulk.js";
import { existingDocuments, getDocuments } from "../../engine/documents.js";
import { createTimeSlice } from "../../lib/periodic.js";
import type { ProductSource } from "../product-document.js";
import { readLearned } from "../learned.js";
import { documentOf, readActive, type ReadVariant } from "../product.js";
import { countChange, withdraw } from "./changes.js";
import { JobFailure, type JobRun } from "./job.js";
import type { VersionOrder } from "./versions.js";

/** Two doc values a product. */
const PAGE = 5_000;

/** A generation with a larger share of deleted documents is built anew: searches pay for them until they are merged away. */
const MAX_DELETED_SHARE = 1 / 5;

const SELLS_NOTHING = productDigest([]);

/** A feed that has been read once. */
interface Compared {
  /** The leaves of the live generation. */
  readonly had: LeafTypes;
  /** The leaves of the feed. */
  readonly leaves: DecidedLeaves;
  readonly products: FeedProducts;
  readonly signal: AbortSignal;
}

/** The part of the live generation that a feed leaves unchanged. */
export interface Kept {
  readonly live: string;
  /** Those of the feed, compared. */
  readonly products: FeedProducts;
  /** Live products that do not stay as they are. */
  readonly differing: readonly string[];
  /** Nothing differs, and nothing is new. */
  readonly isEverything: boolean;
}

/**
 * Compares a feed that is the complete catalogue with the live one, whose documents are as they would be made now.
 * @param live its generation, refreshed
 * @returns undefined when so little stays that a new generation is built from nothing
 */
export async function compareWithLive(
  engine: Engine,
  live: string,
  { had, leaves, products, signal }: Compared,
): Promise<Kept | undefined> {
  // A leaf that gives way would stay in a copy.
  if ([...had.keys()].some((leaf) => !leaves.types.has(leaf))) return undefined;
  const isLeafAdded = leaves.added.size > 0;
  const differing = await differingProducts(engine, live, products, isLeafAdded, signal);
  if (differing === undefined) return undefined;
  return { live, products, differing, isEverything: differing.length === 0 && !isLeafAdded && !products.hasNew() };
}

/**
 * By digests: no source is read.
 * @returns the live products that differ, or that no line names although they are sold; undefined when there are so many that
 *   too much of a copy would be deleted documents
 */
async function differingProducts(
  engine: Engine,
  live: string,
  products: FeedProducts,
  isLeafAdded: boolean,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  if (products.isTooLarge) return undefined;
  const [total, documents] = await Promise.all([countDocuments(engine, live), documentCounts(engine, live)]);
  const most = mostDiffering(total, documents);
  const differing: string[] = [];
  for await (const hits of scan(engine, live, PAGE, { fields: ["product_identifier", "digest"] })) {
    signal.throwIfAborted();
    for (const { fields } of hits) {
      const id = fields?.["product_identifier"]?.[0] as string;
      const digest = fields?.["digest"]?.[0] as string | undefined;
      const difference = products.compare(id, digest, isLeafAdded);
      if (difference === "differs" || (difference === "unnamed" && digest !== SELLS_NOTHING)) differing.push(id);
    }
    if (differing.length > most) return undefined;
  }
  return differing;
}

/** So many products may be written anew. @param documents in the engine's own count, as many for each product */
export function mostDiffering(total: number, { live, deleted }: { live: number; deleted: number }): number {
  const room = MAX_DELETED_SHARE * (live + deleted) - deleted;
  return live === 0 ? 0 : Math.max(0, Math.floor((room / live) * total));
}

const SCAN_PAGE = 1_000;
/** Products are of any size, so that fewer of them are read and written at a time than are looked at. */
export const READ_PAGE = 100;

interface CarryOver {
  readonly live: string;
  readonly index: string;
  readonly leaves: DecidedLeaves;
  /** Identifiers, a page at a time, among which all are that have not been written. */
  readonly among: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** Products that stay as they were: lines about them were rejected. */
  readonly untouched: readonly ReadonlySet<string>[];
  readonly order: VersionOrder;
}

/** Takes over what the payload does not name: as inactive, and as it was where a line about it was rejected. */
export async function carryOver(run: JobRun, carry: CarryOver): Promise<{ severalVariants: boolean }> {
  const { engine, halt } = run;
  let severalVariants = false;
  for await (const ids of carry.among) {
    halt.throwIfAborted();
    const written = await existingDocuments(engine, carry.index, ids);
    const unwritten = ids.filter((id) => !written.has(id));
    for (const some of pages(unwritten, READ_PAGE))
      severalVariants = (await carryPage(run, carry, some)) || severalVariants;
  }
  return { severalVariants };
}

/** All of the live index where the payload names not all of them. @param known how many it has named */
export async function* allProducts({ engine }: JobRun, live: string, known: number): AsyncGenerator<string[], void> {
  if ((await countDocuments(engine, live)) === known) return;
  for await (const hits of scan(engine, live, SCAN_PAGE, { idsOnly: true })) yield hits.map((hit) => hit._id);
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
    const after = carry.untouched.some((ids) => ids.has(id)) ? before : withdraw(before, job.created_at, carry.order);
    if (before.active) countChange(report, before, after);
    if (slice.isOver()) await slice.next();
    const read = readActive(after, carry.leaves.types);
    await reportKeptLosses(run, id, read, carry.leaves);
    const document = documentOf(after, read, configuration, learned[position]);
    severalVariants ||= document.variants.length > 1;
    writes.push({ id, document: JSON.stringify(document), precondition: "absent" });
  }
  await lease.check();
  const items = await bulk(engine, writes, { index: carry.index, onBusy: "retry", signal });
  const refused = items.filter((item) => item.status === "refused");
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

export function* pages<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
