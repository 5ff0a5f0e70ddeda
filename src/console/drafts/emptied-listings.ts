import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import type { LiveCatalog, LiveCatalogs } from "../../catalog/live.js";
import type { Engine } from "../../engine/engine.js";
import { searchDocuments } from "../../engine/search-documents.js";
import { ServiceError } from "../../errors.js";
import { startSearch, type StartDeps } from "../../search/search.js";
import type { SearchBody } from "../../search/request-schema.js";
import type { Storefront } from "../../storefront/client.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { ANONYMOUS } from "../../tracking/event.js";
import { queriesStem } from "../../tracking/impressions.js";
import { frequentValues } from "../frequent-values.js";
import { changedRules } from "./changed-rules.js";

/** A listing or search that finds products now and would find none. */
export interface EmptiedListing {
  readonly query?: string;
  readonly filters?: Readonly<Record<string, unknown>>;
  /** How many products it finds now. */
  readonly products: number;
  /** The moment at which it would be empty, where a rule begins later. ISO 8601 UTC. */
  readonly from?: string;
}

export interface EmptiedDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** Searches as strangers are answered; nothing is remembered. */
  readonly search: StartDeps;
}

const MAX_CATEGORIES = 300;
const MAX_SEARCHES = 300;
const LATELY = "30d";
const MAX_SCOPES = 300;
const MAX_SCOPES_OF_RULE = 20;
const MAX_MOMENTS = 3;
const AT_ONCE = 8;

type Asked = Pick<EmptiedListing, "query" | "filters">;

/**
 * Counts the most frequent categories, what shoppers typed most, and what the changed rules are for, before and after, with
 * the search that serves shoppers; also at the moments at which changed rules begin.
 * @param after the storefront as it would be
 */
export async function emptiedListings(
  deps: EmptiedDeps,
  before: Storefront,
  after: Storefront,
  signal?: AbortSignal,
): Promise<EmptiedListing[]> {
  const live = await deps.liveCatalogs.get(before.client_id);
  if (live === undefined) return [];
  const rules = changedRules(before.configuration.rules, after.configuration.rules);
  const [categories, typed] = await Promise.all([
    categoryListings(deps.engine, live),
    typedSearches(deps.engine, before.client_id),
  ]);
  const listings = uniqueOf([...categories, ...typed, ...scopesOf(rules)]);
  const now = deps.search.chains.now();
  const emptied: EmptiedListing[] = [];
  let left: readonly Asked[] = listings;
  for (const at of [now, ...beginnings(rules, now)]) {
    const totals = await countAll(deps, after, left, at, signal);
    const empty = left.filter((_, place) => totals[place] === 0);
    const had = await countAll(deps, before, empty, at, signal);
    const from = at === now ? {} : { from: new Date(at).toISOString() };
    emptied.push(
      ...empty.flatMap((one, place) => {
        const products = had[place] ?? 0;
        return products === 0 ? [] : [{ ...one, products, ...from }];
      }),
    );
    left = left.filter((_, place) => totals[place] !== 0);
  }
  return emptied;
}

/** A rule is often for what is typed most. */
const uniqueOf = (listings: readonly Asked[]): Asked[] => [
  ...new Map(listings.map((one) => [JSON.stringify([one.query, one.filters]), one])).values(),
];

async function countAll(
  { search }: EmptiedDeps,
  storefront: Storefront,
  listings: readonly Asked[],
  at: number,
  signal?: AbortSignal,
): Promise<number[]> {
  const deps: StartDeps = { ...search, chains: { ...search.chains, now: () => at } };
  const totals: number[] = [];
  for (let from = 0; from < listings.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    totals.push(
      ...(await Promise.all(listings.slice(from, from + AT_ONCE).map((one) => count(deps, storefront, one)))),
    );
  }
  return totals;
}

/** A request that one of the configurations refuses finds nothing by it. */
async function count(deps: StartDeps, storefront: Storefront, asked: Asked): Promise<number> {
  const body: SearchBody = { user: { device_id: ANONYMOUS }, ...asked, limit: 0, facets: { keys: [] } };
  try {
    return (await startSearch(deps, storefront, body)).found.counts.total;
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}

async function categoryListings(engine: Engine, { index }: LiveCatalog): Promise<Asked[]> {
  const [values = []] = await frequentValues(engine, index, [{ field: CATEGORIES_LEAF, size: MAX_CATEGORIES }]);
  return values.map(({ value }) => ({ filters: { [CATEGORIES_LEAF]: value } }));
}

interface Typed {
  readonly typed: { readonly buckets: readonly { readonly key: string }[] };
}

/** What was typed most often of late. */
async function typedSearches(engine: Engine, clientId: string): Promise<Asked[]> {
  const { aggregations } = await searchDocuments<never, Typed>(engine, `${queriesStem(engine.prefix)}*`, {
    ...{ size: 0, track_total_hits: false },
    query: {
      bool: { filter: [{ term: { application: clientId } }, { range: { timestamp: { gte: `now-${LATELY}` } } }] },
    },
    aggs: { typed: { terms: { field: "user_query", size: MAX_SEARCHES } } },
  });
  return (aggregations?.typed.buckets ?? []).map(({ key }) => ({ query: key }));
}

/** The requests that rules name: each of their queries with each of their categories. */
export function scopesOf(rules: readonly Pick<Rule, "when">[]): Asked[] {
  return rules
    .flatMap(({ when: { queries, categories, filters } }) => {
      const within = (categories.length === 0 ? [[]] : categories.map((one) => [{ [CATEGORIES_LEAF]: one }])).map(
        (conditions) => [...conditions, ...(filters === null ? [] : [filters])],
      );
      const typed = queries.length === 0 ? [undefined] : queries;
      return typed
        .flatMap((query) => within.map((conditions) => asked(query, conditions)))
        .slice(0, MAX_SCOPES_OF_RULE);
    })
    .slice(0, MAX_SCOPES);
}

function asked(query: string | undefined, conditions: readonly NonNullable<Asked["filters"]>[]): Asked {
  const [first, ...others] = conditions;
  const filters = others.length === 0 ? first : { $and: conditions };
  return { ...(query === undefined ? {} : { query }), ...(filters === undefined ? {} : { filters }) };
}

/** The next moments at which changed rules begin. */
const beginnings = (rules: readonly Rule[], now: number): number[] =>
  [...new Set(rules.flatMap(({ starts_at }) => (starts_at === null ? [] : [Date.parse(starts_at)])))]
    .filter((at) => at > now)
    .sort((one, other) => one - other)
    .slice(0, MAX_MOMENTS);
