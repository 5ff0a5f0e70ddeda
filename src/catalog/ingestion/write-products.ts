import { bulk, type BulkWrite } from "../../engine/bulk.js";
import { getDocuments, type Version } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import type { ProductSource } from "../document.js";
import type { LeafTypes } from "../leaves.js";
import { buildDocument } from "../product.js";
import { applyLines, countChange, type AcceptedLine } from "./changes.js";
import type { Lease } from "./lease.js";
import type { Report } from "./report.js";
import type { ParsedLine } from "./survey.js";

/** Where products are written and what they are merged with. */
export interface Target {
  /** The index written to. */
  readonly index: string;
  /** The index that knows what was there before; the same one for an insert, none for a first catalogue. */
  readonly live: string | undefined;
  readonly types: LeafTypes;
  /** What happens to active variants that no line names. */
  unnamed(productIdentifier: string): "keep" | "deactivate";
  /** The job's time, ISO 8601. */
  readonly stamp: string;
  /** Told before the first product with several active variants is written. */
  beforeSeveralVariants(): Promise<void>;
}

export interface WriteResult {
  /** How many different products of the payload the live index knew. */
  readonly known: number;
  /** Products that the engine would not take; the live ones stay as they were. */
  readonly refused: ReadonlySet<string>;
}

export interface WriteDeps {
  readonly engine: Engine;
  readonly lease: Lease;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * Measured with a payload of 120 MB (two cores, engine beside it): batches of 1,000 lines and 2 MB peak at 402 MB resident,
 * of 500 and 1 MB at 303, of 250 and 0.5 MB at 228, at the same rate.
 */
const BATCH_LINES = 250;
const BATCH_BYTES = 500_000;
const BULKS_IN_FLIGHT = 2;
/** A product that keeps changing under our hands this often is changed by somebody who ignores the lease. */
const MAX_ROUNDS = 5;

/** Merges a payload's lines into products and writes them, batch by batch, at most a few batches at a time. */
export async function writeProducts(
  deps: WriteDeps,
  target: Target,
  chunks: AsyncIterable<readonly ParsedLine[]>,
): Promise<WriteResult> {
  const inFlight = new Map<Promise<void>, Batch>();
  const result = { known: 0, refused: new Set<string>() };
  let failure: unknown;

  async function launch(batch: Batch): Promise<void> {
    // Two batches that share a product must not overtake each other: later lines win.
    const sharing = [...inFlight].filter(([, other]) => shareProduct(batch, other)).map(([writing]) => writing);
    await Promise.all(sharing);
    if (inFlight.size >= BULKS_IN_FLIGHT) await Promise.race(inFlight.keys());
    if (failure !== undefined) throw failure as Error;
    const writing: Promise<void> = writeBatch(deps, target, batch.products, result)
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

interface Batch {
  readonly products: Map<string, AcceptedLine[]>;
}

async function* batches(chunks: AsyncIterable<readonly ParsedLine[]>): AsyncGenerator<Batch, void, undefined> {
  let products = new Map<string, AcceptedLine[]>();
  let lines = 0;
  let size = 0;
  for await (const chunk of chunks) {
    for (const { line, bytes } of chunk) {
      if (line.kind === "rejected") continue;
      const known = products.get(line.product_identifier);
      // A full batch still takes the lines of a product it holds: feeds keep a product's variants together.
      if (known === undefined && (lines >= BATCH_LINES || size >= BATCH_BYTES)) {
        yield { products };
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
  if (products.size > 0) yield { products };
}

function shareProduct(a: Batch, b: Batch): boolean {
  for (const id of a.products.keys()) if (b.products.has(id)) return true;
  return false;
}

/** A product of a batch on its way to being written. */
interface Pending {
  readonly id: string;
  readonly lines: readonly AcceptedLine[];
  /** In the live index when the batch began. */
  readonly live: ProductSource | undefined;
  /** What the lines are applied to: the live product, or what an earlier batch of this job has written. */
  readonly base: ProductSource | undefined;
  /** Of the target's document, where there is one: what the write depends on. */
  readonly version: Version | undefined;
  readonly unnamed: "keep" | "deactivate";
}

interface Merged {
  readonly item: Pending;
  readonly after: ProductSource;
}

async function writeBatch(
  deps: WriteDeps,
  target: Target,
  products: ReadonlyMap<string, AcceptedLine[]>,
  result: { known: number; refused: Set<string> },
): Promise<void> {
  const ids = [...products.keys()];
  const found = target.live === undefined ? [] : await getDocuments<ProductSource>(deps.engine, target.live, ids);
  let pending: Pending[] = ids.map((id, position) => {
    const live = found[position];
    return {
      id,
      lines: products.get(id) ?? [],
      live: live?.source,
      base: live?.source,
      version: isInsert(target) ? live : undefined,
      unnamed: target.unnamed(id),
    };
  });
  for (let round = 0; pending.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error(`${pending.length} products changed again and again while being merged`);
    pending = await mergeAndWrite(deps, target, pending, result);
  }
}

const isInsert = (target: Target) => target.live === target.index;

/** One round: applies the lines and writes what changed. @returns what has to be merged again. */
async function mergeAndWrite(
  deps: WriteDeps,
  target: Target,
  pending: readonly Pending[],
  result: { known: number; refused: Set<string> },
): Promise<Pending[]> {
  const { engine, lease, report, signal } = deps;
  const writes: BulkWrite[] = [];
  const merged = new Map<string, Merged>();
  for (const item of pending) {
    const after = applyLines(item.base, item.lines, item.unnamed, target.stamp);
    if (after === undefined) continue;
    if (isInsert(target) && after.updated_at === item.base?.updated_at && after.updated_at !== target.stamp) {
      count(report, target, { item, after }, result);
      continue;
    }
    if (severalActive(after)) await target.beforeSeveralVariants();
    const document = JSON.stringify(buildDocument(after, target.types, report.lose));
    writes.push({ id: item.id, document, precondition: item.version ?? "absent" });
    merged.set(item.id, { item, after });
  }
  if (writes.length === 0) return [];
  await lease.check();
  const conflicts: (Merged & { readonly resent: boolean })[] = [];
  for (const outcome of await bulk(engine, target.index, writes, signal)) {
    const one = merged.get(outcome.id) as Merged;
    switch (outcome.status) {
      case "written":
        count(report, target, one, result);
        break;
      case "conflict":
        conflicts.push({ ...one, resent: outcome.resent });
        break;
      case "refused":
        result.refused.add(outcome.id);
        report.variants.rejected += one.item.lines.length;
        report.reject({
          line: 0,
          product_identifier: outcome.id,
          reason: "the search engine does not take this product",
        });
        break;
    }
  }
  const found = await getDocuments<ProductSource>(
    engine,
    target.index,
    conflicts.map(({ item }) => item.id),
  );
  return conflicts.flatMap(({ item, after, resent }, position) => {
    const base = found[position];
    if (resent && base !== undefined && JSON.stringify(base.source) === JSON.stringify(after)) {
      count(report, target, { item, after }, result);
      return [];
    }
    return [{ ...item, base: base?.source, version: base, unnamed: "keep" as const }];
  });
}

/** Each product counts once in a job: one met before has its first count completed or taken back. */
function count(report: Report, target: Target, { item, after }: Merged, result: { known: number }): void {
  if (isInsert(target)) {
    countChange(report, item.base, after, 1, item.base?.updated_at === target.stamp);
    return;
  }
  if (item.base !== undefined && item.version !== undefined) countChange(report, item.live, item.base, -1);
  else if (item.live !== undefined) result.known += 1;
  countChange(report, item.live, after);
}

function severalActive(product: ProductSource): boolean {
  let active = 0;
  for (const variant of product.source) if (variant.active) active += 1;
  return active > 1;
}
