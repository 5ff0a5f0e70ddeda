/** What re-ranks a window of products before pages are cut from it. */
export interface Ranking {
  /** Products in the engine's order → the same products in the shopper's. */
  rank(window: readonly string[]): readonly string[];
}

/** The engine's order as it is. A chain that starts with it needs no window on its first page. */
export const ENGINE_ORDER: Ranking = { rank: (window) => window };
