import type { Clause } from "./affinity.js";

const SECONDS_A_DAY = 86_400;
/** A release date later than twice this from now is a mistake in the feed. */
const FUTURE_SECONDS = 100 * 365 * SECONDS_A_DAY;

/**
 * The listing's own order as a score that affinity can be added to: 1 for a product released now or in the future, half of
 * it after every `halfLifeDays`. It never puts two products the other way round than `prior` itself does, but may give
 * two the same: a score is a 32-bit float, and `prior` (seconds since 1970, 1.7 thousand million) does not fit into its 24
 * bits. So the sort goes on with `prior` behind the score, and nothing of the order is lost.
 *
 * The engine's decay falls on both sides of its origin and stays at 1 within its offset. With both far in the future it
 * begins to fall at `at`, and only backwards.
 * @param at milliseconds since 1970, the same for all pages of a chain: `TasteSnapshot.at`
 */
export function listingPrior(at: number, halfLifeDays: number): Clause {
  const shape = {
    origin: Math.floor(at / 1000) + FUTURE_SECONDS,
    offset: FUTURE_SECONDS,
    scale: halfLifeDays * SECONDS_A_DAY,
    decay: 0.5,
  };
  return {
    function_score: { query: { match_all: {} }, functions: [{ exp: { prior: shape } }], boost_mode: "replace" },
  };
}
