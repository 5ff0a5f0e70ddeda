import type { Candidate } from "../personalization/candidate.js";
import type { Personalizer, Shopper } from "../personalization/personalizer.js";
import type { PlacementInput } from "../personalization/placement/placement.js";
import { isRanked } from "../storefront/sorts-configuration.js";
import { scoringOf, type Ranked } from "./ranked.js";
import { personalOrder, type Personal } from "./personal.js";
import { windowSize } from "./paging/window-size.js";

/** Puts a window of products into places before pages are cut from it. */
export interface Ranking {
  /**
   * Products, best first → their identifiers in the order of pages. It need not give the same order again: what follows from it is
   * remembered.
   */
  rank(window: readonly Candidate[]): readonly string[];
  /**
   * Whether the first unpersonalized products are among those to be ranked, as long as a chain reads from the top:
   * after one look, the first hundred of a shopper's own order may be all alike.
   */
  readonly takes_everybodys?: boolean;
}

/** The engine's order as it is. A chain that starts with it needs no window on its first page. */
export const ENGINE_ORDER: Ranking = { rank: (window) => window.map(({ id }) => id) };

/** How windows are ranked, for chains in the storefront's own order. */
export interface Rankings {
  /** `ENGINE_ORDER` where nothing is to be placed. */
  for(ranked: Pick<Ranked, "request" | "personal" | "signals">): Ranking;
  /** The part of a chain's personal order that may still be used; the same object where all of it may. */
  renew(clientId: string, shopper: Shopper, personal: Personal | null): Promise<Personal | null>;
}

/** An order by a field is kept, and nothing is re-ranked. */
export const rankingFor = (
  { rankings }: { readonly rankings: Rankings },
  ranked: Pick<Ranked, "request" | "personal" | "signals">,
): Ranking => (isRanked(ranked.request.sort) ? rankings.for(ranked) : ENGINE_ORDER);

/** How a window of one shopper's is put into places. */
export function placementInput(
  { request }: Pick<Ranked, "request">,
  { taste: snapshot, weights, diversify_categories, room }: Personal,
  window: readonly Candidate[],
): PlacementInput {
  const { limit } = request;
  return {
    snapshot,
    weights,
    diversify_categories,
    size: Math.min(window.length, windowSize(limit)),
    ...(room === undefined ? {} : { room: { ...room, page: limit } }),
  };
}

/** Whether a listing is for one shopper's taste: what is typed says itself what is wanted. */
export const isListingByTaste = (ranked: Pick<Ranked, "request" | "personal" | "signals">): boolean =>
  ranked.request.query === null && isRanked(ranked.request.sort) && scoringOf(ranked) !== undefined;

export function personalRankings(personalizer: Pick<Personalizer, "place" | "recallFrozen">): Rankings {
  return {
    for(ranked) {
      const { personal } = ranked;
      if (personal === null) return ENGINE_ORDER;
      return {
        rank: (window) => personalizer.place(window, placementInput(ranked, personal, window)).map(({ id }) => id),
        takes_everybodys: isListingByTaste(ranked),
      };
    },
    async renew(clientId, shopper, personal) {
      if (personal?.taste == null) return personal;
      const taste = await personalizer.recallFrozen(clientId, shopper, personal.taste);
      return taste === null ? personalOrder({ ...personal, taste }) : personal;
    },
  };
}
