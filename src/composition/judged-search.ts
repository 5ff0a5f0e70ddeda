import type { LiveCatalog } from "../catalog/live.js";
import type { Engine } from "../engine/engine.js";
import { place } from "../personalization/placement/placement.js";
import { search } from "../search/listing/page.js";
import type { Storefront } from "../storefront/client.js";
import { ANONYMOUS } from "../tracking/event.js";
import { assembleSearch, partsOfCommand } from "./assemble-search.js";

/** A catalogue that may not be live yet, and the configuration that it is to be searched by. */
export interface JudgedCatalog {
  readonly live: LiveCatalog;
  readonly storefront: Storefront;
}

/** Nobody is known. */
export const STRANGERS = {
  recall: () => Promise.resolve({ ranking: "anonymous", snapshot: null, viewed: [] } as const),
  recallFrozen: () => Promise.resolve(null),
  place,
};

/** Searches a catalogue just as strangers are served; nothing is remembered. @returns product identifiers, best first */
export function createJudgedSearch(
  engine: Engine,
): (catalog: JudgedCatalog, query: string, limit: number) => Promise<string[]> {
  const liveCatalogs = { get: () => Promise.resolve(undefined) };
  const deps = assembleSearch({ ...partsOfCommand(engine), personalizer: STRANGERS, liveCatalogs });
  return async ({ live, storefront }, query, limit) => {
    const body = { user: { device_id: ANONYMOUS }, query, limit, projection: [] };
    const { items } = await search({ ...deps, liveCatalogs: { get: () => Promise.resolve(live) } }, storefront, body);
    return items.map(({ product_identifier }) => product_identifier);
  };
}
