import { CHOICES } from "../../../src/behaviour/index.js";
import { RESPONSE_FIELDS, ATTRIBUTION_MS, EVENT_FIELDS } from "./responses.js";
import { during, type DayRange } from "./range.js";
import type { SortedBody } from "./pages.js";
import { sampleCondition } from "./sample.js";

/** Client and date range of a report. */
export interface Requested {
  readonly clientId: string;
  readonly range: DayRange;
  /** Currency that is assumed for purchases without a currency: the storefront's currency, if known. */
  readonly currency?: string | undefined;
  /** Whether the sample contains only responses to typed searches. */
  readonly isSearchesOnly?: boolean;
}

/** Number of responses per batch. The responses of a batch are joined with their events in memory. */
export const BATCH = 1_000;
/** Number of events or typed searches per engine request. */
const PAGE = 5_000;
/**
 * Number of purchases per engine request. The number is small, because earlier clicks of the purchasing devices are
 * read for each request.
 */
const PURCHASES = 500;

const filtered = (...filter: readonly object[]) => ({ bool: { filter } });

const ownIn = ({ clientId, range }: Requested) => [
  { term: { application: clientId } },
  { range: { timestamp: during(range) } },
];

const FIRST_PAGES = { bool: { must_not: [{ range: { "query_attributes.first_position": { gt: 1 } } }] } };
const SEARCHES = { term: { "query_attributes.kind": "search" } };
const TYPED = { exists: { field: "user_query" } };
/** Matches responses without products. A page without products is stored only if it is the first page. */
const WITHOUT_RESULTS = { bool: { must_not: [{ exists: { field: "query_response_hit_ids" } }] } };

export const responsesQuery = (requested: Requested, share: number): object =>
  filtered(
    ...ownIn(requested),
    ...(requested.isSearchesOnly === true ? [SEARCHES, TYPED] : []),
    ...[sampleCondition(share) ?? []].flat(),
  );

const sorted = (size: number, ...sort: readonly string[]) => ({
  size,
  track_total_hits: false,
  sort: sort.map((field) => ({ [field]: "asc" })),
});

/**
 * Reads columns (doc values) instead of stored documents. This is many times faster, because the documents are
 * scattered over compressed blocks.
 */
const docValues = (...fields: readonly string[]) => ({
  _source: false,
  stored_fields: "_none_",
  docvalue_fields: fields,
});

/** Builds an engine request for responses, sorted by time, so that the events of a batch are close in time. */
export const responsesBody = (requested: Requested, share: number): SortedBody => ({
  ...sorted(BATCH, "timestamp", "query_id"),
  _source: RESPONSE_FIELDS,
  query: responsesQuery(requested, share),
});

/** Excludes bots. */
const COUNTED = { term: { "event_attributes.counts": true } };
const CHOSEN = { terms: { action_name: CHOICES } };
const ORDERS = { term: { action_name: "transaction" } };
const OF_RESPONSES = { exists: { field: "query_id" } };

const eventsBody = (clientId: string, ...conditions: readonly object[]): SortedBody => ({
  ...sorted(PAGE, "_seq_no", "_index"),
  ...docValues(...EVENT_FIELDS),
  query: filtered({ term: { application: clientId } }, ...conditions, COUNTED),
});

/**
 * Builds an engine request for clicks and other actions on products of responses. Events after the range are included,
 * because they may refer to the last responses.
 */
export const choicesBody = (clientId: string, ids: readonly string[]): SortedBody =>
  eventsBody(clientId, { terms: { query_id: ids } }, CHOSEN);

/** Selects the events of devices in a period. Times are in milliseconds since 1970. */
export interface Devices {
  readonly devices: readonly string[];
  readonly from: number;
  readonly to: number;
}

const doneBy = ({ devices, from, to }: Devices) => [
  { terms: { client_id: devices } },
  { range: { timestamp: { gte: new Date(from).toISOString(), lte: new Date(to).toISOString() } } },
];

export const conversionsBody = (clientId: string, who: Devices): SortedBody =>
  eventsBody(clientId, ...doneBy(who), { terms: { action_name: ["add_to_cart", "transaction"] } });

/** Builds an engine request for click, view and add-to-cart events on products of a response. */
export const chosenBody = (clientId: string, who: Devices): SortedBody =>
  eventsBody(clientId, ...doneBy(who), CHOSEN, OF_RESPONSES);

export const typedBody = (clientId: string, who: Devices): SortedBody => ({
  ...sorted(PAGE, "timestamp", "query_id"),
  ...docValues("client_id", "user_query", "timestamp"),
  query: filtered({ term: { application: clientId } }, ...doneBy(who), SEARCHES, TYPED, FIRST_PAGES),
});

