import { bulk, type BulkItem, type Put } from "../../engine/bulk.js";
import { getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import type { Lease } from "../../engine/lease.js";
import { createTimeSlice } from "../../lib/periodic.js";
import { readLearned } from "../learned.js";
import type { FieldTypes } from "../fields.js";
import type { ProductSource } from "../product-document.js";
import type { DocumentRules, ReadVariant } from "../product.js";
import { productText } from "../product-text.js";

interface CarryDeps {
  readonly engine: Engine;
  readonly lease: Lease;
  readonly signal?: AbortSignal | undefined;
}

type Identifiers = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

interface Carry {
  readonly from: string;
  /** The catalogue generation to write: the generation under construction or the live generation. */
  readonly to: string;
  readonly client_id: string;
  readonly types: FieldTypes;
  readonly rules: DocumentRules;
  readonly among: Identifiers;
  /** Whether products that the target already contains are written again. */
  readonly replaces?: boolean;
  /**
   * Transforms a product before it is written; by default, the product is unchanged.
   * @param built if `replaces` is set, the product that the new catalogue generation already contains
   */
  readonly make?: (before: ProductSource, built: ProductSource | undefined) => ProductSource;
  /** Called for each product before it is written. @param active the active variants of `after` */
  readonly onMade?: ((after: ProductSource, active: readonly ReadVariant[]) => Promise<void> | undefined) | undefined;
}

/** Maximum number of products per page. The number is low, because a product can have any size. */
const READ_PAGE = 50;
const MAX_BYTES_AT_ONCE = 4_000_000;

/**
 * Writes products of the live catalogue with their learned signals to a new generation or back to the live generation.
 * @returns the bulk result of each product
 */
export async function* carry(
  { engine, lease, signal }: CarryDeps,
  { from, to, client_id, types, rules, among, replaces = false, make = (before) => before, onMade }: Carry,
): AsyncGenerator<BulkItem, void, undefined> {
  let writes: Put[] = [];
  let length = 0;
  async function* send() {
    await lease.check();
    yield* await bulk(engine, writes, { index: to, onBusy: "retry", signal });
    writes = [];
    length = 0;
  }
  for await (const page of among) {
    for (const ids of pages(page, READ_PAGE)) {
      const [found, known, learned] = await Promise.all([
        getDocuments<ProductSource>(engine, from, ids),
        replaces ? getDocuments<ProductSource>(engine, to, ids) : [],
        readLearned(engine, client_id, ids),
      ]);
      const built = from === to ? found : known;
      const slice = createTimeSlice();
      for (const [at, before] of found.entries()) {
        if (before === undefined) continue;
        const after = make(before.source, built[at]?.source);
        const { text: document, active } = await productText(after, types, rules, learned[at], slice);
        await onMade?.(after, active);
        if (length > 0 && length + document.length > MAX_BYTES_AT_ONCE) yield* send();
        writes.push({ id: before.id, document, precondition: built[at] ?? "absent" });
        length += document.length;
      }
      yield* send();
    }
  }
}

/** Returns the given ids that are missing in the index. */
export async function* missingIn(
  engine: Engine,
  index: string,
  among: Identifiers,
): AsyncGenerator<readonly string[], void, undefined> {
  for await (const ids of among) {
    const there = await getDocuments(engine, index, ids, { includes: [] });
    yield ids.filter((_, at) => there[at] === undefined);
  }
}

export function* pages<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
