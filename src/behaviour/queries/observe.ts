import { hashOf } from "../../lib/hash.js";
import { groupedBy } from "../../lib/grouped-by.js";
import type { Engine } from "../../engine/engine.js";
import type { UbiQuery } from "../../tracking/impressions.js";
import { ANONYMOUS, type ShopperEvent } from "../../tracking/event.js";
import { monthOf, monthsBefore } from "../../tracking/month.js";
import { findImpressions, type MonthsRead, type Tail } from "../../tracking/tail.js";
import { CHOICES, visitedIn } from "../visited.js";
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
  /** When devices were forgotten, milliseconds since 1970; only of those that were. */
  readonly forgottenAt: (clientId: string, devices: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Looks products up by the names that storefronts use; unknown names are missing from the result. */
  readonly describe: (clientId: string, names: readonly string[]) => Promise<ReadonlyMap<string, ChosenProduct>>;
}

interface ChosenProduct {
  /** As answers have it. */
  readonly id: string;
  /** Each the deepest of its branch. */
  readonly categories: readonly string[];
}

/** Answers and events have numbers of their own, which are counted apart. */
const ANSWERS = "answers ";
const EVENTS = "events ";

/**
 * Adds the queries that shoppers typed and what they chose from the results to the records of their storefronts. Reading
 * the same impressions or events again counts nothing twice.
 */
export async function learnTyped(deps: ObserveDeps, impressions: MonthsRead<UbiQuery>, tail: Tail): Promise<void> {
  for (const observed of [searchesIn(impressions), await choicesIn(deps, tail)]) {
    for (const [clientId, own] of groupedBy(observed, ({ client_id }) => client_id)) {
      // Read again for every attempt: an erasure writes its tombstone first, and changes the record then.
      await changeQueries(deps.engine, clientId, async (before) =>
        learnQueries(before, await permitted(deps, clientId, own)),
      );
    }
  }
}

/** Typed queries that found something, from stored impressions. */
function searchesIn({ documents, positions }: MonthsRead<UbiQuery>): ObservedQuery[] {
  return documents.flatMap((answer, at) => {
    const { month, number } = positions[at] as (typeof positions)[number];
    if (answer.query_response_hit_ids.length === 0) return [];
    const happened = { did: "search" as const, at: Date.parse(answer.timestamp) };
    return observe(answer, { ...happened, position: { month: ANSWERS + month, number } });
  });
}

/** Choices from results, from events that name the impression they come from. */
async function choicesIn(deps: ObserveDeps, { events, positions }: Tail): Promise<ObservedQuery[]> {
  const chosen = events.flatMap((event, at) =>
    isChoice(event) ? [{ event, position: positions[at] as (typeof positions)[number] }] : [],
  );
  const months = new Set(chosen.flatMap(({ event }) => monthsAround(event.received_at)));
  const ids = chosen.flatMap(({ event }) => event.recommendation_id ?? []);
  const answers = ids.length === 0 ? new Map<string, UbiQuery>() : await findImpressions(deps.engine, ids, [...months]);
  const own = chosen.flatMap(({ event, position }) => {
    const answer = answers.get(event.recommendation_id ?? "");
    // Whoever reports an answer that another device was given does not speak of what it typed.
    const isOwn = answer?.application === event.client_id && answer.client_id === event.device_id;
    return isOwn && answer.user_query !== null ? [{ event, position, answer }] : [];
  });
  const categoriesOf = await describeChoices(deps, own);
  return own.flatMap(({ event, position: { month, number }, answer }) => {
    const happened = { did: "choice" as const, at: Math.min(event.occurred_at, event.received_at) };
    const categories = categoriesOf(event, answer.query_response_hit_ids);
    return observe(answer, { ...happened, categories, position: { month: EVENTS + month, number } });
  });
}

type CategoriesOf = (event: ShopperEvent, shown: readonly string[]) => readonly string[];

/** Of a basket, only what the answer showed was chosen from it. */
async function describeChoices(
  { describe }: ObserveDeps,
  chosen: readonly { readonly event: ShopperEvent }[],
): Promise<CategoriesOf> {
  const names = new Map<string, Set<string>>();
  for (const { event } of chosen) {
    const own = names.get(event.client_id) ?? new Set();
    for (const { id } of visitedIn(event)) own.add(id);
    names.set(event.client_id, own);
  }
  const known = new Map(
    await Promise.all([...names].map(async ([client, own]) => [client, await describe(client, [...own])] as const)),
  );
  return (event, shown) => {
    const products = visitedIn(event).flatMap(({ id }) => known.get(event.client_id)?.get(id) ?? []);
    return [...new Set(products.filter(({ id }) => shown.includes(id)).flatMap(({ categories }) => categories))];
  };
}

/** One query that a device typed. */
interface ObservedQuery {
  readonly client_id: string;
  readonly device_id: string;
  readonly typed: TypedQuery;
}

function observe(answer: UbiQuery, happened: Omit<TypedQuery, "query" | "shopper">): ObservedQuery[] {
  const { application: client_id, client_id: device_id, user_query: query } = answer;
  if (query === null || device_id === ANONYMOUS) return [];
  return [{ client_id, device_id, typed: { query, shopper: shopperHash(client_id, device_id), ...happened } }];
}

const isChoice = ({ type, counts, recommendation_id }: ShopperEvent) =>
  counts && recommendation_id !== null && CHOICES.includes(type);

/** A page that was opened before midnight is clicked on after it. */
const monthsAround = (at: number): string[] => [monthOf(at), monthsBefore(monthOf(at), 1)];

/** Without what forgotten devices typed before they were. */
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

/** Reads the queries that shoppers of a storefront typed, in real time. */
export async function readQueries(engine: Engine, clientId: string): Promise<QueryRecord> {
  const found = await getDocument<QueryRecord>(engine, indexOf(engine), clientId);
  return found?.source ?? emptyQueries(clientId);
}

/** Names a state of it: another one whenever more has been learnt. */
export async function queriesState(engine: Engine, clientId: string): Promise<number> {
  const [found] = await getDocuments<QueryRecord>(engine, indexOf(engine), [clientId], { includes: ["client_id"] });
  return found?.seq_no ?? -1;
}

/** Changes it by compare-and-set. @param next what comes back as it was passed is not written @throws EngineUnavailableError when others are always faster */
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
 * Takes devices out of what is typed. It is written even where none of them is in it: whoever learns from one of them at the
 * same time then has to look again, and meets its tombstone.
 * @returns how many queries nobody else has typed, which are gone, and how many stay without them
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

/** A hash of the shopper, different in each storefront. */
export const shopperHash = (clientId: string, deviceId: string): string =>
  hashOf([clientId, deviceId]).slice(0, 12);
