import { EngineError, type Engine } from "../../engine/engine.js";
import { searchDocuments, type Hit } from "../../engine/search-documents.js";
import { queriesStem, type UbiQuery } from "../../tracking/impressions.js";
import { eventsStem } from "../../tracking/event-store.js";
import { CHOICES } from "../../behaviour/visited.js";
import type { MadeSearch } from "./reformulations.js";

const PAGE = 1_000;

/** The remembered searches of a storefront since a time (milliseconds since 1970), as `Reformulations.add` wants them. */
export async function* madeSearches(
  engine: Engine,
  clientId: string,
  since: number,
): AsyncGenerator<MadeSearch, void, undefined> {
  let after: unknown[] | undefined;
  for (;;) {
    const hits = await searchesAfter(engine, clientId, since, after);
    const last = hits.at(-1);
    if (last === undefined) return;
    const chosen = await chosenFrom(
      engine,
      clientId,
      hits.map(({ _source }) => _source.query_id),
    );
    for (const { _source: made } of hits) {
      const { client_id: device, user_query: query, timestamp, query_id } = made;
      const { total, first_position = 1 } = made.query_attributes;
      const found = { total, is_later: first_position > 1, chosen: chosen.has(query_id) };
      yield { device, query: query ?? "", at: Date.parse(timestamp), ...found };
    }
    after = last.sort;
  }
}

async function searchesAfter(
  engine: Engine,
  clientId: string,
  since: number,
  after: unknown[] | undefined,
): Promise<readonly Hit<UbiQuery>[]> {
  const filter = [
    { term: { application: clientId } },
    { term: { "query_attributes.kind": "search" } },
    { exists: { field: "user_query" } },
    { range: { timestamp: { gte: new Date(since).toISOString() } } },
  ];
  const body = {
    size: PAGE,
    track_total_hits: false,
    _source: [
      "query_id",
      "client_id",
      "user_query",
      "timestamp",
      "query_attributes.total",
      "query_attributes.first_position",
    ],
    query: { bool: { filter } },
    sort: [{ client_id: "asc" }, { timestamp: "asc" }, { query_id: "asc" }],
    ...(after === undefined ? {} : { search_after: after }),
  };
  return unlessAbsent(
    searchDocuments<UbiQuery>(engine, `${queriesStem(engine.prefix)}*`, body).then(({ hits }) => hits.hits),
    [],
  );
}

/** Which of some answers something was chosen from. */
async function chosenFrom(engine: Engine, clientId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const filter = [
    { term: { application: clientId } },
    { terms: { query_id: ids } },
    { terms: { action_name: CHOICES } },
    { term: { "event_attributes.counts": true } },
  ];
  const body = { size: 0, query: { bool: { filter } }, aggs: { ids: { terms: { field: "query_id", size: PAGE } } } };
  const counted = searchDocuments<never, { ids?: { buckets: readonly { readonly key: string }[] } }>(
    engine,
    `${eventsStem(engine.prefix)}*`,
    body,
  ).then(({ aggregations }) => aggregations?.ids?.buckets ?? []);
  return new Set((await unlessAbsent(counted, [])).map(({ key }) => key));
}

/** No month has been stored yet. */
async function unlessAbsent<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return otherwise;
    throw error;
  }
}
