import { signalsIndex } from "../../catalog/learned.js";
import type { Engine } from "../../engine/engine.js";
import { refresh } from "../../engine/indices.js";
import { searchDocuments, type Hit } from "../../engine/search-documents.js";
import type { ChangedSignals } from "./signals-store.js";
import type { ProductSignals } from "./product-signals.js";

const MAX_CLIENTS = 1_000;
const PAGE = 200;

/** Products of which documents do not yet say what was learnt, or that are due to be looked at again. */
export type SignalsQuery = { readonly pending: true } | { readonly revisit_before: number };

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
