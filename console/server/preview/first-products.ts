import type { LiveCatalog } from "../../../src/catalog/live.js";
import { beginningOf } from "../../../src/search/beginning.js";
import type { Ranked } from "../../../src/search/ranked.js";
import { rankingFor } from "../../../src/search/ranking.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { fillPlaces } from "../../../src/search/rules/pins.js";
import { startSearch, type StartDeps } from "../../../src/search/listing/page.js";
import type { Storefront } from "../../../src/storefront/client.js";

/** The first page that a search would be answered with. */
export interface FirstProducts {
  readonly live: LiveCatalog | undefined;
  readonly ranked: Ranked;
  readonly total: number;
  /** Product identifiers, best first. */
  readonly ids: readonly string[];
  /** Whether the shopper's taste came too late. */
  readonly without_taste: boolean;
}

/**
 * Searches as `answerSearch` does, down to which products the first page has: no chain begins, and no impression is recorded. Who the
 * shopper is was verified when the request was first answered.
 * @throws ServiceError for what the request has wrong under this configuration; errors of the engine as they are
 */
export async function firstProducts(deps: StartDeps, storefront: Storefront, body: SearchBody): Promise<FirstProducts> {
  const started = await startSearch(deps, storefront, body, (own) => beginningOf(deps.chains, own));
  const { live, ranked, found, degraded } = started;
  const { begun, counts } = found;
  const first = { live, ranked, total: counts.total, without_taste: degraded.includes("taste") };
  switch (begun.with) {
    case "nothing":
      return { ...first, ids: [] };
    case "page":
      return { ...first, ids: JSON.parse(begun.page.ids) as string[] };
    case "window": {
      const order = rankingFor(deps.chains, ranked).rank(begun.window);
      const places = { from: 1, places: ranked.request.limit, isEnd: begun.is_all };
      return { ...first, ids: fillPlaces({ ranked: order, pins: ranked.plan.rules.pins, ...places }).products };
    }
  }
}
