import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { armName, HOLDOUT } from "../../../src/storefront/experiment.js";
import { eventsStem } from "../../../src/tracking/event-store.js";
import { queriesStem, type UbiQuery } from "../../../src/tracking/impressions.js";
import type { UbiEvent } from "../../../src/tracking/ubi-event.js";
import type { PurchasesDeps } from "../insights/purchases.js";

/**
 * Reads the newest responses to searches and listings that can be replayed, newest first. Only first pages with the
 * live configuration can be replayed, so the control group and variant B of an experiment are excluded.
 * @param most maximum number of responses, up to 10,000
 * @param conditions additional engine queries that the responses must match
 */
export async function readNewestResponses(
  engine: Engine,
  clientId: string,
  most: number,
  conditions: readonly object[] = [],
): Promise<UbiQuery[]> {
  const { hits } = await searchDocuments<UbiQuery>(engine, `${queriesStem(engine.prefix)}*`, {
    size: most,
    track_total_hits: false,
    query: {
      bool: {
        filter: [
          { term: { application: clientId } },
          { term: { "query_attributes.kind": "search" } },
          { term: { "query_attributes.first_position": 1 } },
          ...conditions,
        ],
        must_not: [
          { term: { "query_attributes.arm": HOLDOUT } },
          { wildcard: { "query_attributes.arm": armName("*", "B") } },
        ],
      },
    },
    sort: [{ timestamp: "desc" }, { query_id: "asc" }],
  });
  return hits.hits.map(({ _source }) => _source);
}

/** Fields of a stored response that train the click model. */
export interface LearntResponse extends Pick<
  UbiQuery,
  "query_id" | "client_id" | "user_query" | "query_response_hit_ids"
> {
  readonly query_attributes: Pick<UbiQuery["query_attributes"], "listing" | "first_position">;
}

const LEARNT_FIELDS = [
  ...["query_id", "client_id", "user_query", "query_response_hit_ids"],
  ...["listing", "first_position"].map((name) => `query_attributes.${name}`),
];
const LEARNT_RESPONSES = 10_000;

/**
 * Reads the newest responses to searches and listings, on all pages and for all shoppers. Responses with different
 * positions of the same products improve the click model.
 */
export async function readLearntResponses(engine: Engine, clientId: string): Promise<LearntResponse[]> {
  const { hits } = await searchDocuments<LearntResponse>(engine, `${queriesStem(engine.prefix)}*`, {
    size: LEARNT_RESPONSES,
    track_total_hits: false,
    _source: LEARNT_FIELDS,
    query: { bool: { filter: [{ term: { application: clientId } }, { term: { "query_attributes.kind": "search" } }] } },
    sort: [{ timestamp: "desc" }, { query_id: "asc" }],
  });
  return hits.hits.map(({ _source }) => _source);
}

/** Number of responses per engine request, and maximum number of clicks read per engine request. */
const RESPONSES_AT_ONCE = 500;
const CLICKS_AT_ONCE = 10_000;

/**
 * Returns, for each response (by `query_id`), the products that the shopper clicked or viewed. Variants are replaced by
 * their product.
 */
export async function readClicks(
  { engine, identify }: PurchasesDeps,
  clientId: string,
  responses: readonly Pick<UbiQuery, "query_id" | "client_id" | "query_response_hit_ids">[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const given = new Map(
    responses.map((one) => [one.query_id, { device: one.client_id, shown: new Set(one.query_response_hit_ids) }]),
  );
  const clicked = new Map<string, Set<string>>();
  for (let from = 0; from < responses.length; from += RESPONSES_AT_ONCE) {
    const ids = responses.slice(from, from + RESPONSES_AT_ONCE).map(({ query_id }) => query_id);
    const { hits } = await searchDocuments<ClickEvent>(engine, `${eventsStem(engine.prefix)}*`, {
      size: CLICKS_AT_ONCE,
      track_total_hits: false,
      _source: ["query_id", "client_id", "event_attributes.object.object_id"],
      query: {
        bool: {
          filter: [
            { term: { application: clientId } },
            { terms: { query_id: ids } },
            { terms: { action_name: ["list_click", "product_view"] } },
            { term: { "event_attributes.counts": true } },
          ],
        },
      },
    });
    const clicks = hits.hits.flatMap(({ _source: { query_id, client_id, event_attributes } }) => {
      const [response, name] = [given.get(query_id ?? ""), event_attributes.object?.object_id];
      // Ignores events that refer to another device's response.
      if (query_id === null || name === undefined || response?.device !== client_id) return [];
      return [{ query_id, name, isShown: response.shown.has(name) }];
    });
    const others = new Set(clicks.filter(({ isShown }) => !isShown).map(({ name }) => name));
    const products = others.size === 0 ? new Map<string, string>() : await identify(clientId, [...others]);
    for (const { query_id, name, isShown } of clicks) {
      const known = clicked.get(query_id) ?? new Set();
      clicked.set(query_id, known.add(isShown ? name : (products.get(name) ?? name)));
    }
  }
  return clicked;
}

type ClickEvent = Pick<UbiEvent, "query_id" | "client_id" | "event_attributes">;
