/** Comparison of a rate with the usual rate of the same positions. */
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

/** Counted over all responses. */
export interface QueryRow {
  readonly query: string;
  readonly searches: number;
  readonly devices: number;
}

/**
 * Counted over all responses: visits (a device's searches for a query without a gap of half an hour), and those that
 * ended in a purchase.
 */
export interface QueryVisits {
  readonly visits: number;
  readonly bought_visits: number;
}

/** Purchases in one currency. */
export interface RevenueRow {
  /** `null` if neither the purchases nor the storefront have one. */
  readonly currency: string | null;
  readonly pieces: number;
  /** Revenue of pieces with a price; `null` if none has one. */
  readonly revenue: number | null;
  readonly without_price: number;
}

/** Revenue of a query over all responses. See `readPurchases` for the attribution. */
export interface EarnedRow extends RevenueRow, QueryVisits {
  readonly query: string;
}

export interface FrequentRow extends QueryRow, QueryVisits {
  readonly without_results: number;
  /** Share of sampled responses with a click; `null` for too few devices. */
  readonly clicked_share: number | null;
}

/** Counted over the sample. */
export interface UnclickedRow {
  readonly query: string;
  readonly responses: number;
  readonly devices: number;
  /** Usual clicks of responses with the same number of products. */
  readonly expected_clicks: number;
}

export interface CorrectedRow extends QueryRow {
  /** Most frequent correction. */
  readonly corrected: string;
}

/** Counted over the sample. */
export interface RetypedRow {
  readonly query: string;
  readonly retyped: string;
  /** Number of times that `retyped` followed `query`. */
  readonly times: number;
  readonly responses: number;
}

/** Counted over the sample, by product impressions instead of responses. */
export interface ShownRow {
  readonly name: string;
  readonly shown: number;
  readonly clicked: number;
  readonly rate: number;
  readonly expected_clicks: number;
  readonly expected_rate: number;
  readonly verdict: Verdict;
}

/** Listing in its stored format, with the query string of the listing preview page. */
export interface ListingRow extends ShownRow {
  readonly listing: string;
  readonly address: string;
}

export interface PositionRow {
  readonly surface: string;
  readonly position: string;
  readonly shown: number;
  readonly clicked: number;
  readonly rate: number;
}

/** Counted over the sample. Rates are shares of responses with their 95 % interval; `null` for too few devices. */
export interface BlockRow {
  readonly kind: "search" | "listing" | "profile" | "placement";
  readonly name: string;
  readonly slot: string | null;
  readonly responses: number;
  readonly devices: number;
  readonly clicks: number;
  readonly carts: number;
  readonly purchases: number;
  readonly click_rate: number | null;
  readonly click_rate_low: number | null;
  readonly click_rate_high: number | null;
  readonly cart_rate: number | null;
  readonly cart_rate_low: number | null;
  readonly cart_rate_high: number | null;
  readonly purchase_rate: number | null;
  readonly purchase_rate_low: number | null;
  readonly purchase_rate_high: number | null;
}

/** Rows of each table. The CSV files use the order of the columns below. */
export interface InsightTables {
  readonly days: readonly DayRow[];
  readonly frequent: readonly FrequentRow[];
  readonly earned: readonly EarnedRow[];
  readonly without_results: readonly QueryRow[];
  readonly without_clicks: readonly UnclickedRow[];
  readonly corrected: readonly CorrectedRow[];
  readonly retyped: readonly RetypedRow[];
  readonly listings: readonly ListingRow[];
  readonly brands: readonly ShownRow[];
  readonly positions: readonly PositionRow[];
  readonly blocks: readonly BlockRow[];
}

export type TableName = keyof InsightTables;

const SHOWN = ["shown", "clicked", "rate", "expected_clicks", "expected_rate", "verdict"];
const rated = (name: string) => [`${name}_rate`, `${name}_rate_low`, `${name}_rate_high`];

export const COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  days: ["day", "searches", "without_results", "listings", "blocks", "devices", "clicks", "carts", "purchases"],
  frequent: ["query", "searches", "devices", "without_results", "clicked_share", "visits", "bought_visits"],
  earned: ["query", "currency", "pieces", "revenue", "without_price", "visits", "bought_visits"],
  without_results: ["query", "searches", "devices"],
  without_clicks: ["query", "responses", "devices", "expected_clicks"],
  corrected: ["query", "corrected", "searches", "devices"],
  retyped: ["query", "retyped", "times", "responses"],
  listings: ["name", "listing", ...SHOWN],
  brands: ["name", ...SHOWN],
  positions: ["surface", "position", "shown", "clicked", "rate"],
  blocks: [
    ...["kind", "name", "slot", "responses", "devices", "clicks", "carts", "purchases"],
    ...[...rated("click"), ...rated("cart"), ...rated("purchase")],
  ],
};

/** Analytics report for a date range. */
export interface InsightsReport extends InsightTables {
  readonly range: { readonly from: string; readonly to: string };
  readonly sample: {
    /** Number of all responses, and of those whose clicks and purchases were read. */
    readonly responses: number;
    readonly read: number;
    /** Intended share of sampled responses, from 0 to 1. */
    readonly share: number;
  };
}
