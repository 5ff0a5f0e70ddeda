import { readingLive, type LiveCatalogs } from "../../../src/catalog/live.js";
import { EngineError, type Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { loweredWords, lowered } from "../../../src/lib/folded.js";
import { queriesStem, type UbiQuery } from "../../../src/tracking/impressions.js";
import type { PurchasesDeps } from "../insights/purchases.js";
import { RETYPED_MS } from "../insights/responses.js";
import { readClicks } from "../preview/stored-responses.js";

/** Query that the shopper may have meant. */
export interface Meant {
  readonly query: string;
  /**
   * Number of devices that clicked no product and typed this query next; 0 if the query is suggested only because of
   * its similar spelling.
   */
  readonly shoppers: number;
}

export interface MeantDeps extends PurchasesDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
}

const MOST = 10;

/**
 * Returns queries that shoppers typed shortly after the given query, most frequent first, followed by similarly spelled
 * queries with words from the catalogue.
 */
export async function readMeant(deps: MeantDeps, clientId: string, query: string): Promise<Meant[]> {
  const [typed, alike] = await Promise.all([
    typedInstead(deps, clientId, query),
    readingLive(deps.liveCatalogs, clientId, () => spelledAlike(deps, clientId, query)),
  ]);
  const known = new Set([query, ...typed.map((one) => one.query)].map(lowered));
  const others = alike.filter((one) => !known.has(lowered(one)));
  return [...typed, ...others.map((one) => ({ query: one, shoppers: 0 }))].slice(0, MOST);
}

type Made = Pick<UbiQuery, "client_id" | "user_query" | "timestamp">;

/** A search that a shopper made with the original query. */
type OriginalSearch = Made & {
  /** Whether the shopper clicked or viewed a product of the response. */
  readonly isClicked: boolean;
};

const DAYS = 30;
const DEVICES = 200;
const FIELDS = ["query_id", "client_id", "user_query", "timestamp", "query_response_hit_ids"];

async function typedInstead(deps: MeantDeps, clientId: string, query: string): Promise<Meant[]> {
  const latest = (more: readonly object[], size: number) =>
    searchesOf(deps.engine, {
      size,
      track_total_hits: false,
      _source: FIELDS,
      sort: [{ timestamp: "desc" }],
      query: {
        bool: {
          filter: [
            { term: { application: clientId } },
            { term: { "query_attributes.kind": "search" } },
            { range: { timestamp: { gte: `now-${DAYS}d` } } },
            ...more,
          ],
        },
      },
    });
  const searches = await latest([{ term: { user_query: { value: query, case_insensitive: true } } }], DEVICES);
  if (searches.length === 0) return [];
  const devices = [...new Set(searches.map(({ client_id }) => client_id))];
  const hasResults = { range: { "query_attributes.total": { gt: 0 } } };
  const [clicks, found] = await Promise.all([
    readClicks(deps, clientId, searches),
    latest([{ terms: { client_id: devices } }, hasResults], 1_000),
  ]);
  return nextQueries(
    searches.map((one) => ({ ...one, isClicked: clicks.has(one.query_id) })),
    found,
  );
}

/**
 * Counts for each query the devices that typed it soon after the original query. Devices that clicked a product in
 * between are not counted, because their next query is about something else.
 * @param searches searches for the original query
 * @param found searches with results by the same devices
 */
export function nextQueries(searches: readonly OriginalSearch[], found: readonly Made[]): Meant[] {
  const devices = new Map<string, Set<string>>();
  const clicked = searches.filter(({ isClicked }) => isClicked);
  for (const { client_id, user_query, timestamp } of searches) {
    for (const { user_query: next, ...other } of found) {
      const later = Date.parse(other.timestamp) - Date.parse(timestamp);
      const isNext = other.client_id === client_id && later > 0 && later <= RETYPED_MS;
      if (!isNext || next === null || lowered(next) === lowered(user_query ?? "")) continue;
      const isBetween = (one: Made) => timestamp <= one.timestamp && one.timestamp <= other.timestamp;
      if (clicked.some((one) => one.client_id === client_id && isBetween(one))) continue;
      devices.set(lowered(next), (devices.get(lowered(next)) ?? new Set()).add(client_id));
    }
  }
  return [...devices]
    .map(([query, { size }]) => ({ query, shoppers: size }))
    .sort((a, b) => b.shoppers - a.shoppers || (a.query < b.query ? -1 : 1));
}

async function searchesOf(engine: Engine, body: object): Promise<UbiQuery[]> {
  try {
    const { hits } = await searchDocuments<UbiQuery>(engine, `${queriesStem(engine.prefix)}*`, body);
    return hits.hits.map(({ _source }) => _source);
  } catch (error) {
    // The engine returns 404 if no response has been stored yet, because the index does not exist.
    if (error instanceof EngineError && error.status === 404) return [];
    throw error;
  }
}

interface Suggested {
  readonly suggest: Readonly<
    Record<string, readonly { readonly text: string; readonly options: readonly { readonly text: string }[] }[]>
  >;
}

/** Returns the query with one misspelled word replaced by a similar word from titles or brands. */
async function spelledAlike({ engine, liveCatalogs }: MeantDeps, clientId: string, query: string): Promise<string[]> {
  const live = await liveCatalogs.get(clientId);
  const words = loweredWords(query);
  if (live === undefined || words.length === 0) return [];
  const alike = (field: string) => ({
    text: words.join(" "),
    term: { field, size: 3, min_word_length: 3, sort: "score" },
  });
  const body = { size: 0, suggest: { typed: alike("text.typed") } };
  const { suggest } = (await searchDocuments(engine, live.index, body)) as unknown as Suggested;
  return Object.values(suggest)
    .flat()
    .flatMap(({ text, options }) =>
      options.map((option) => words.map((word) => (word === text ? option.text : word)).join(" ")),
    );
}
