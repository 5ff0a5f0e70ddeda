import { LRUCache } from "lru-cache";
import { chosenIn } from "../../behaviour/queries/query-record.js";
import { lowered } from "../../lib/folded.js";
import type { ChosenCategories } from "../../behaviour/queries/chosen-categories.js";
import { queriesState, readQueries } from "../../behaviour/queries/query-store.js";
import type { Engine } from "../../engine/engine.js";
import { createRefreshed, type Refreshed } from "../../storefront/refreshed.js";

/** The categories that shoppers of a storefront chose after a query, cached in memory. */
export interface ChosenAfter {
  /** Undefined where nothing is known, and while it cannot be read: searches go without. Never fails. */
  get(clientId: string, query: string): Promise<ChosenCategories | undefined>;
}

export interface ChosenAfterDeps {
  readonly engine: Engine;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
  /** Told that what was learnt cannot be read. */
  readonly onFailure: (error: unknown) => void;
}

/** About 600 bytes each, of all storefronts together. */
const MAX_QUERIES = 50_000;

interface Known {
  /** The version of the stored state that it was made from. */
  readonly state: number;
  readonly queries: ReadonlyMap<string, ChosenCategories>;
}

/** Reads it for the storefronts that are searched, and again when more has been learnt. */
export function createChosenAfter({ engine, now, onFailure }: ChosenAfterDeps): ChosenAfter {
  const places = new LRUCache<string, Refreshed<Known>>({ maxSize: MAX_QUERIES });

  function open(clientId: string): Refreshed<Known> {
    const place = createRefreshed<Known>({
      ...{ now, onFailure },
      load: async (previous) => {
        const state = await queriesState(engine, clientId);
        if (previous?.state === state) return previous;
        const known = { state, queries: chosenIn(await readQueries(engine, clientId)) };
        places.set(clientId, place, { size: 1 + known.queries.size });
        return known;
      },
    });
    places.set(clientId, place, { size: 1 });
    return place;
  }

  return {
    async get(clientId, query) {
      const place = places.get(clientId) ?? open(clientId);
      const known = await place.current().catch(() => undefined);
      return known?.queries.get(lowered(query));
    },
  };
}
