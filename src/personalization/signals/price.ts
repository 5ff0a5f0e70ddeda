import type { Signal } from "./signal.js";

/**
 * A price so many doublings away says nothing any more. REES46, MRR@100 of new products without what was seen: 1 doubling
 * .186, 2 .190, 3 .189.
 */
export const DOUBLINGS = 2;

/**
 * Prices near those that were looked at, in listings: the full weight for a product of the same price, linearly less with
 * each doubling or halving, down to 0. Products without a price are not scored.
 */
export const price: Signal = {
  name: "taste price",
  weight: ({ affinity }, of) => (of === "text" ? 0 : affinity),
  scores(products, { prices = [] }) {
    return products.logPrices().map((log_price) => {
      let sum = 0;
      for (const [origin, weight] of prices) {
        const near = 1 - Math.abs(log_price - origin) / DOUBLINGS;
        if (near > 0) sum += near * weight;
      }
      return sum;
    });
  },
};
