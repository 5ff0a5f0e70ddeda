import { readingLive, type LiveCatalogs } from "../../../src/catalog/live.js";
import { EngineError, type Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { loweredWords, lowered } from "../../../src/lib/folded.js";
import { queriesStem, type UbiQuery } from "../../../src/tracking/impressions.js";

/** Query that the shopper may have meant. */
export interface Meant {
  readonly query: string;
  /** Devices that typed this query next and found products; 0 for queries with similar spelling. */
  readonly shoppers: number;
}

export interface MeantDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get" | "lose">;
}

const MOST = 10;

/**
 * Returns queries that shoppers typed instead, most frequent first, followed by similarly spelled words of the
 * catalogue.
 */
export async function readMeant(deps: MeantDeps, clientId: string, query: string): Promise<Meant[]> {
  const [typed, alike] = await Promise.all([
    typedInstead(deps.engine, clientId, query),
    readingLive(deps.liveCatalogs, clientId, () => spelledAlike(deps, clientId, query)),
  ]);
  const known = new Set([query, ...typed.map((one) => one.query)].map(lowered));
  const others = alike.filter((one) => !known.has(lowered(one)));
  return [...typed, ...others.map((one) => ({ query: one, shoppers: 0 }))].slice(0, MOST);
}

type Made = Pick<UbiQuery, "client_id" | "user_query" | "timestamp" | "query_attributes">;

const DAYS = 30;
const DEVICES = 200;
/** Maximum time between both queries. Later queries are about something else. */
const WITHIN_MS = 120_000;

async function typedInstead(engine: Engine, clientId: string, query: string): Promise<Meant[]> {
  const latest = (more: readonly object[], size: number) =>
    searchesOf(engine, {
      size,
      track_total_hits: false,
      _source: ["client_id", "user_query", "timestamp", "query_attributes.total"],
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
  const vain = await latest([{ term: { user_query: { value: query, case_insensitive: true } } }], DEVICES);
  if (vain.length === 0) return [];
  const devices = [...new Set(vain.map(({ client_id }) => client_id))];
  const found = { range: { "query_attributes.total": { gt: 0 } } };
  return nextQueries(vain, await latest([{ terms: { client_id: devices } }, found], 1_000));
}

/**
 * Counts the devices that typed each query soon after the original one.
 * @param vain searches for the original query
 * @param found searches with results by the same devices
 */
export function nextQueries(vain: readonly Made[], found: readonly Made[]): Meant[] {
  const devices = new Map<string, Set<string>>();
  for (const { client_id, user_query, timestamp } of vain) {
    for (const { user_query: next, ...other } of found) {
      const later = Date.parse(other.timestamp) - Date.parse(timestamp);
      const isNext = other.client_id === client_id && later > 0 && later <= WITHIN_MS;
      if (!isNext || next === null || lowered(next) === lowered(user_query ?? "")) continue;
      devices.set(lowered(next), (devices.get(lowered(next)) ?? new Set()).add(client_id));
    }
  }
  return [...devices]
    .map(([query, { size }]) => ({ query, shoppers: size }))
    .sort((a, b) => b.shoppers - a.shoppers || (a.query < b.query ? -1 : 1));
}

async function searchesOf(engine: Engine, body: object): Promise<Made[]> {
  try {
    const { hits } = await searchDocuments<Made>(engine, `${queriesStem(engine.prefix)}*`, body);
    return hits.hits.map(({ _source }) => _source);
  } catch (error) {
    // The monthly index does not exist before the first stored response.
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
