import type { LiveCatalog } from "../../catalog/live.js";
import type { Plan } from "./plan.js";
import { placementFor } from "../paging/placement.js";
import type { SearchBody } from "../request-schema.js";
import { fillPlaces } from "../rules/pins.js";
import { startSearch, type StartDeps } from "./page.js";
import type { Storefront } from "../../storefront/client.js";

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
export async function firstProducts(deps: StartDeps, storefront: Storefront, body: SearchBody): Promise<FirstProducts> {
  const { live, plan, total, page, window, are_all = false } = await startSearch(deps, storefront, body, "beginning");
  const first = { live, plan, total, without_taste: plan.degraded.includes("taste") };
  if (page !== undefined) return { ...first, ids: JSON.parse(page.ids) as string[] };
  if (window === undefined) return { ...first, ids: [] };
  const order = placementFor(deps.chains, plan).place(window);
  const places = { from: 1, places: plan.request.limit, isEnd: are_all };
  return { ...first, ids: fillPlaces({ ranked: order, pins: plan.rules.pins, ...places }).products };
}
