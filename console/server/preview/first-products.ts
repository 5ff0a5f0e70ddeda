import type { Searching } from "../../../src/search/searching.js";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { isRanked } from "../../../src/storefront/sorts-configuration.js";
import { cutPage } from "../../../src/search/match/window.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { find, withFeatures } from "../../../src/search/listing/find.js";
import type { Plan } from "../../../src/search/listing/plan.js";

/** First page of a search. */
export interface FirstProducts {
  readonly live: LiveCatalog | undefined;
  readonly plan: Plan;
  readonly total: number;
  /** Product identifiers, best first. */
  readonly ids: readonly string[];
  /** Whether the shopper's taste was not available in time. */
  readonly without_taste: boolean;
}

/**
 * Runs a search like `answerSearch`, but returns only the products of the first page. Creates no cursor and records no
 * impression. The user's identity was verified with the original request.
 * @throws {ServiceError} for a request that is invalid under this configuration; errors of the engine
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
