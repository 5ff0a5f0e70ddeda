import { withoutChange } from "../../catalog/catalog-content.js";
import type { ProductSource } from "../../catalog/product-document.js";
import { liveGeneration } from "../../catalog/ingestion/generations.js";
import type { Lease, Leases } from "../../engine/lease.js";
import { mixRecipes, recipeOf } from "../../catalog/ingestion/recipe.js";
import type { LeafTypes } from "../../catalog/leaves.js";
import { readLeafTypes } from "../../catalog/live.js";
import { buildDocument, type DocumentRules } from "../../catalog/product.js";
import { bulk, type Put } from "../../engine/bulk.js";
import { getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { allowWrites, refresh } from "../../engine/indices.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { type ChangedSignals, productsWithSignals, writeSignals } from "./signals-store.js";

export interface CopyDeps {
  readonly engine: Engine;
  readonly leases: Leases;
  /** Undefined for a client that does not exist (any more). */
  readonly configurationOf: (clientId: string) => Promise<StorefrontConfiguration | undefined>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Products of any size are read and written together; half of it twice as long a lease. */
const READ_PAGE = 50;
const MAX_BYTES_AT_ONCE = 4_000_000;

/**
 * Brings what was learnt into the product documents of the live catalogue: they are built anew from what is stored, as
 * ingestion does. Under the client's lease, so that no job writes meanwhile; a job that runs now is not waited for, and
 * reads what was learnt itself.
 * @returns the number of documents written; undefined while a job runs
 */
export async function copyLearned(deps: CopyDeps, clientId: string): Promise<number | undefined> {
  const { engine, leases, now, configurationOf } = deps;
  const rules = await configurationOf(clientId);
  if (rules === undefined) return 0;
  const lease = await leases.acquire(clientId);
  if (lease === undefined) return undefined;
  try {
    const index = await liveGeneration(engine, clientId);
    const types = index === undefined ? undefined : await readLeafTypes(engine, index);
    if (index === undefined || types === undefined) return 0;
    await allowWrites(engine, index);
    await mixRecipes(engine, index, await recipeOf(engine, rules));
    return await withoutChange(engine, clientId, now(), () => copyAll(deps, lease, { clientId, index, types, rules }));
  } finally {
    await lease.release();
  }
}

interface Copying {
  readonly clientId: string;
  /** The live generation. */
  readonly index: string;
  readonly types: LeafTypes;
  readonly rules: DocumentRules;
}

async function copyAll({ engine, signal }: CopyDeps, lease: Lease, copying: Copying): Promise<number> {
  let written = 0;
  let after: string | undefined;
  while (!signal.aborted) {
    const page = await productsWithSignals(engine, copying.clientId, { pending: true }, after);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.signals.product_identifier;
    for (let start = 0; start < page.length; start += READ_PAGE) {
      written += await copySome(engine, lease, copying, page.slice(start, start + READ_PAGE));
    }
  }
  if (written > 0) await refresh(engine, copying.index);
  return written;
}

/** Writes the documents first, and then records that they are written: after a crash in between they are written once more. */
async function copySome(
  engine: Engine,
  lease: Lease,
  { index, types, rules }: Copying,
  some: readonly ChangedSignals[],
): Promise<number> {
  const ids = some.map(({ signals }) => signals.product_identifier);
  const found = await getDocuments<ProductSource>(engine, index, ids);
  const done = new Set(ids.filter((_, at) => found[at] === undefined));
  let writes: Put[] = [];
  let length = 0;
  let written = 0;
  const send = async () => {
    if (writes.length === 0) return;
    await lease.check();
    for (const { id, status } of await bulk(engine, writes, { index, onBusy: "retry" })) {
      // A refused product would be refused again until it or its signals change.
      if (status !== "conflict") done.add(id);
      if (status === "written") written += 1;
    }
    writes = [];
    length = 0;
  };
  for (const [at, { signals }] of some.entries()) {
    const product = found[at];
    if (product === undefined) continue;
    const document = JSON.stringify(buildDocument(product.source, types, rules, signals.learned));
    if (length > 0 && length + document.length > MAX_BYTES_AT_ONCE) await send();
    writes.push({ id: product.id, document, precondition: product });
    length += document.length;
  }
  await send();
  await writeSignals(
    engine,
    some
      .filter(({ signals }) => done.has(signals.product_identifier))
      .map(({ signals, stored }) => ({ signals: { ...signals, pending: false }, stored })),
  );
  return written;
}
