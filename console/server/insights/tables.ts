/** How a rate compares with what is usual for the same places. */
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

/** Counted over everything. */
export interface QueryRow {
  readonly query: string;
  readonly searches: number;
  readonly devices: number;
}

/** Over everything: searches of one device for a query with no half-hour between them, and those that ended in a purchase. */
export interface QueryVisits {
  readonly visits: number;
  readonly bought_visits: number;
}

/** What was bought in one currency. */
export interface RevenueRow {
  /** Null where neither purchases nor the storefront say one. */
  readonly currency: string | null;
  readonly pieces: number;
  /** Of the pieces that have a price; null where none has. */
  readonly revenue: number | null;
  readonly without_price: number;
}

/** What a query earned, over everything; see `readPurchases` for what counts for it. */
export interface EarnedRow extends RevenueRow, QueryVisits {
  readonly query: string;
}

export interface FrequentRow extends QueryRow, QueryVisits {
  readonly without_results: number;
  /** Share of the answers in the sample of which something was clicked; null where it has too few. */
  readonly clicked_share: number | null;
}

/** Of the sample. */
export interface UnclickedRow {
  readonly query: string;
  readonly responses: number;
  readonly devices: number;
  /** That answers with as many products usually have. */
  readonly expected_clicks: number;
}

export interface CorrectedRow extends QueryRow {
  /** What was looked for instead, mostly. */
  readonly corrected: string;
}

/** Of the sample. */
export interface RetypedRow {
  readonly query: string;
  readonly retyped: string;
  /** How often one followed the other. */
  readonly times: number;
  readonly responses: number;
}

/** Of the sample: products in places, not answers. */
export interface ShownRow {
  readonly name: string;
  readonly shown: number;
  readonly clicked: number;
  readonly rate: number;
  readonly expected_clicks: number;
  readonly expected_rate: number;
  readonly verdict: Verdict;
}

/** A listing by its stored text, and the query string that has the console's page of listings show it. */
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

/** Of the sample. Rates are shares of answers, with their 95 % interval; null where there are too few devices. */
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

/** Each table's rows and the order of its columns in files. */
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

/** What shoppers did in some days. */
export interface InsightsReport extends InsightTables {
  readonly range: { readonly from: string; readonly to: string };
  readonly sample: {
    /** Answers in all, and those whose clicks and purchases were looked up. */
    readonly responses: number;
    readonly read: number;
    /** The part of all answers that was meant to be read, 0 to 1. */
    readonly share: number;
  };
}
