import type { Clause } from "../catalog/matching/filter-query.js";

const SECONDS_A_DAY = 86_400;
/**
 * Number of seconds in 100 years, the offset of the decay functions. Values of `prior` up to 200 years in the future are supported. Later
 * dates are errors in the feed.
 */
const FUTURE_SECONDS = 100 * 365 * SECONDS_A_DAY;
/** Maximum number of popularity doublings that raise the score. Higher popularity has no further effect. */
const MAX_DOUBLINGS = 20;

/**
 * Converts the listing order to a score that affinity can be added to. The value w of a product combines its popularity and its release
 * date: w = 2^((prior − now) / half-life). A product released now has w = 1. The score is w up to 1, and 1 + ln w above 1. For popular
 * products, the score is therefore the logarithm of a probability, and adding affinity multiplies the probability.
 *
 * The score never contradicts the order by `prior`, but may be equal for two products: a score is a 32-bit float, and `prior` (seconds
 * since 1970, about 1.7 billion) does not fit into its 24 bits. Sorting by `prior` after the score therefore restores the full order.
 *
 * The decay functions of the engine are 1 within their offset from the origin, and decrease beyond the offset in both directions. The
 * origin is far in the future, so that the functions only decrease towards the past: the exponential function from `at`, the linear
 * function from its maximum to 0 at `at`.
 * @param at time in milliseconds since 1970, the same for a first page and all pages that follow by cursor: `TasteSnapshot.at`
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
 * Returns the score of `listingPrior` for a product, before rounding to 32 bits.
 * @param prior static rank of the product, in seconds since 1970
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
