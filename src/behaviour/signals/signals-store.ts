import { signalsId, signalsIndex } from "../../catalog/learned.js";
import { bulk, expectTaken, type Put } from "../../engine/bulk.js";
import { changeDocument, getDocuments, type StoredDocument, untilWritten } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { ASSOCIATION_HALF_LIFE_DAYS, fadedOccasions } from "./accumulate.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { remaining } from "../../lib/statistics.js";
import { emptySignals, emptyStorefront, type ProductSignals, type StorefrontSignals } from "./product-signals.js";
import { refresh } from "../../engine/indices.js";
import { type Hit, searchDocuments } from "../../engine/search-documents.js";

/** Bounds what is in memory and in one request of the engine: some MB. */
const RECORDS_AT_ONCE = 500;

/** New states of some products; what comes back as it was passed is not written. */
type NextSignals = (before: readonly ProductSignals[]) => Promise<readonly ProductSignals[]>;

/**
 * Changes what is known of products, again where somebody else has changed it meanwhile.
 * @returns how many were written @throws errors of the engine as they are
 */
export async function changeSignals(
  engine: Engine,
  clientId: string,
  products: readonly string[],
  next: NextSignals,
): Promise<number> {
  let written = 0;
  for (let start = 0; start < products.length; start += RECORDS_AT_ONCE) {
    let left = products.slice(start, start + RECORDS_AT_ONCE);
    await untilWritten(`what is known of products of ${clientId}`, async () => {
      const found = await getDocuments<ProductSignals>(engine, signalsIndex(engine), idsOf(clientId, left));
      const before = left.map((product, at) => found[at]?.source ?? emptySignals(clientId, product));
      const after = await next(before);
      const changes = after.flatMap((signals, at) => (signals === before[at] ? [] : [{ signals, stored: found[at] }]));
      const conflicts = await writeSignals(engine, changes);
      written += changes.length - conflicts.length;
      left = conflicts;
      return left.length === 0;
    });
  }
  return written;
}

export interface ChangedSignals {
  readonly signals: ProductSignals;
  /** Undefined for a product of which nothing was known. */
  readonly stored: Pick<StoredDocument<unknown>, "seq_no" | "primary_term"> | undefined;
}

/** @returns the products that somebody else has changed meanwhile */
export async function writeSignals(engine: Engine, changes: readonly ChangedSignals[]): Promise<string[]> {
  if (changes.length === 0) return [];
  const products = new Map<string, string>();
  const writes = changes.map(({ signals, stored }): Put => {
    const id = signalsId(signals.client_id, signals.product_identifier);
    products.set(id, signals.product_identifier);
    return { id, document: JSON.stringify(signals), precondition: stored ?? "absent" };
  });
  const items = await bulk(engine, writes, { index: signalsIndex(engine), onBusy: "retry" });
  return expectTaken(items, "product signals")
    .filter(({ status }) => status === "conflict")
    .map(({ id }) => products.get(id) as string);
}

const idsOf = (clientId: string, products: readonly string[]) => products.map((one) => signalsId(clientId, one));

/** On how many occasions products were met, as of a time. Those of which nothing is known are left out. */
export async function readOccasions(
  engine: Engine,
  clientId: string,
  products: readonly string[],
  at: number,
): Promise<{ readonly viewed: Map<string, number>; readonly bought: Map<string, number> }> {
  const viewed = new Map<string, number>();
  const bought = new Map<string, number>();
  for (let start = 0; start < products.length; start += 2 * RECORDS_AT_ONCE) {
    const some = products.slice(start, start + 2 * RECORDS_AT_ONCE);
    const fields = ["as_of", "viewed.occasions", "bought.occasions"];
    const found = await getDocuments<ProductSignals>(engine, signalsIndex(engine), idsOf(clientId, some), {
      includes: fields,
    });
    some.forEach((product, position) => {
      const signals = found[position]?.source;
      if (signals === undefined) return;
      const left = remaining(Math.max(0, at - signals.as_of), ASSOCIATION_HALF_LIFE_DAYS * DAY_MS);
      viewed.set(product, signals.viewed.occasions * left);
      bought.set(product, signals.bought.occasions * left);
    });
  }
  return { viewed, bought };
}

/** No product has an empty identifier. */
const storefrontId = (clientId: string) => signalsId(clientId, "");

/** @returns what is known of the storefront, as of a time, after the change */
export async function changeStorefront(
  engine: Engine,
  clientId: string,
  at: number,
  next: (before: StorefrontSignals) => StorefrontSignals,
): Promise<StorefrontSignals> {
  const empty = emptyStorefront(clientId);
  const change = (stored: StorefrontSignals | undefined) => {
    const after = next(stored ?? empty);
    return after === empty ? undefined : after;
  };
  const after = await changeDocument(engine, signalsIndex(engine), storefrontId(clientId), change);
  return fadedOccasions(after ?? empty, at);
}

const MAX_CLIENTS = 1_000;
const PAGE = 200;

/** Products of which documents do not yet say what was learnt, or that are due to be looked at again. */
type SignalsQuery = { readonly pending: true } | { readonly revisit_before: number };

const clauseOf = (wanted: SignalsQuery): object =>
  "pending" in wanted ? { term: { pending: true } } : { range: { revisit_at: { lte: wanted.revisit_before } } };

/** Storefronts with such products. What was written until now is seen. */
export async function clientsWithSignals(engine: Engine, wanted: SignalsQuery): Promise<string[]> {
  const index = signalsIndex(engine);
  await refresh(engine, index);
  const { aggregations } = await searchDocuments<never, { clients: { buckets: readonly { readonly key: string }[] } }>(
    engine,
    index,
    {
      size: 0,
      query: { bool: { filter: [clauseOf(wanted)] } },
      aggs: { clients: { terms: { field: "client_id", size: MAX_CLIENTS } } },
    },
  );
  return (aggregations?.clients.buckets ?? []).map(({ key }) => key);
}

/** The next of a storefront's such products after one. */
export async function productsWithSignals(
  engine: Engine,
  clientId: string,
  wanted: SignalsQuery,
  after: string | undefined,
): Promise<(ChangedSignals & { readonly stored: object })[]> {
  const { hits } = await searchDocuments<ProductSignals>(engine, signalsIndex(engine), {
    size: PAGE,
    query: { bool: { filter: [clauseOf(wanted), { term: { client_id: clientId } }] } },
    sort: [{ product_identifier: "asc" }],
    seq_no_primary_term: true,
    track_total_hits: false,
    ...(after === undefined ? {} : { search_after: [after] }),
  });
  return hits.hits.map((hit) => ({ signals: hit._source, stored: versionOf(hit) }));
}

const versionOf = ({ _seq_no, _primary_term }: Hit<unknown>) => ({
  seq_no: _seq_no as number,
  primary_term: _primary_term as number,
});
