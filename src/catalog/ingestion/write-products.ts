import { bulk, type Put } from "../../engine/bulk.js";
import { getDocuments, type Version } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { createTimeSlice } from "../../lib/periodic.js";
import type { ProductSource, SourceVariant } from "../product-document.js";
import { readLearned, type Learned } from "../learned.js";
import type { FieldTypes, FieldValues } from "../fields.js";
import type { DocumentRules } from "../product.js";
import { type ChangedProducts, JobFailure } from "./job.js";
import type { ParsedFeedLine } from "./read-payload.js";
import { productText } from "../product-text.js";
import { type AcceptedLine, applyLines, countChange } from "./changes.js";
import type { Lease } from "../../engine/lease.js";
import type { LineError, Report } from "./ingestion-report.js";
import type { VersionOrder } from "./versions.js";

/** Target index of a write, and the products that the written products are merged with. */
interface Target {
  readonly index: string;
  /** Index with the products before the job: the target itself for an insert, undefined if the client has no catalogue yet. */
  readonly live: string | undefined;
  readonly types: FieldTypes;
  readonly client_id: string;
  readonly rules: DocumentRules;
  /** Returns the treatment of a product's active variants that have no line in the payload. */
  unnamed(productIdentifier: string): "keep" | "deactivate";
  /** Creation time of the job, ISO 8601. */
  readonly stamp: string;
  /** If set, lines are applied in the order of their versions instead of the payload order. */
  readonly order?: VersionOrder;
  /** Records changed products, so that readers can be notified; undefined if the written index is not live. */
  readonly changes?: ChangedProducts;
  /** Called before the first product with several active variants is written. */
  beforeSeveralVariants(): Promise<void>;
}

interface WriteDeps {
  readonly engine: Engine;
  readonly lease: Lease;
  readonly report: Report;
  readonly signal: AbortSignal;
  onRefused(productIdentifier: string, reason: string): void;
  readonly touched?: Set<string> | undefined;
}

/**
 * Maximum total size of the documents in one read or write request, in bytes, because all documents of a read are parsed at once. A product
 * with many variants is much larger than one feed line.
 */
const MAX_BYTES_AT_ONCE = 1_000_000;
/** Maximum number of active variants per product: the limit of nested objects in the index template. */
const MAX_ACTIVE_VARIANTS = 10_000;
/** Maximum length of a product document in characters, so that the engine accepts the document over HTTP. */
const MAX_DOCUMENT_LENGTH = 20_000_000;
/** Maximum number of rejected products, which limits the memory for their ids. A job with more rejected products fails. */
export const MAX_REFUSED_PRODUCTS = 500_000;
/** Maximum number of merge rounds before the job fails. If products still change, another process is writing them without the lease. */
const MAX_ROUNDS = 5;

/** Totals of a payload, updated by each batch. */
export interface WriteResult {
  /** Number of distinct products in the payload that already existed in the live index. */
  known: number;
  /** Ids of products that could not be written. The live versions of these products are unchanged. */
  readonly refused: Set<string>;
  /** Running average of the length of product documents in characters. */
  documentLength: number;
}

interface Pending {
  readonly id: string;
  readonly lines: readonly AcceptedLine[];
  /** The live product when the batch started. */
  readonly live: ProductSource | undefined;
  /** The product to which the lines are applied: the live one, or the result of an earlier batch of this job. */
  readonly base: ProductSource | undefined;
  /** Version of the target document, used as the precondition of the write; undefined if there is no document. */
  readonly version: Version | undefined;
  readonly unnamed: "keep" | "deactivate";
  readonly learned: Learned | undefined;
}

interface Merged {
  readonly item: Pending;
  readonly after: ProductSource;
  /** Errors for updates of missing products or variants. They are reported after the product has been written. */
  readonly rejected: readonly LineError[];
}

/** Number of concurrent batches: the engine processes two bulk requests while a third is being prepared. */
const BULKS_IN_FLIGHT = 3;

/** Merges a payload's lines into products and writes the products in concurrent batches. */
export async function writeProducts(
  deps: WriteDeps,
  target: Target,
  chunks: AsyncIterable<readonly ParsedFeedLine[]>,
): Promise<WriteResult> {
  const inFlight = new Map<Promise<void>, FeedBatch>();
  const result: WriteResult = { known: 0, refused: new Set(), documentLength: 40_000 };
  let failure: unknown;

  async function launch(batch: FeedBatch): Promise<void> {
    // Batches that share a product must run in order, because later lines win.
    const sharing = [...inFlight].filter(([, other]) => shareProduct(batch, other)).map(([writing]) => writing);
    await Promise.all(sharing);
    if (inFlight.size >= BULKS_IN_FLIGHT) await Promise.race(inFlight.keys());
    if (failure !== undefined) throw failure as Error;
    const writing: Promise<void> = writeBatch(deps, target, batch, result)
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => inFlight.delete(writing));
    inFlight.set(writing, batch);
  }

  try {
    for await (const batch of batches(chunks)) await launch(batch);
  } finally {
    await Promise.all(inFlight.keys());
  }
  if (failure !== undefined) throw failure as Error;
  return result;
}

