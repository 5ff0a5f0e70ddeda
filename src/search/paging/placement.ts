import type { Candidate } from "../../personalization/candidate.js";
import { liftsIn, type Match } from "../../personalization/placement/lift.js";
import type { Personalizer, Shopper } from "../../personalization/personalizer.js";
import type { PlacementInput } from "../../personalization/placement/placement.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import { personalOrder, scoringOf, type Personal, type Plan } from "../listing/plan.js";
import type { ChainMode } from "./cursor.js";

/** Bounds of a window: how many products beyond a page are found, ranked and remembered at once. */
const PAGES_A_WINDOW = 4;
const MIN_WINDOW = 100;
const MAX_WINDOW = 1_000;

export function windowSize(limit: number): number {
  return Math.max(MIN_WINDOW, Math.min(MAX_WINDOW, limit * PAGES_A_WINDOW));
}

type Placed = Pick<Plan, "request" | "personal" | "signals">;

/** Puts a window of products into places before pages are cut from it. */
export interface Placement {
  /**
   * Products, best first → their identifiers in the order of pages. It need not give the same order again: what follows from it is
   * remembered.
   */
  place(window: readonly Candidate[]): readonly string[];
  /**
   * Whether further products are among those to be placed, as long as a chain reads from the top (`readFurther`): after one look,
   * the first hundred of a shopper's own listing may be all alike, and those of a search nothing to the shopper.
   */
  readonly takes_further?: boolean;
}

/** The order by score as it is. A chain that starts with it needs no window on its first page. */
export const BY_SCORE: Placement = { place: (window) => window.map(({ id }) => id) };

/** How windows are placed, for chains in the storefront's own order. */
export interface Placements {
  /** `BY_SCORE` where nothing is to be moved. */
  for(plan: Placed): Placement;
  /** The part of a chain's personal order that may still be used; the same object where all of it may. */
  renew(clientId: string, shopper: Shopper, personal: Personal | null): Promise<Personal | null>;
}

/** An order by a field is kept, and nothing is moved. */
export const placementFor = ({ placements }: { readonly placements: Placements }, plan: Placed): Placement =>
  isRanked(plan.request.sort) ? placements.for(plan) : BY_SCORE;

/** How a window of one shopper's is put into places. */
export function placementInput(
  { request }: Pick<Plan, "request">,
  { taste: snapshot, weights, diversify_categories, room }: Personal,
  window: readonly Candidate[],
): PlacementInput {
  const { limit, query } = request;
  const seen = new Set(snapshot?.recent.map(([id]) => id));
  return {
    snapshot,
    weights,
    diversify_categories,
    size: Math.min(window.length, windowSize(limit)),
    ...(room === undefined ? {} : { room: { ...room, page: limit } }),
    ...(query === null || snapshot === null ? {} : { lifts: liftsIn(window.filter(isMatch), seen) }),
  };
}

/** Whether it comes from a search that is scored for a shopper: then all of its window do. */
const isMatch = (candidate: Candidate): candidate is Match => "taste" in candidate;

export function personalPlacements(personalizer: Pick<Personalizer, "place" | "recallFrozen">): Placements {
  return {
    for(plan) {
      const { personal } = plan;
      if (personal === null) return BY_SCORE;
      return {
        place: (window) => personalizer.place(window, placementInput(plan, personal, window)).map(({ id }) => id),
        takes_further: scoringOf(plan) !== undefined,
      };
    },
    async renew(clientId, shopper, personal) {
      if (personal?.taste == null) return personal;
      const taste = await personalizer.recallFrozen(clientId, shopper, personal.taste);
      return taste === null ? personalOrder({ ...personal, taste }) : personal;
    },
  };
}

export const modeOf = ({ request }: Pick<Plan, "request">): ChainMode =>
  isRanked(request.sort) ? "ranked" : "ordered";

/** The part of a chain that a first page needs, besides the counts. */
export type Beginning = "page" | "window" | "nothing";

/** The unpersonalized page, or a window that is placed anew or gets pinned products; nothing deep in an order. */
export function beginningOf(deps: { readonly placements: Placements }, plan: Placed & Pick<Plan, "rules">): Beginning {
  const { request, rules } = plan;
  if (request.limit === 0) return "nothing";
  if (modeOf(plan) === "ordered") return request.page === 1 ? "page" : "nothing";
  const { pins, reservations = [] } = rules;
  return pins.length === 0 && reservations.length === 0 && placementFor(deps, plan) === BY_SCORE ? "page" : "window";
}
