import { SESSION_PAUSE_MS } from "../../../src/behaviour/index.js";
import type { Hit } from "../../../src/engine/search-documents.js";
import { lowered } from "../../../src/lib/folded.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { searchesBody, type Requested } from "./bodies.js";
import { pages, textIn } from "./pages.js";
import type { Surface } from "./positions.js";
import { type Purchase, type PurchasesDeps, readPurchases } from "./purchases.js";
import type { EarnedRow, QueryVisits, RevenueRow, SourceRow } from "./tables.js";
import { surfaceOf } from "./tally.js";

/** Currency → totals of the purchases; the key is "" if the currency is unknown. */
export type Earnings = Map<string, { units: number; revenue: number; without_price: number }>;

export const newEarnings = (): Earnings => new Map();

/** Adds a purchase to the totals of the purchase's currency. Amounts in different currencies are never summed. */
export function addPurchase(earnings: Earnings, { units, revenue, currency }: Omit<Purchase, "response" | "product">) {
  const known = earnings.get(currency ?? "") ?? { units: 0, revenue: 0, without_price: 0 };
  earnings.set(currency ?? "", known);
  known.units += units;
  if (revenue === null) known.without_price += units;
  else known.revenue += revenue;
}

/** Returns one revenue row per currency. Revenue excludes units without a price. */
export const revenueRows = (earnings: Earnings): RevenueRow[] =>
  [...earnings].map(([currency, { units, revenue, without_price }]) => ({
    currency: currency === "" ? null : currency,
    units,
    revenue: without_price === units ? null : revenue,
    without_price,
  }));

/** Maximum number of table rows, and maximum number of distinct queries. */
const MAX_ROWS = 200;
const MAX_QUERIES = 20_000;
/**
 * Maximum number of responses with a purchase that are kept in memory. Purchases from further responses do not count as
 * the outcome of a visit.
 */
const MAX_RESPONSES = 500_000;

/** Purchases attributed to responses, see `readPurchases`. */
export interface Revenue {
  /** Normalized query → totals of the attributed purchases. */
  readonly queries: ReadonlyMap<string, Earnings>;
  /** Revenue by type of response, sorted by number of sold units, highest first. */
  readonly sources: readonly SourceRow[];
  /** Identifiers of searches with a purchase. */
  readonly bought: ReadonlySet<string>;
}

/**
 * Sums up the revenue by query and by type of response.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function readRevenue(deps: PurchasesDeps, requested: Requested, signal: AbortSignal): Promise<Revenue> {
  const queries = new Map<string, Earnings>();
  const sources = new Map<Surface, Earnings>();
  const bought = new Set<string>();
  for await (const purchase of readPurchases(deps, requested, signal)) {
    const { response } = purchase;
    const source = surfaceOf(response);
    const ofSource = sources.get(source) ?? newEarnings();
    sources.set(source, ofSource);
    addPurchase(ofSource, purchase);
    if (response.user_query === null) continue;
    const query = lowered(response.user_query);
    const own = queries.get(query) ?? newEarnings();
    if (queries.size < MAX_QUERIES) queries.set(query, own);
    addPurchase(own, purchase);
    if (bought.size < MAX_RESPONSES) bought.add(response.query_id);
  }
  const rows = [...sources].flatMap(([source, own]) => revenueRows(own).map((row): SourceRow => ({ source, ...row })));
  return { queries, sources: rows.sort((one, other) => other.units - one.units), bought };
}

/** Returns the rows of the queries with the most visits that ended in a purchase. */
export const earnedRows = (queries: Revenue["queries"], visitsOf: (query: string) => QueryVisits): EarnedRow[] =>
  [...queries]
    .flatMap(([query, own]) => revenueRows(own).map((row): EarnedRow => ({ query, ...row, ...visitsOf(query) })))
    .sort((one, other) => other.bought_visits - one.bought_visits || (one.query < other.query ? -1 : 1))
    .slice(0, MAX_ROWS);

interface Visit {
  at: number;
  hasBought: boolean;
}

/**
 * Counts the visits of queries. A visit consists of a device's searches for a query without a gap of half an hour. A
 * visit ended in a purchase if a purchase is attributed to one of the visit's responses. Searches are read in order of
 * time, so that finished visits can be dropped from memory.
 * @param bought identifiers of searches with a purchase
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function countVisits(
  { engine }: PurchasesDeps,
  requested: Requested,
  bought: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<(query: string) => QueryVisits> {
  const counts = new Map<string, { visits: number; bought_visits: number }>();
  const open = new Map<string, Visit>();
  const body = searchesBody(requested, "timestamp", "query_id");
  for await (const page of pages(engine, `${queriesStem(engine.prefix)}*`, body, searchOf, signal)) {
    for (const { query, client_id, query_id, at } of page) {
      const count = counts.get(query) ?? { visits: 0, bought_visits: 0 };
      if (counts.size < MAX_QUERIES) counts.set(query, count);
      for (const [key, visit] of open) {
        if (visit.at >= at - SESSION_PAUSE_MS) break;
        open.delete(key);
      }
      const key = JSON.stringify([client_id, query]);
      const visit = open.get(key) ?? { at, hasBought: false };
      if (!open.delete(key)) count.visits += 1;
      visit.at = at;
      open.set(key, visit);
      if (visit.hasBought || !bought.has(query_id)) continue;
      visit.hasBought = true;
      count.bought_visits += 1;
    }
  }
  return (query) => counts.get(query) ?? { visits: 0, bought_visits: 0 };
}

const searchOf = (hit: Hit<never>) => ({
  query: lowered(textIn(hit, "user_query")),
  client_id: textIn(hit, "client_id"),
  query_id: textIn(hit, "query_id"),
  at: Date.parse(textIn(hit, "timestamp")),
});