/** Maximum number of lines per batch. Larger batches are not faster and use more memory. */
const BATCH_LINES = 250;
const BATCH_BYTES = 500_000;
/**
 * Maximum size of a batch, as a multiple of its normal size. A full batch only accepts lines of products that it
 * already contains, because feeds list a product's variants together.
 */
const MAX_OVERFULL = 8;

/** Lines that are written together, grouped by product. The lines of a product are in feed order. */
type FeedBatch = ReadonlyMap<string, AcceptedLine[]>;

/** Groups accepted lines by product into batches. */
async function* batches(chunks: AsyncIterable<readonly ParsedFeedLine[]>): AsyncGenerator<FeedBatch, void, undefined> {
  let products = new Map<string, AcceptedLine[]>();
  let lines = 0;
  let size = 0;
  for await (const chunk of chunks) {
    for (const { line, bytes } of chunk) {
      if (line.kind === "rejected") continue;
      const known = products.get(line.product_identifier);
      const full = known === undefined ? 1 : MAX_OVERFULL;
      if (lines >= BATCH_LINES * full || size >= BATCH_BYTES * full) {
        yield products;
        products = new Map();
        lines = size = 0;
      }
      const held = products.get(line.product_identifier);
      if (held === undefined) products.set(line.product_identifier, [line]);
      else held.push(line);
      lines += 1;
      size += bytes;
    }
  }
  if (products.size > 0) yield products;
}

function shareProduct(a: FeedBatch, b: FeedBatch): boolean {
  for (const id of a.keys()) if (b.has(id)) return true;
  return false;
}

export async function writeBatch(
  deps: WriteDeps,
  target: Target,
  products: FeedBatch,
  result: WriteResult,
): Promise<void> {
  const ids = [...products.keys()];
  for (let start = 0; start < ids.length;) {
    const some = ids.slice(start, start + Math.max(1, Math.floor(MAX_BYTES_AT_ONCE / result.documentLength)));
    start += some.length;
    // Records the ids regardless of the result, because a write that seems to have failed may still be executed.
    for (const id of some) deps.touched?.add(id);
    const [found, learned] = await Promise.all([
      target.live === undefined ? [] : getDocuments<ProductSource>(deps.engine, target.live, some),
      readLearned(deps.engine, target.client_id, some),
    ]);
    let pending: Pending[] = some.map((id, position) => {
      const live = found[position];
      return {
        id,
        lines: products.get(id) ?? [],
        live: live?.source,
        base: live?.source,
        version: isInsert(target) ? live : undefined,
        unnamed: target.unnamed(id),
        learned: learned[position],
      };
    });
    for (let round = 0; pending.length > 0; round += 1) {
      if (round === MAX_ROUNDS)
        throw new Error(`failed to update ${pending.length} products, because of concurrent changes`);
      pending = await mergeAndWrite(deps, target, pending, result);
    }
  }
}

const isInsert = (target: Target) => target.live === target.index;

interface Write {
  readonly merged: Merged;
  readonly document: string;
}

/**
 * Runs one merge round: applies the lines and writes changed products.
 * @returns the products that must be merged again because another write changed them in the meantime
 */
async function mergeAndWrite(
  deps: WriteDeps,
  target: Target,
  pending: readonly Pending[],
  result: WriteResult,
): Promise<Pending[]> {
  const again: Pending[] = [];
  const deletedUnknown: Pending[] = [];
  let writes: Write[] = [];
  let length = 0;
  const slice = createTimeSlice();
  for (const item of pending) {
    if (slice.isOver()) await slice.next();
    const before = isInsert(target) ? item.base : item.live;
    const rejected: LineError[] = [];
    const reject = (one: LineError) => void rejected.push(one);
    const after = applyLines(item.base, item.lines, item.unnamed, target.stamp, before, reject, target.order);
    if (after === undefined) {
      await rejectAll(deps, rejected);
      // An earlier batch of this job may have written the product to the new index.
      if (!isInsert(target) && item.version === undefined) deletedUnknown.push(item);
      continue;
    }
    const merged = { item, after, rejected };
    const isUnchanged = after.updated_at === item.base?.updated_at && after.updated_at !== target.stamp;
    if (isInsert(target) && isUnchanged) {
      await finish(deps, target, merged, result);
      continue;
    }
    const active = activeVariants(after);
    if (active > MAX_ACTIVE_VARIANTS) {
      await refuse(deps, target, merged, result, `more than ${MAX_ACTIVE_VARIANTS} active variants`);
      continue;
    }
    if (active > 1) await target.beforeSeveralVariants();
    const { types, rules } = target;
    const { text: document } = await productText(after, types, rules, item.learned, slice, fieldsOf(item.lines));
    result.documentLength += (document.length - result.documentLength) / 100;
    if (document.length > MAX_DOCUMENT_LENGTH) {
      await refuse(deps, target, merged, result, "the product is too large with all its variants");
      continue;
    }
    await target.changes?.add(item.base, after, target.types, slice);
    if (length > 0 && length + document.length > MAX_BYTES_AT_ONCE) {
      again.push(...(await write(deps, target, writes, result)));
      writes = [];
      length = 0;
    }
    writes.push({ merged, document });
    length += document.length;
  }
  if (writes.length > 0) again.push(...(await write(deps, target, writes, result)));
  again.push(...(await readAgain(deps, target, deletedUnknown)).filter((item) => item.base !== undefined));
  return again;
}

