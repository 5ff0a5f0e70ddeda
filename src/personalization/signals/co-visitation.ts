import type { Signal } from "./signal.js";

/**
 * How well a product goes with what the shopper looked at lately: the part of the interest in recent products that is in those which
 * others look at together with it. Recent products themselves are left out.
 */
export const coVisitation: Signal = {
  name: "co_visitation",
  weight: ({ affinity, text_affinity, co_visitation }, of) =>
    co_visitation * (of === "text" ? text_affinity : affinity),
  scores(products, { recent }) {
    const total = recent.reduce((sum, [, strength]) => sum + strength, 0);
    if (total === 0) return new Float64Array(products.size);
    const strengths = new Map(recent);
    const own = products.ownWeights(strengths);
    return products.viewedWithSums(strengths).map((sum, at) => (own[at] === 0 ? sum / total : 0));
  },
};
