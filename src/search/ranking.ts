import type { Personalizer, Shopper } from "../personalization/personalizer.js";
import type { Candidate } from "../personalization/rerank/candidate.js";
import type { Ranked } from "./ranked.js";
import { personalOrder, type Personal } from "./personal.js";

/** What re-ranks a window of products before pages are cut from it. */
export interface Ranking {
  /**
   * Products in the engine's order → their identifiers in the shopper's. It need not give the same order again: what
   * follows from it is remembered.
   */
  rank(window: readonly Candidate[]): readonly string[];
}

/** The engine's order as it is. A chain that starts with it needs no window on its first page. */
export const ENGINE_ORDER: Ranking = { rank: (window) => window.map(({ id }) => id) };

/** How windows are ranked, for chains in the storefront's own order. */
export interface Rankings {
  /** `ENGINE_ORDER` where nothing is to be re-ranked. */
  for(personal: Personal | null): Ranking;
  /** What of a chain's personal order may still be used; the very same where all of it may. */
  renew(clientId: string, shopper: Shopper, personal: Personal | null): Promise<Personal | null>;
}

/** Who asks for an order by a field gets that one, and nothing is re-ranked. */
export const rankingFor = (
  { rankings }: { readonly rankings: Rankings },
  { request, personal }: Pick<Ranked, "request" | "personal">,
): Ranking => (request.sort.by === "featured" ? rankings.for(personal) : ENGINE_ORDER);

export function personalRankings(personalizer: Pick<Personalizer, "rank" | "recallFrozen">): Rankings {
  return {
    for(personal) {
      if (personal === null) return ENGINE_ORDER;
      const { taste: snapshot, weights, diversify_categories } = personal;
      return { rank: (window) => personalizer.rank(window, { snapshot, weights, diversify_categories }) };
    },
    async renew(clientId, shopper, personal) {
      if (personal?.taste == null) return personal;
      const taste = await personalizer.recallFrozen(clientId, shopper, personal.taste);
      return taste === null ? personalOrder({ ...personal, taste }) : personal;
    },
  };
}