/** Reads the current version of products before they are merged again, so that changes of earlier batches are kept. */
async function readAgain({ engine }: WriteDeps, { index }: Target, items: readonly Pending[]): Promise<Pending[]> {
  const ids = items.map(({ id }) => id);
  const found = await getDocuments<ProductSource>(engine, index, ids);
  return items.map((item, position) => {
    const base = found[position];
    return { ...item, base: base?.source, version: base, unnamed: "keep" };
  });
}

async function write(
  deps: WriteDeps,
  target: Target,
  writes: readonly Write[],
  result: WriteResult,
): Promise<Pending[]> {
  const { engine, lease, signal } = deps;
  const merged = new Map(writes.map((one) => [one.merged.item.id, one.merged]));
  await lease.check();
  const conflicts: (Merged & { readonly resent: boolean })[] = [];
  for (const outcome of await bulk(engine, writes.map(bulkWrite), { index: target.index, onBusy: "retry", signal })) {
    const one = merged.get(outcome.id) as Merged;
    switch (outcome.status) {
      case "written":
        await finish(deps, target, one, result);
        break;
      case "conflict":
        conflicts.push({ ...one, resent: outcome.resent });
        break;
      case "absent":
      case "busy":
        throw new Error(`unexpected outcome of writing product ${outcome.id}: ${outcome.status}`);
      case "refused":
        deps.onRefused(outcome.id, outcome.reason);
        await refuse(deps, target, one, result, "OpenSearch rejected this product");
        break;
    }
  }
  const read = await readAgain(
    deps,
    target,
    conflicts.map(({ item }) => item),
  );
  const again: Pending[] = [];
  for (const [position, item] of read.entries()) {
    const one = conflicts[position] as (typeof conflicts)[number];
    // True if the first write of the product succeeded and only the response was lost.
    const isDone = one.resent && item.base !== undefined && JSON.stringify(item.base) === JSON.stringify(one.after);
    if (isDone) await finish(deps, target, one, result);
    else again.push(item);
  }
  return again;
}

/** Counts a product whose lines have been applied. */
async function finish(deps: WriteDeps, target: Target, merged: Merged, result: WriteResult): Promise<void> {
  // A product whose lines were all rejected is not counted.
  if (merged.rejected.length < merged.item.lines.length) count(deps.report, target, merged, result);
  await rejectAll(deps, merged.rejected);
}

async function rejectAll({ report }: WriteDeps, rejected: readonly LineError[]): Promise<void> {
  for (const error of rejected) await report.rejectLine(error);
}

const bulkWrite = ({ merged: { item }, document }: Write): Put => ({
  id: item.id,
  document,
  precondition: item.version ?? "absent",
});

async function refuse(
  { report }: WriteDeps,
  { order }: Target,
  { item }: Merged,
  result: WriteResult,
  reason: string,
): Promise<void> {
  result.refused.add(item.id);
  for (const { versioned } of item.lines) if (versioned) order?.report?.(versioned.number, { refused: reason });
  report.lines.rejected += item.lines.length;
  report.variants.rejected += item.lines.length;
  await report.reject({ line: 0, product_identifier: item.id, reason });
  if (result.refused.size > MAX_REFUSED_PRODUCTS)
    throw new JobFailure(`more than ${MAX_REFUSED_PRODUCTS} products could not be written`);
}

/** Counts each product once per job; if a product occurs again, the new count replaces the previous count. */
function count(report: Report, target: Target, { item, after }: Merged, result: { known: number }): void {
  if (isInsert(target)) {
    countChange(report, item.base, after, 1, item.base?.updated_at === target.stamp);
    return;
  }
  if (item.base !== undefined && item.version !== undefined) countChange(report, item.live, item.base, -1);
  else if (item.live !== undefined) result.known += 1;
  countChange(report, item.live, after);
}

/** Returns the fields of each inserted variant, as flattened by the line parser. */
function fieldsOf(lines: readonly AcceptedLine[]): ReadonlyMap<SourceVariant, FieldValues> {
  return new Map(lines.flatMap((line) => (line.kind === "insert" ? [[line.variant, line.fields] as const] : [])));
}

function activeVariants(product: ProductSource): number {
  let active = 0;
  for (const variant of product.source) if (variant.active) active += 1;
  return active;
}
