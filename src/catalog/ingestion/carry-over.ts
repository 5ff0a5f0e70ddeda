import { bulk, type Put } from "../../engine/bulk.js";
import { existingDocuments, getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import type { Lease } from "../../engine/lease.js";
import { createTimeSlice } from "../../lib/periodic.js";
import { readLearned } from "../learned.js";
import type { LeafTypes } from "../leaves.js";
import type { ProductSource } from "../product-document.js";
import { documentOf, type DocumentRules, readActive, type ReadVariant } from "../product.js";

interface CarryDeps {
  readonly engine: Engine;
  readonly lease: Lease;
  /** Aborts calls that are under way. */
  readonly signal?: AbortSignal | undefined;
}

interface Carry {
  /** The live generation. */
  readonly from: string;
  /** The one that is built. */
  readonly to: string;
  readonly client_id: string;
  readonly types: LeafTypes;
  readonly rules: DocumentRules;
  /** Whether products that are there already are made anew; else none of these is. */
  readonly replaces?: boolean;
  /** The product as it is to be. @param built what is there already, where that is replaced */
  readonly make: (before: ProductSource, built: ProductSource | undefined) => ProductSource;
  readonly onCarried: (after: ProductSource, active: readonly ReadVariant[]) => Promise<void> | void;
}

/** Products are of any size. */
const READ_PAGE = 100;

/**
 * Makes products of the live generation anew in the one that is built.
 * @param among their identifiers, a page at a time
 * @returns those that the engine does not take, and why
 */
export async function carry(
  { engine, lease, signal }: CarryDeps,
  { from, to, client_id, types, rules, replaces = false, make, onCarried }: Carry,
  among: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  for await (const page of among) {
    for (const ids of pages(page, READ_PAGE)) {
      const [found, built, learned] = await Promise.all([
        getDocuments<ProductSource>(engine, from, ids),
        replaces ? getDocuments<ProductSource>(engine, to, ids) : [],
        readLearned(engine, client_id, ids),
      ]);
      const writes: Put[] = [];
      const slice = createTimeSlice();
      for (const [at, before] of found.entries()) {
        if (before === undefined) continue;
        const after = make(before.source, built[at]?.source);
        const active = readActive(after, types);
        await onCarried(after, active);
        if (slice.isOver()) await slice.next();
        const document = JSON.stringify(documentOf(after, active, rules, learned[at]));
        writes.push({ id: before.id, document, precondition: replaces ? "none" : "absent" });
      }
      await lease.check();
      for (const item of await bulk(engine, writes, { index: to, onBusy: "retry", signal })) {
        if (item.status === "refused") refused.set(item.id, item.reason);
      }
    }
  }
  return refused;
}

/** Those of the identifiers that an index does not have. */
export async function* missingIn(
  engine: Engine,
  index: string,
  among: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
): AsyncGenerator<readonly string[], void, undefined> {
  for await (const ids of among) {
    const there = await existingDocuments(engine, index, ids);
    yield ids.filter((id) => !there.has(id));
  }
}

export function* pages<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
