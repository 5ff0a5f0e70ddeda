import type { Surface } from "./positions.js";

/** Result of comparing a number of clicks with the number expected at the same positions. */
export type Verdict = "less" | "usual" | "more" | "too_few";

export interface DayRow {
  readonly day: string;
  readonly searches: number;
  readonly without_results: number;
  readonly listings: number;
  readonly blocks: number;
  readonly devices: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
}

/** Number of searches and devices for a query, counted over all responses. */
export interface QueryRow {
  readonly query: string;
  readonly searches: number;
  readonly devices: number;
}

/**
 * Visits with a query, counted over all responses. A visit is a series of one device's searches for the query without a
 * pause of half an hour.
 */
export interface QueryVisits {
  readonly visits: number;
  /** Number of visits that ended in a purchase. */
  readonly bought_visits: number;
}

/** Purchases in one currency. */
export interface RevenueRow {
  /** Currency of the purchases; `null` if neither the purchases nor the storefront have a currency. */
  readonly currency: string | null;
  readonly units: number;
  /** Revenue of units with a known price; `null` if no price is known. */
  readonly revenue: number | null;
  readonly without_price: number;
}

/** Revenue that is attributed to searches for a query (see `readPurchases`), not limited to sampled responses. */
export interface EarnedRow extends RevenueRow, QueryVisits {
  readonly query: string;
}

/** Revenue by type of response: search, listing or recommendation. */
export interface SourceRow extends RevenueRow {
  readonly source: Surface;
}

export interface FrequentRow extends QueryRow, QueryVisits {
  readonly without_results: number;
  /** Share of the query's sampled first pages that received a click; `null` if too few devices sent the query. */
  readonly clicked_share: number | null;
}

export interface CorrectedRow extends QueryRow {
  /** Most frequent typo correction of the query. */
  readonly corrected: string;
}

/** A reformulation of a query, counted in the sample of responses. */
export interface RetypedRow {
  readonly query: string;
  readonly retyped: string;
  /** Number of times that `retyped` followed `query`. */
  readonly times: number;
  readonly responses: number;
}

/**
 * Impressions and clicks of a query, listing or brand in the sample, with the expected number of clicks at the same
 * positions.
 */
export interface ShownCounts {
  readonly shown: number;
  readonly clicked: number;
  readonly rate: number;
  readonly expected_clicks: number;
  readonly expected_rate: number;
  readonly verdict: Verdict;
}

export interface ShownRow extends ShownCounts {
  readonly name: string;
}

/** Query without clicks, or with fewer clicks than expected. */
export interface FewClicksRow extends ShownCounts {
  readonly query: string;
  readonly responses: number;
  readonly devices: number;
}

/** Listing, with the query string that opens the listing in the listing preview page. */
export interface ListingRow extends ShownRow {
  readonly listing: string;
  readonly address: string;
}

export interface PositionRow {
  readonly surface: Surface;
  readonly position: string;
  readonly shown: number;
  readonly clicked: number;
  readonly rate: number;
}

type Rate = "click" | "cart" | "purchase";

/**
 * Shares of responses that led to a click, cart event or purchase, with the bounds of their 95 % confidence intervals;
 * `null` if there are too few devices.
 */
export type Rates = Readonly<Record<`${Rate}_rate${"" | "_low" | "_high"}`, number | null>>;

/** Counts and rates of searches, listings or a recommendation block, computed from the sampled responses. */
export interface BlockRow extends Rates {
  readonly kind: "search" | "listing" | "profile" | "placement";
  readonly name: string;
  readonly slot: string | null;
  readonly responses: number;
  readonly devices: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
}

/** Rows of each analytics table. `COLUMNS` defines the column order of the CSV files. */
export interface InsightTables {
  readonly days: readonly DayRow[];
  readonly frequent: readonly FrequentRow[];
  readonly earned: readonly EarnedRow[];
  readonly without_results: readonly QueryRow[];
  readonly few_clicks: readonly FewClicksRow[];
  readonly corrected: readonly CorrectedRow[];
  readonly retyped: readonly RetypedRow[];
  readonly listings: readonly ListingRow[];
  readonly brands: readonly ShownRow[];
  readonly positions: readonly PositionRow[];
  readonly blocks: readonly BlockRow[];
  readonly revenue: readonly SourceRow[];
}

export type TableName = keyof InsightTables;

const SHOWN = ["shown", "clicked", "rate", "expected_clicks", "expected_rate", "verdict"];
const rated = (name: Rate) => [`${name}_rate`, `${name}_rate_low`, `${name}_rate_high`];

export const COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  days: ["day", "searches", "without_results", "listings", "blocks", "devices", "clicks", "carts", "purchases"],
  frequent: ["query", "searches", "devices", "without_results", "clicked_share", "visits", "bought_visits"],
  earned: ["query", "currency", "units", "revenue", "without_price", "visits", "bought_visits"],
  without_results: ["query", "searches", "devices"],
  few_clicks: ["query", "responses", "devices", ...SHOWN],
  corrected: ["query", "corrected", "searches", "devices"],
  retyped: ["query", "retyped", "times", "responses"],
  listings: ["name", "listing", ...SHOWN],
  brands: ["name", ...SHOWN],
  positions: ["surface", "position", "shown", "clicked", "rate"],
  blocks: [
    ...["kind", "name", "slot", "responses", "devices", "clicks", "carts", "purchases"],
    ...[...rated("click"), ...rated("cart"), ...rated("purchase")],
  ],
  revenue: ["source", "currency", "units", "revenue", "without_price"],
};

/** Analytics report for a date range. */
export interface InsightsReport extends InsightTables {
  readonly range: { readonly from: string; readonly to: string };
  readonly sample: {
    /** Number of all responses (`responses`), and of responses in the sample (`read`). */
    readonly responses: number;
    readonly read: number;
    /** Intended share of sampled responses among all responses, from 0 to 1. */
    readonly share: number;
  };
}
