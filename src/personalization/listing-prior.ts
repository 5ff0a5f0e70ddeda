import type { Clause } from "./affinity.js";

/** The greatest score that `listingPrior` gives. */
export const MOST_PRIOR = 1;

const SECONDS_A_DAY = 86_400;

/**
 * The listing's own order as a score that affinity can be added to: from 1 for a product released now, half of it after
 * every `halfLifeDays`. It never orders two products the other way round than `prior` itself does, but may give two that
 * are close the same: a score is a 32-bit float, and `prior` (seconds since 1970, 1.7 thousand million) does not fit into
 * its 24 bits. So the sort goes on with `prior` behind the score, and nothing of the order is lost.
 * @param at milliseconds since 1970, the same for all pages of a chain: `TasteSnapshot.at`
 */
export function listingPrior(at: number, halfLifeDays: number): Clause {
  return {
    function_score: {
      query: { match_all: {} },
      functions: [
        {
          exp: { prior: { origin: Math.floor(at / 1000), scale: halfLifeDays * SECONDS_A_DAY, decay: 0.5 } },
        },
      ],
      boost_mode: "replace",
    },
  };
}