/** Builds an engine request for typed searches, including their later pages. */
export const searchesBody = (requested: Requested, ...sort: readonly string[]): SortedBody => ({
  ...sorted(PAGE, ...sort),
  ...docValues("query_id", "client_id", "user_query", "timestamp"),
  query: filtered(...ownIn(requested), SEARCHES, TYPED),
});

/**
 * Builds an engine request for purchases, sorted by time. The request reads whole documents, because prices are not
 * available as columns. Purchases after the range are included, because they may count for responses of the range. For
 * a range with `until`, later purchases are excluded, because the range is compared with a range that ends now.
 */
export function purchasesBody({ clientId, range }: Requested): SortedBody {
  const { gte, lt } = during(range);
  const lte = new Date(range.until ?? Date.parse(lt) + ATTRIBUTION_MS).toISOString();
  return {
    ...sorted(PURCHASES, "timestamp", "_seq_no", "_index"),
    query: filtered({ term: { application: clientId } }, ORDERS, { range: { timestamp: { gte, lte } } }, COUNTED),
  };
}

export const namedResponsesBody = (clientId: string, ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  _source: RESPONSE_FIELDS,
  query: filtered({ term: { application: clientId } }, { terms: { query_id: ids } }),
});

/**
 * Maximum number of query spellings in an engine response. Spellings that differ only in case or whitespace are merged
 * afterwards.
 */
const SPELLINGS = 2_000;
const DEVICES = { devices: { cardinality: { field: "client_id" } } };
const byQuery = (aggs: object) => ({ terms: { field: "user_query", size: SPELLINGS }, aggs: { ...DEVICES, ...aggs } });

export const queriesBody = (requested: Requested): object => ({
  size: 0,
  query: filtered(...ownIn(requested), SEARCHES, TYPED, FIRST_PAGES),
  aggs: {
    frequent: byQuery({ empty: { filter: WITHOUT_RESULTS } }),
    without_results: { filter: WITHOUT_RESULTS, aggs: { queries: byQuery({}) } },
    corrected: {
      filter: { exists: { field: "query_attributes.corrected" } },
      aggs: { queries: byQuery({ corrected: { terms: { field: "query_attributes.corrected", size: 1 } } }) },
    },
  },
});

const byDay = ({ range: { from, to } }: Requested, aggs: object) => ({
  date_histogram: {
    field: "timestamp",
    calendar_interval: "day",
    min_doc_count: 0,
    format: "yyyy-MM-dd",
    extended_bounds: { min: from, max: to },
  },
  aggs,
});

export const responsesByDayBody = (requested: Requested): object => ({
  size: 0,
  query: filtered(...ownIn(requested), FIRST_PAGES),
  aggs: {
    days: byDay(requested, {
      ...DEVICES,
      searches: { filter: filtered(SEARCHES, TYPED) },
      without_results: { filter: filtered(SEARCHES, TYPED, WITHOUT_RESULTS) },
      listings: { filter: { bool: { filter: [SEARCHES], must_not: [TYPED] } } },
      blocks: { filter: { bool: { must_not: [SEARCHES] } } },
    }),
  },
});

/**
 * Builds an engine request that counts events by day. Clicks count only if they refer to a response; cart events and
 * purchases always count.
 */
export const eventsByDayBody = (requested: Requested): object => ({
  size: 0,
  query: filtered(...ownIn(requested), COUNTED),
  aggs: {
    days: byDay(requested, {
      clicks: { filter: filtered({ term: { action_name: "list_click" } }, OF_RESPONSES) },
      carts: { filter: { term: { action_name: "add_to_cart" } } },
      purchases: { filter: ORDERS },
    }),
  },
});

/** Builds an engine request that counts, for each product, the responses that contain the product. */
export const productResponsesBody = (requested: Requested, ids: readonly string[]): object => ({
  size: 0,
  track_total_hits: 1,
  query: filtered(...ownIn(requested)),
  aggs: { products: { terms: { field: "query_response_hit_ids", include: ids, size: ids.length } } },
});

const CLICKS = filtered({ terms: { action_name: ["list_click", "product_view"] } }, OF_RESPONSES);

/**
 * Builds an engine request that counts, for each product, the responses in which the product was clicked and the orders
 * that contain the product.
 * @param names for each product, the product and variant identifiers that events may contain
 */
export const productEventsBody = (requested: Requested, names: readonly (readonly string[])[]): object => ({
  size: 0,
  track_total_hits: false,
  query: filtered(...ownIn(requested), COUNTED),
  aggs: {
    any: { filters: { filters: { clicks: CLICKS, orders: ORDERS } } },
    products: {
      filters: { filters: names.map((own) => ({ terms: { "event_attributes.products.id": own } })) },
      aggs: {
        clicks: { filter: CLICKS, aggs: { each: { cardinality: { field: "query_id" } } } },
        orders: { filter: ORDERS, aggs: { each: { cardinality: { field: "event_attributes.object.object_id" } } } },
      },
    },
  },
});
