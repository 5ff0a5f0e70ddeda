import { CHOICES } from "../../../src/behaviour/index.js";
import { RESPONSE_FIELDS, ATTRIBUTION_MS, EVENT_FIELDS } from "./responses.js";
import { during, type DayRange } from "./range.js";
import { sampleCondition } from "./sample.js";

/** Whose answers, and when. */
export interface Requested {
  readonly clientId: string;
  readonly range: DayRange;
  /** Of purchases that say none: the storefront's, where it is known. */
  readonly currency?: string | undefined;
}

/** Answers are joined with what came of them so many at a time. */
export const BATCH = 1_000;
/** Events and typed searches are read so many at a time. */
export const PAGE = 5_000;
/** Purchases are read so many at a time, with what their devices chose before. */
export const PURCHASES = 500;

const ownIn = ({ clientId, range }: Requested) => [
  { term: { application: clientId } },
  { range: { timestamp: during(range) } },
];

const FIRST_PAGES = { bool: { must_not: [{ range: { "query_attributes.first_position": { gt: 1 } } }] } };
const SEARCHES = { term: { "query_attributes.kind": "search" } };
const TYPED = { exists: { field: "user_query" } };
/** Nothing is stored of a later page that is empty, nor of a request for none. */
const WITHOUT_RESULTS = { bool: { must_not: [{ exists: { field: "query_response_hit_ids" } }] } };

export const responsesQuery = (requested: Requested, share: number): object => ({
  bool: { filter: [...ownIn(requested), ...[sampleCondition(share) ?? []].flat()] },
});

const paged = (size: number, sort: readonly string[], after: readonly unknown[] | undefined) => ({
  size,
  track_total_hits: false,
  sort: sort.map((field) => ({ [field]: "asc" })),
  ...(after === undefined ? {} : { search_after: after }),
});

/** Stored documents are compressed in blocks, and these are scattered: their columns are read many times faster. */
const docValues = (fields: readonly string[]) => ({ _source: false, stored_fields: "_none_", docvalue_fields: fields });

/** By time, so that what comes of a batch is near it. */
export const responsesBody = (requested: Requested, share: number, after: readonly unknown[] | undefined): object => ({
  ...paged(BATCH, ["timestamp", "query_id"], after),
  _source: RESPONSE_FIELDS,
  query: responsesQuery(requested, share),
});

/** Bots count for nothing. */
const COUNTED = { term: { "event_attributes.counts": true } };

const eventsBody = (
  clientId: string,
  conditions: readonly object[],
  after: readonly unknown[] | undefined,
): object => ({
  ...paged(PAGE, ["_seq_no", "_index"], after),
  ...docValues(EVENT_FIELDS),
  query: { bool: { filter: [{ term: { application: clientId } }, ...conditions, COUNTED] } },
});

/** Behind the range, too: who has clicked on its last answers. */
export const choicesBody = (clientId: string, ids: readonly string[], after: readonly unknown[] | undefined): object =>
  eventsBody(clientId, [{ terms: { query_id: ids } }, { terms: { action_name: CHOICES } }], after);

/** Devices in a stretch of time, in milliseconds since 1970. */
export interface Devices {
  readonly devices: readonly string[];
  readonly from: number;
  readonly to: number;
}

const timestampIn = ({ from, to }: Devices) => ({
  range: { timestamp: { gte: new Date(from).toISOString(), lte: new Date(to).toISOString() } },
});

export const conversionsBody = (clientId: string, who: Devices, after: readonly unknown[] | undefined): object =>
  eventsBody(
    clientId,
    [
      { terms: { client_id: who.devices } },
      { terms: { action_name: ["add_to_cart", "transaction"] } },
      timestampIn(who),
    ],
    after,
  );

export const typedBody = (clientId: string, who: Devices, after: readonly unknown[] | undefined): object => ({
  ...paged(PAGE, ["timestamp", "query_id"], after),
  ...docValues(["client_id", "user_query", "timestamp"]),
  query: {
    bool: {
      filter: [
        { term: { application: clientId } },
        { terms: { client_id: who.devices } },
        timestampIn(who),
        ...[SEARCHES, TYPED, FIRST_PAGES],
      ],
    },
  },
});

