import type { Candidate } from "../../personalization/candidate.js";
import { liftsIn, type Match } from "../../personalization/placement/lift.js";
import type { Personalizer } from "../../personalization/personalizer.js";
import type { PlacementInput } from "../../personalization/placement/placement.js";
import type { Room } from "../../personalization/placement/room.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { Personal, Plan } from "../listing/plan.js";
import type { ChainMode } from "../paging/cursor.js";

/** The size of a window, from which the positions of a page are filled. */
const PAGES_A_WINDOW = 4;
const MIN_WINDOW = 100;
const MAX_WINDOW = 1_000;

export function windowSize(limit: number): number {
  return Math.max(MIN_WINDOW, Math.min(MAX_WINDOW, limit * PAGES_A_WINDOW));
}

/** Chooses the order of a page: takes a window of products, best first, and returns identifiers, at least as many as the page has positions. */
export interface Placement {
  place(window: readonly Candidate[], room?: Room): readonly string[];
}

export const BY_SCORE: Placement = { place: (window) => window.map(({ id }) => id) };

export interface Placements {
  /** `BY_SCORE` if no product is moved. */
  for(plan: Plan): Placement;
}

export function placementInput(
  { request }: Plan,
  { taste: snapshot, weights, diversify_categories }: Personal,
  window: readonly Candidate[],
  room: Room | undefined,
): PlacementInput {
  const { limit, query } = request;
  const seen = new Set(snapshot?.recent.map(([id]) => id));
  return {
    snapshot,
    weights,
    diversify_categories,
    size: Math.min(window.length, windowSize(limit)),
    places: limit,
    ...(room === undefined ? {} : { room: { ...room, page: limit } }),
    ...(query === null || snapshot === null ? {} : { lifts: liftsIn(window.filter(isMatch), seen) }),
  };
}

/** Whether the candidate has a match score; all candidates of a window have one, or none. */
const isMatch = (candidate: Candidate): candidate is Match => "taste" in candidate;

export const personalPlacements = (personalizer: Pick<Personalizer, "place">): Placements => ({
  for(plan) {
    const { personal } = plan;
    if (personal === null) return BY_SCORE;
    return {
      place: (window, room) =>
        personalizer.place(window, placementInput(plan, personal, window, room)).map(({ id }) => id),
    };
  },
});

export const modeOf = ({ request }: Plan): ChainMode => (isRanked(request.sort) ? "ranked" : "ordered");
