import { readingLive, type LiveCatalogs } from "../../../src/catalog/live.js";
import type { ProductSource } from "../../../src/catalog/product-document.js";
import { countDocuments, searchDocuments, type Hit } from "../../../src/engine/search-documents.js";
import { eventsStem } from "../../../src/tracking/event-store.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import type { Progress } from "../stream.js";
import { RETYPED_MS, type SampledResponse, type SampledEvent, type TypedSearch } from "./responses.js";
import { countVisits, earnedRows, readRevenue } from "./earnings.js";
import type { PurchasesDeps } from "./purchases.js";
import { eventOf, pages, textIn } from "./pages.js";
import { choicesBody, conversionsBody, responsesBody, responsesQuery, typedBody, type Requested } from "./bodies.js";
import { countEverything } from "./counts.js";
import { ResponseJoin, type JoinedResponse } from "./join.js";
import { shareOf } from "./sample.js";
import type { InsightsReport } from "./tables.js";
import { surfaceOf, Tally } from "./tally.js";

export interface ReportDeps extends PurchasesDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
  /** Target number of sampled responses; defaults to `TARGET_RESPONSES`. */
  readonly target?: number;
}

/**
 * Computes the analytics report of a storefront. Counts by query and by day cover all responses. Metrics that relate
 * events to responses use a uniform sample of responses, which is read in batches ordered by time.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function insightsReport(
  deps: ReportDeps,
  requested: Requested,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<InsightsReport> {
  const { tally, sample } = await readSample(deps, requested, onProgress, signal);
  const counted = await countEverything(deps.engine, requested, signal);
  const { queries, sources, bought } = await readRevenue(deps, requested, signal);
  const visitsOf = await countVisits(deps, requested, bought, signal);
  return {
    range: requested.range,
    sample,
    ...counted,
    frequent: counted.frequent.map((row) => ({
      ...row,
      clicked_share: tally.clickedShare(row.query),
      ...visitsOf(row.query),
    })),
    earned: earnedRows(queries, visitsOf),
    revenue: sources,
    ...tally.tables(),
  };
}

/**
 * Reads a uniform sample of the responses, with the events that followed them.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function readSample(
  deps: ReportDeps,
  requested: Requested,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<{ readonly tally: Tally; readonly sample: InsightsReport["sample"] }> {
  const { engine } = deps;
  const index = `${queriesStem(engine.prefix)}*`;
  const responses = await countDocuments(engine, index, responsesQuery(requested, 1));
  const share = shareOf(responses, deps.target);
  const of = Math.max(1, Math.round(responses * share));
  onProgress({ done: 0, of });
  const tally = new Tally();
  const brandOf = brandReader(deps, requested.clientId);
  let read = 0;
  const responseOf = (hit: Hit<SampledResponse>) => hit._source;
  for await (const batch of pages(engine, index, responsesBody(requested, share), responseOf, signal)) {
    const joined = await joinBatch(deps, requested.clientId, batch, signal);
    const brands = await brandOf([...new Set(batch.flatMap((response) => response.query_response_hit_ids))]);
    for (const one of joined) tally.add(one, (product) => brands.get(product) ?? null);
    read += batch.length;
    onProgress({ done: Math.min(read, of), of });
  }
  return { tally, sample: { responses, read, share } };
}

/**
 * Joins responses with the events that followed them.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function joinBatch(
  { engine, identify }: PurchasesDeps,
  clientId: string,
  batch: readonly SampledResponse[],
  signal: AbortSignal,
): Promise<JoinedResponse[]> {
  const join = new ResponseJoin(batch);
  const events = `${eventsStem(engine.prefix)}*`;
  const ids = batch.map(({ query_id }) => query_id);
  /**
   * Returns a function that lists the identifiers in an event, plus the product identifier of each variant in the
   * event.
   */
  const named = async (page: readonly SampledEvent[]) => {
    const names = page.flatMap((event) => event.products.filter((name) => !join.shows(event, name)));
    const known = names.length === 0 ? new Map<string, string>() : await identify(clientId, [...new Set(names)]);
    return (event: SampledEvent) => event.products.flatMap((name) => [name, ...[known.get(name) ?? []].flat()]);
  };
  for await (const page of pages(engine, events, choicesBody(clientId, ids), eventOf, signal)) {
    const productsOf = await named(page);
    for (const event of page) join.addChoice(event, productsOf(event));
  }
  const clickers = join.clickers();
  if (clickers !== undefined) {
    for await (const page of pages(engine, events, conversionsBody(clientId, clickers), eventOf, signal)) {
      const productsOf = await named(page);
      for (const event of page) join.addConversion(event, productsOf(event));
    }
  }
  const searches = batch.filter((response) => surfaceOf(response) === "search");
  if (searches.length > 0) {
    const times = searches.map(({ timestamp }) => Date.parse(timestamp));
    const typing = {
      devices: [...new Set(searches.map(({ client_id }) => client_id))],
      from: Math.min(...times),
      to: Math.max(...times) + RETYPED_MS,
    };
    const responses = `${queriesStem(engine.prefix)}*`;
    for await (const page of pages(engine, responses, typedBody(clientId, typing), typedOf, signal)) {
      for (const typed of page) join.addTyped(typed);
    }
  }
  return join.joined();
}

const typedOf = (hit: Hit<never>): TypedSearch => ({
  client_id: textIn(hit, "client_id"),
  user_query: textIn(hit, "user_query"),
  timestamp: textIn(hit, "timestamp"),
});

const BRANDS_AT_ONCE = 1_000;
/** Maximum number of products whose brands are cached. The cache is cleared when it is full. */
const MAX_BRANDS = 200_000;

/**
 * Creates a function that reads the brands of products from the live catalogue and caches them. The brand of a deleted
 * product is `null`.
 */
function brandReader({ engine, liveCatalogs }: ReportDeps, clientId: string) {
  const known = new Map<string, string | null>();
  const request = (ids: readonly string[]) =>
    readingLive(liveCatalogs, clientId, async () => {
      const live = await liveCatalogs.get(clientId);
      if (live === undefined) return [];
      const { hits } = await searchDocuments<Pick<ProductSource, "source">>(engine, live.index, brandsBody(ids));
      return hits.hits;
    });
  return async (ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> => {
    if (known.size > MAX_BRANDS) known.clear();
    const missing = ids.filter((id) => !known.has(id));
    for (let start = 0; start < missing.length; start += BRANDS_AT_ONCE) {
      const some = missing.slice(start, start + BRANDS_AT_ONCE);
      for (const id of some) known.set(id, null);
      for (const { _id, _source } of await request(some)) known.set(_id, brandIn(_source));
    }
    return known;
  };
}

const brandsBody = (ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  _source: ["source.data.designer"],
  query: { constant_score: { filter: { ids: { values: ids } } } },
});

function brandIn({ source }: Partial<Pick<ProductSource, "source">>): string | null {
  const brand = [source?.[0]?.data["designer"]].flat()[0];
  return typeof brand === "string" && brand !== "" ? brand : null;
}