/** Of searches typed, on all pages, by time unless another order is given. */
export const searchesBody = (
  requested: Requested,
  after: readonly unknown[] | undefined,
  sort: readonly string[] = ["timestamp", "query_id"],
): object => ({
  ...paged(PAGE, sort, after),
  ...docValues(["query_id", "client_id", "user_query", "timestamp"]),
  query: { bool: { filter: [...ownIn(requested), SEARCHES, TYPED] } },
});

/** Purchases with all that they say, by time: prices are no columns. Behind the range, too, as long as they may count for its answers. */
export const purchasesBody = ({ clientId, range }: Requested, after: readonly unknown[] | undefined): object => {
  const { gte, lt } = during(range);
  const until = new Date(Date.parse(lt) + ATTRIBUTION_MS).toISOString();
  return {
    ...paged(PURCHASES, ["timestamp", "_seq_no", "_index"], after),
    query: {
      bool: {
        filter: [
          { term: { application: clientId } },
          { term: { action_name: "transaction" } },
          { range: { timestamp: { gte, lte: until } } },
          COUNTED,
        ],
      },
    },
  };
};

/** What devices chose from answers. */
export const chosenBody = (clientId: string, who: Devices, after: readonly unknown[] | undefined): object =>
  eventsBody(
    clientId,
    [
      { terms: { client_id: who.devices } },
      { terms: { action_name: CHOICES } },
      { exists: { field: "query_id" } },
      timestampIn(who),
    ],
    after,
  );

export const namedResponsesBody = (clientId: string, ids: readonly string[]): object => ({
  size: ids.length,
  track_total_hits: false,
  _source: RESPONSE_FIELDS,
  query: { bool: { filter: [{ term: { application: clientId } }, { terms: { query_id: ids } }] } },
});

/** Spellings of queries that are read; they are joined afterwards where they differ in case or blanks alone. */
const SPELLINGS = 2_000;
const DEVICES = { devices: { cardinality: { field: "client_id" } } };
const byQuery = (aggs: object) => ({ terms: { field: "user_query", size: SPELLINGS }, aggs: { ...DEVICES, ...aggs } });

export const queriesBody = (requested: Requested): object => ({
  size: 0,
  query: { bool: { filter: [...ownIn(requested), SEARCHES, TYPED, FIRST_PAGES] } },
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
  query: { bool: { filter: [...ownIn(requested), FIRST_PAGES] } },
  aggs: {
    days: byDay(requested, {
      ...DEVICES,
      searches: { filter: { bool: { filter: [SEARCHES, TYPED] } } },
      without_results: { filter: { bool: { filter: [SEARCHES, TYPED, WITHOUT_RESULTS] } } },
      listings: { filter: { bool: { filter: [SEARCHES], must_not: [TYPED] } } },
      blocks: { filter: { bool: { must_not: [SEARCHES] } } },
    }),
  },
});

/** Clicks are of answers; what is put into carts and bought comes from anywhere. */
export const eventsByDayBody = (requested: Requested): object => ({
  size: 0,
  query: { bool: { filter: [...ownIn(requested), COUNTED] } },
  aggs: {
    days: byDay(requested, {
      clicks: {
        filter: { bool: { filter: [{ term: { action_name: "list_click" } }, { exists: { field: "query_id" } }] } },
      },
      carts: { filter: { term: { action_name: "add_to_cart" } } },
      purchases: { filter: { term: { action_name: "transaction" } } },
    }),
  },
});

/** How many answers showed each of some products. */
export const productResponsesBody = (requested: Requested, ids: readonly string[]): object => ({
  size: 0,
  track_total_hits: 1,
  query: { bool: { filter: ownIn(requested) } },
  aggs: { products: { terms: { field: "query_response_hit_ids", include: ids, size: ids.length } } },
});

const CLICKS = {
  bool: { filter: [{ terms: { action_name: ["list_click", "product_view"] } }, { exists: { field: "query_id" } }] },
};
const ORDERS = { term: { action_name: "transaction" } };

/** In how many answers each product was clicked, and how many orders it was in. @param names of each product, by which events have it */
export const productEventsBody = (requested: Requested, names: readonly (readonly string[])[]): object => ({
  size: 0,
  track_total_hits: false,
  query: { bool: { filter: [...ownIn(requested), COUNTED] } },
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
