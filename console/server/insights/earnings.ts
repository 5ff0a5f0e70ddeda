import { SESSION_PAUSE_MS } from "../../../src/behaviour/index.js";
import type { Hit } from "../../../src/engine/search-documents.js";
import { lowered } from "../../../src/lib/folded.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { PAGE, searchesBody, type Requested } from "./bodies.js";
import { pages, textIn } from "./pages.js";
import { type Purchase, type PurchasesDeps, readPurchases } from "./purchases.js";
import type { EarnedRow, QueryVisits, RevenueRow } from "./tables.js";

/** Purchases per currency; the key is "" if unknown. */
export type Earnings = Map<string, { pieces: number; revenue: number; without_price: number }>;

export const newEarnings = (): Earnings => new Map();

/** Adds a purchase. Amounts in different currencies are never summed. */
export function addPurchase(earnings: Earnings, { pieces, revenue, currency }: Omit<Purchase, "response" | "product">) {
  const known = earnings.get(currency ?? "") ?? { pieces: 0, revenue: 0, without_price: 0 };
  earnings.set(currency ?? "", known);
  known.pieces += pieces;
  if (revenue === null) known.without_price += pieces;
  else known.revenue += revenue;
}

/** Returns one row per currency. Revenue excludes pieces without a price. */
export const revenueRows = (earnings: Earnings): RevenueRow[] =>
  [...earnings].map(([currency, { pieces, revenue, without_price }]) => ({
    currency: currency === "" ? null : currency,
    pieces,
    revenue: without_price === pieces ? null : revenue,
    without_price,
  }));

/** Maximum table rows, and maximum distinct queries. */
const MAX_ROWS = 200;
const MAX_QUERIES = 20_000;
/** Maximum responses with a purchase. Later ones do not mark their visit as ended in a purchase. */
const MAX_RESPONSES = 500_000;

/**
 * Computes the revenue and visits of queries. A visit consists of a device's searches for a query without a gap of half
 * an hour. It ended in a purchase if a purchase counts for one of its responses, see `readPurchases`.
 * @throws errors of the engine, and the reason of `signal`
 */
export async function readEarnings(
  deps: PurchasesDeps,
  requested: Requested,
  signal: AbortSignal,
): Promise<{ readonly visitsOf: (query: string) => QueryVisits; readonly earned: EarnedRow[] }> {
  const earnings = new Map<string, Earnings>();
  const bought = new Set<string>();
  for await (const purchase of readPurchases(deps, requested, signal)) {
    const { user_query, query_id } = purchase.response;
    if (user_query === null) continue;
    const query = lowered(user_query);
    const own = earnings.get(query) ?? newEarnings();
    if (earnings.size < MAX_QUERIES) earnings.set(query, own);
    addPurchase(own, purchase);
    if (bought.size < MAX_RESPONSES) bought.add(query_id);
  }
  const visits = await countVisits(deps, requested, bought, signal);
  const visitsOf = (query: string): QueryVisits => visits.get(query) ?? { visits: 0, bought_visits: 0 };
  const earned = [...earnings].flatMap(([query, own]) =>
    revenueRows(own).map((row): EarnedRow => ({ query, ...row, ...visitsOf(query) })),
  );
  earned.sort((one, other) => other.bought_visits - one.bought_visits || (one.query < other.query ? -1 : 1));
  return { visitsOf, earned: earned.slice(0, MAX_ROWS) };
}

interface Visit {
  at: number;
  hasBought: boolean;
}

/** Reads searches in order of time, so that finished visits can be dropped from memory. */
async function countVisits(
  { engine }: PurchasesDeps,
  requested: Requested,
  bought: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, QueryVisits>> {
  const counts = new Map<string, { visits: number; bought_visits: number }>();
  const open = new Map<string, Visit>();
  const bodyAfter = (after: readonly unknown[] | undefined) => searchesBody(requested, after);
  for await (const page of pages(engine, `${queriesStem(engine.prefix)}*`, bodyAfter, PAGE, searchOf, signal)) {
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
  return counts;
}

const searchOf = (hit: Hit<never>) => ({
  query: lowered(textIn(hit, "user_query")),
  client_id: textIn(hit, "client_id"),
  query_id: textIn(hit, "query_id"),
  at: Date.parse(textIn(hit, "timestamp")),
});
