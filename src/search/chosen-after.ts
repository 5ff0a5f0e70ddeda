import { type ChosenCategories, chosenIn, intentOf, queriesState, readQueries } from "../behaviour/index.js";
import type { Cache, Kind } from "../lib/cache.js";
import { lowered } from "../lib/folded.js";
import { type Context, warned } from "../context.js";
import { createRefreshed, type Refreshed } from "../storefront/refreshed.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { SearchRequest } from "./listing/parse.js";
import { ranksByCategory } from "./text/query-categories.js";

/** The categories that shoppers of a storefront chose after a query, cached in memory. */
export interface ChosenAfter {
  /** Returns the categories chosen after a query, or undefined if no categories are known or the read failed. The promise never rejects. */
  get(clientId: string, query: string): Promise<ChosenCategories | undefined>;
}

interface Known {
  /** The version of the stored state that this data was read from. */
  readonly state: number;
  readonly queries: ReadonlyMap<string, ChosenCategories>;
}

interface CachedQueries {
  readonly known: Refreshed<Known>;
  readonly queries: number;
}

const CHOSEN_AFTER: Kind<CachedQueries> = { name: "chosen_after", bytesOf: ({ queries }) => 1_000 + 600 * queries };

/**
 * Loads the categories that shoppers choose after queries, for each storefront that receives searches. Reloads the categories after each
 * learning run.
 */
export function createChosenAfter(context: Context, cache: Cache): ChosenAfter {
  const { engine, elapsed } = context;
  const onFailure = warned(context, "failed to load the categories that shoppers choose after queries");

  function open(clientId: string): Refreshed<Known> {
    const load = async (previous: Known | undefined) => {
      const state = await queriesState(engine, clientId);
      if (previous?.state === state) return previous;
      const known = { state, queries: chosenIn(await readQueries(engine, clientId)) };
      cache.set(CHOSEN_AFTER, clientId, { known: refreshed, queries: known.queries.size });
      return known;
    };
    const refreshed = createRefreshed<Known>(elapsed, load, onFailure);
    cache.set(CHOSEN_AFTER, clientId, { known: refreshed, queries: 0 });
    return refreshed;
  }

  return {
    async get(clientId, query) {
      const refreshed = cache.get(CHOSEN_AFTER, clientId)?.known ?? open(clientId);
      const known = await refreshed.current().catch(() => undefined);
      return known?.queries.get(lowered(query));
    },
  };
}

/**
 * Returns the category that shoppers choose after this query. Null if the category is unknown, or if categories do not influence the order.
 */
export async function intentFor(
  chosenAfter: ChosenAfter,
  clientId: string,
  request: Pick<SearchRequest, "query" | "limit" | "sort">,
  configuration: Pick<StorefrontConfiguration, "search" | "suggest" | "fields">,
): Promise<string | null> {
  if (request.query === null || !ranksByCategory(request, configuration)) return null;
  const chosen = await chosenAfter.get(clientId, request.query);
  const { search, suggest } = configuration;
  return (chosen && intentOf(chosen, suggest.shoppers, search.intent_share)) ?? null;
}
