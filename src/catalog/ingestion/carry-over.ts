import { bulk, type Put } from "../../engine/bulk.js";
import { existingDocuments, getDocuments } from "../../engine/documents.js";
import { scan } from "../../engine/point-in-time.js";
import { countDocuments } from "../../engine/search-documents.js";
import { createTimeSlice } from "../../lib/time-slice.js";
import type { ProductSource } from "../product-document.js";
import type { DecidedLeaves } from "../leaf-survey.js";
import { readLearned } from "../learned.js";
import { documentOf, readActive, type ReadVariant } from "../product.js";
import { countChange, withdraw } from "./changes.js";
import { JobFailure, type JobRun } from "./job.js";

const SCAN_PAGE = 1_000;
/** Products are of any size, so that fewer of them are read and written at a time than are looked at. */
export const READ_PAGE = 100;

export interface CarryOver {
  readonly live: string;
  readonly index: string;
  readonly leaves: DecidedLeaves;
  /** Identifiers, a page at a time, among which all are that have not been written. */
  readonly among: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
  /** Products that stay as they were: lines about them were rejected. */
  readonly untouched: readonly ReadonlySet<string>[];
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

export function* pages<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
