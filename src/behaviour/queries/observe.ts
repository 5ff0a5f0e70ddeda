import { groupedBy } from "../../lib/grouped-by.js";
import type { Engine } from "../../engine/engine.js";
import type { UbiQuery } from "../../tracking/impressions.js";
import { ANONYMOUS } from "../../tracking/event.js";
import { monthOf, monthsBefore } from "../../tracking/month.js";
import { shopperId } from "../../tracking/shopper-id.js";
import { findImpressions, type StoredResponse, type StoredEvent } from "../../tracking/tail.js";
import { type FindProducts, interestOf, visitsIn } from "../visited.js";
import { CATEGORIES_FIELD } from "../../catalog/fields.js";
import { tokenValues } from "../../catalog/taste-tokens.js";
import {
  emptyQueries,
  type LearnedQuery,
  learnQueries,
  type QueryRecord,
  type TypedQuery,
  withoutShoppers,
} from "./query-record.js";
import { changeDocument, getDocument, getDocuments } from "../../engine/documents.js";

export interface ObserveDeps {
  readonly engine: Engine;
  /** The times at which devices were forgotten, in milliseconds since 1970. Contains only forgotten devices. */
  readonly forgottenAt: (clientId: string, devices: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly find: FindProducts;
}

/** Key prefixes for the last counted response and event, because responses and events have separate sequence numbers. */
const RESPONSES = "answers ";
const EVENTS = "events ";

/**
 * Adds typed queries, and the products chosen from their results, to the query record of each storefront. Responses and events that are
 * read again are not counted again.
 */
export async function learnTyped(
  deps: ObserveDeps,
  responses: readonly StoredResponse[],
  events: readonly StoredEvent[],
): Promise<void> {
  for (const observed of [responses.flatMap(searchIn), await choicesIn(deps, events)]) {
    for (const [clientId, own] of groupedBy(observed, ({ client_id }) => client_id)) {
      // Check for erased shoppers in every attempt, because an erasure writes its tombstone before changing queries.
      await changeQueries(deps.engine, clientId, async (before) =>
        learnQueries(before, await permitted(deps, clientId, own)),
      );
    }
  }
}

/** Returns the typed query of a stored response that has hits. */
function searchIn({ response, position: { month, number } }: StoredResponse): ObservedQuery[] {
  if (response.query_response_hit_ids.length === 0) return [];
  const happened = { did: "search" as const, at: Date.parse(response.timestamp) };
  return observe(response, { ...happened, position: { month: RESPONSES + month, number } });
}

/** Returns the products that shoppers chose from search results. Each event contains the id of its search response. */
async function choicesIn(deps: ObserveDeps, events: readonly StoredEvent[]): Promise<ObservedQuery[]> {
  const chosen = events.filter(({ event }) => event.recommendation_id !== null && interestOf(event) !== null);
  const months = new Set(chosen.flatMap(({ event }) => monthsAround(event.received_at)));
  const ids = chosen.flatMap(({ event }) => event.recommendation_id ?? []);
  const responses =
    ids.length === 0 ? new Map<string, UbiQuery>() : await findImpressions(deps.engine, ids, [...months]);
  const own = chosen.flatMap(({ event, position }) => {
    const response = responses.get(event.recommendation_id ?? "");
    // Ignore events that refer to a response sent to another device, because that device typed the query.
    const isOwn = response?.application === event.client_id && response.client_id === event.device_id;
    return isOwn && response.user_query !== null ? [{ event, position, response }] : [];
  });
  return (await visitsIn(own, deps.find)).flatMap(({ stored: { event, position, response }, products }) => {
    const { month, number } = position;
    // Counts only the products of a basket that are also products of the response.
    const shown = products.filter(({ id }) => response.query_response_hit_ids.includes(id));
    const categories = [...new Set(shown.flatMap(({ tokens }) => tokenValues(tokens, CATEGORIES_FIELD)))];
    const happened = { did: "choice" as const, at: Math.min(event.occurred_at, event.received_at) };
    return observe(response, { ...happened, categories, position: { month: EVENTS + month, number } });
  });
}

/** A query that a shopper typed on a device. */
interface ObservedQuery {
  readonly client_id: string;
  readonly device_id: string;
  readonly typed: TypedQuery;
}

function observe(response: UbiQuery, happened: Omit<TypedQuery, "query" | "shopper">): ObservedQuery[] {
  const { application: client_id, client_id: device_id, user_query: query } = response;
  if (query === null || device_id === ANONYMOUS) return [];
  return [{ client_id, device_id, typed: { query, shopper: shopperHash(client_id, device_id), ...happened } }];
}

/** Returns the given month and the previous month, because a page may be opened in one month and clicked in the next one. */
const monthsAround = (at: number): string[] => [monthOf(at), monthsBefore(monthOf(at), 1)];

/** Removes the queries that were typed on forgotten devices before the devices were forgotten. */
export async function permitted(
  { forgottenAt }: Pick<ObserveDeps, "forgottenAt">,
  clientId: string,
  observed: readonly ObservedQuery[],
): Promise<readonly TypedQuery[]> {
  const forgotten = await forgottenAt(clientId, [...new Set(observed.map(({ device_id }) => device_id))]);
  return observed
    .filter(({ device_id, typed }) => typed.at > (forgotten.get(device_id) ?? -Infinity))
    .map(({ typed }) => typed);
}

const indexOf = ({ prefix }: Engine) => `${prefix}query-signals`;

/** Reads the query record of a storefront in real time. */
export async function readQueries(engine: Engine, clientId: string): Promise<QueryRecord> {
  const found = await getDocument<QueryRecord>(engine, indexOf(engine), clientId);
  return found?.source ?? emptyQueries(clientId);
}

/** Returns the sequence number of the query record, which changes with every change of the record. */
export async function queriesState(engine: Engine, clientId: string): Promise<number> {
  const [found] = await getDocuments<QueryRecord>(engine, indexOf(engine), [clientId], { includes: ["client_id"] });
  return found?.seq_no ?? -1;
}

/**
 * Changes the query record by compare-and-set.
 * @param next returns the new record, or the received record to skip the write
 * @throws {EngineUnavailableError} if every attempt conflicts with a concurrent change
 */
export async function changeQueries(
  engine: Engine,
  clientId: string,
  next: (before: QueryRecord) => QueryRecord | Promise<QueryRecord>,
): Promise<void> {
  const empty = emptyQueries(clientId);
  await changeDocument(engine, indexOf(engine), clientId, async (stored: QueryRecord | undefined) => {
    const after = await next(stored ?? empty);
    return after === empty ? undefined : after;
  });
}

/**
 * Removes devices from the query record. The record is always written, so that a concurrent learner has to retry and finds the tombstone.
 * @returns the number of removed queries, which no other shopper typed, and the number of anonymized queries
 */
export async function removeShoppers(
  engine: Engine,
  clientId: string,
  devices: readonly string[],
): Promise<{ readonly removed: number; readonly anonymized: number }> {
  const hashes = new Set(devices.map((device) => shopperHash(clientId, device)));
  let counts = { removed: 0, anonymized: 0 };
  await changeQueries(engine, clientId, (before) => {
    const after = withoutShoppers(before, hashes);
    const removed = before.queries.length - after.queries.length;
    const touched = before.queries.filter((query) => names(query, hashes)).length;
    counts = { removed, anonymized: touched - removed };
    return after;
  });
  return counts;
}

const names = ({ shoppers, last_search, last_choice, chosen }: LearnedQuery, hashes: ReadonlySet<string>): boolean =>
  [...shoppers, last_search, last_choice, ...(chosen?.shoppers ?? [])].some((one) => one !== null && hashes.has(one));

/** Returns a shortened hash of a device id, because a query record contains thousands of hashes. */
export const shopperHash = (client_id: string, id: string): string =>
  shopperId({ client_id, kind: "device", id }).slice(0, 12);
