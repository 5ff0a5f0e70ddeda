import type { TasteSnapshot } from "../../src/personalization/taste/snapshot.js";
import { DEFAULT_RANKING } from "./defaults.js";

/**
 * Taste profile of a shopper who likes one brand and one category and has viewed two products.
 * @param at milliseconds since 1970
 */
export const tasteAt = (at: number): TasteSnapshot => ({
  at,
  tokens: [
    ["designer=GUCCI", 0.5],
    ["categories=Shoes", 0.25],
    ["product_identifier=p1", 0.125],
  ],
  prices: [[6, 0.125]],
  recent: [
    ["p1", 0.6],
    ["p2", 0.2],
  ],
  ignored: [],
});

/** Ranking weights with a different value for each personalization signal. */
export const WEIGHTS = { ...DEFAULT_RANKING, affinity: 8, text_affinity: 2, co_visitation: 0.5 };
