import type { Searching } from "../../../src/search/searching.js";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { isRanked } from "../../../src/storefront/sorts-configuration.js";
import { cutPage } from "../../../src/search/match/window.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { find, withFeatures } from "../../../src/search/listing/find.js";
import type { Plan } from "../../../src/search/listing/plan.js";

/** The first page that a search would be answered with. */
export interface FirstProducts {
  readonly live: LiveCatalog | undefined;
  readonly plan: Plan;
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
export async function firstProducts(deps: Searching, storefront: Storefront, body: SearchBody): Promise<FirstProducts> {
  const found = await find(deps, storefront, body, { wanted: "products" });
  const { live, plan, matches } = found;
  const first = { live, plan, total: matches.total, without_taste: plan.degraded.includes("taste") };
  if (!isRanked(plan.request.sort)) return { ...first, ids: matches.page };
  const ranked = await withFeatures(deps, found);
  if (ranked === undefined || plan.request.limit === 0) return { ...first, ids: [] };
  return { ...first, ids: cutPage(deps, ranked, { shown: new Set(), sequence: 0 }).products };
}
