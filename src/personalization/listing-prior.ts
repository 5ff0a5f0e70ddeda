import type { Clause } from "../catalog/matching/filter-query.js";

const SECONDS_A_DAY = 86_400;
/** A prior later than twice this from now is a mistake in the feed. */
const FUTURE_SECONDS = 100 * 365 * SECONDS_A_DAY;
/** Above a million times the worth of a release, more popularity does not raise the score any more. */
const MAX_DOUBLINGS = 20;

/**
 * The listing's own order as a score that affinity can be added to. A product's worth w is what is left of its release and
 * of the interest in it, and 1 for a product released now: w = 2^((prior − now) / half-life). The score is w up to 1 and
 * 1 + ln w above it (the two meet with the same slope), so beyond a handful of looks it is the logarithm of a probability,
 * and adding affinity to it multiplies that probability.
 *
 * It never puts two products the other way round than `prior` itself does, but may give two the same: a score is a 32-bit
 * float, and `prior` (seconds since 1970, 1.7 thousand million) does not fit into its 24 bits. So the sort goes on with
 * `prior` behind the score, and nothing of the order is lost.
 *
 * The engine's decays fall on both sides of their origin and stay at 1 within their offset. With both far in the future
 * they fall only backwards: the exponential one from `at` on, the linear one from where the most is reached down to 0 at `at`.
 * @param at milliseconds since 1970, the same for all pages of a chain: `TasteSnapshot.at`
 */
export function listingPrior(at: number, halfLifeDays: number): Clause {
  const now = Math.floor(at / 1000);
  const halfLife = halfLifeDays * SECONDS_A_DAY;
  const most = MAX_DOUBLINGS * halfLife;
  const fading = { origin: now + FUTURE_SECONDS, offset: FUTURE_SECONDS, scale: halfLife, decay: 0.5 };
  const rising = { origin: now + most + FUTURE_SECONDS, offset: FUTURE_SECONDS, scale: most / 2, decay: 0.5 };
  return {
    function_score: {
      query: { match_all: {} },
      functions: [{ exp: { prior: fading } }, { linear: { prior: rising }, weight: MAX_DOUBLINGS * Math.LN2 }],
      score_mode: "sum",
      boost_mode: "replace",
    },
  };
}

/**
 * The score that `listingPrior` gives to a product of the given prior (seconds since 1970), before it is rounded to 32
 * bits.
 */
export function listingPriorAt(prior: number, at: number, halfLifeDays: number): number {
  const now = Math.floor(at / 1000);
  const halfLife = halfLifeDays * SECONDS_A_DAY;
  const most = MAX_DOUBLINGS * halfLife;
  const beyond = (origin: number) => Math.max(0, Math.abs(prior - origin) - FUTURE_SECONDS);
  const fading = 2 ** (-beyond(now + FUTURE_SECONDS) / halfLife);
  const rising = Math.max(0, 1 - beyond(now + most + FUTURE_SECONDS) / most);
  return fading + rising * MAX_DOUBLINGS * Math.LN2;
}
