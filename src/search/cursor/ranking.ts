import type { SearchRequest } from "../request.js";

/** What re-ranks a window of products before pages are cut from it. */
export interface Ranking {
  /**
   * Products in the engine's order → the same products in the shopper's. It need not give the same order again: what
   * follows from it is remembered.
   */
  rank(window: readonly string[]): readonly string[];
}

/** The engine's order as it is. A chain that starts with it needs no window on its first page. */
export const ENGINE_ORDER: Ranking = { rank: (window) => window };

/** Who asks for an order by a field gets that one, and nothing is re-ranked. */
export const rankingFor = (ranking: Ranking, { sort }: Pick<SearchRequest, "sort">): Ranking =>
  sort.by === "featured" ? ranking : ENGINE_ORDER;
