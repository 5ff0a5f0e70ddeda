import { signalsId, signalsIndex } from "../../catalog/learned.js";
import { bulk, expectTaken, type Put } from "../../engine/bulk.js";
import { getDocuments, type StoredDocument, untilWritten } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { emptySignals, type ProductSignals } from "./product-signals.js";
import { refresh } from "../../engine/indices.js";
import { type Hit, searchDocuments } from "../../engine/search-documents.js";

/** Maximum number of documents per engine request, to limit requests to a few MB. */
const RECORDS_AT_ONCE = 500;

/** Returns the new signals of the given products. Objects that are returned unchanged are not written. */
type NextSignals = (before: readonly ProductSignals[]) => readonly ProductSignals[];

/**
 * Changes the signals of products, and retries products that were changed concurrently.
 * @throws the errors of the engine
 */
export async function changeSignals(
  engine: Engine,
  clientId: string,
  products: readonly string[],
  next: NextSignals,
): Promise<void> {
  for (let start = 0; start < products.length; start += RECORDS_AT_ONCE) {
    let left = products.slice(start, start + RECORDS_AT_ONCE);
    await untilWritten(`product signals of ${clientId}`, async () => {
      const ids = left.map((one) => signalsId(clientId, one));
      const found = await getDocuments<ProductSignals>(engine, signalsIndex(engine), ids);
      const before = left.map((product, at) => found[at]?.source ?? emptySignals(clientId, product));
      const after = next(before);
      const changes = after.flatMap((signals, at) => (signals === before[at] ? [] : [{ signals, stored: found[at] }]));
      left = await writeSignals(engine, changes);
      return left.length === 0;
    });
  }
}

export interface ChangedSignals {
  readonly signals: ProductSignals;
  /** Version of the stored signals; undefined for a product without stored signals. */
  readonly stored: Pick<StoredDocument<unknown>, "seq_no" | "primary_term"> | undefined;
}

/** @returns the products that were changed concurrently */
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

const MAX_CLIENTS = 1_000;
const PAGE = 200;

/** Selects products whose documents lack learned signals, or whose next update is due. */
type SignalsQuery = { readonly pending: true } | { readonly revisit_before: number };

const clauseOf = (wanted: SignalsQuery): object =>
  "pending" in wanted ? { term: { pending: true } } : { range: { revisit_at: { lte: wanted.revisit_before } } };

/** Refreshes the index and returns the storefronts that have product signals matching the query. */
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

/** Yields the products of a storefront that match the query, in pages, ordered by identifier. */
export async function* productsWithSignals(
  engine: Engine,
  clientId: string,
  wanted: SignalsQuery,
): AsyncGenerator<(ChangedSignals & { readonly stored: object })[]> {
  let after: string | undefined;
  do {
    const { hits } = await searchDocuments<ProductSignals>(engine, signalsIndex(engine), {
      size: PAGE,
      query: { bool: { filter: [clauseOf(wanted), { term: { client_id: clientId } }] } },
      sort: [{ product_identifier: "asc" }],
      seq_no_primary_term: true,
      track_total_hits: false,
      ...(after === undefined ? {} : { search_after: [after] }),
    });
    if (hits.hits.length > 0) yield hits.hits.map((hit) => ({ signals: hit._source, stored: versionOf(hit) }));
    after = hits.hits.at(-1)?._source.product_identifier;
  } while (after !== undefined);
}

const versionOf = ({ _seq_no, _primary_term }: Hit<unknown>) => ({
  seq_no: _seq_no as number,
  primary_term: _primary_term as number,
});
