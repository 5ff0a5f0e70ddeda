/** Lately is the last two days or three; usual is what `popularity.half_life_days` spans. */
export const LATELY_HALF_LIFE_DAYS = 2;
/** Standard deviations that a rise must be above what was to be expected. */
const MIN_SURPRISE = 2;
/** Visits that everything is taken to have beside those counted: few visits are no great multiple of none. */
const SMOOTHING = 1;

/**
 * By how many doublings there were more visits lately than usual: log2((lately + 1) / (expected + 1)), where `expected` is
 * what `lately` would be had all visits come at an even rate. 0 unless the square-root transform, which turns a Poisson
 * count into one of variance ¼ (Anscombe 1948), says that it is at least two deviations too many: one visit to a product
 * that nobody knew is no trend, three are, and of a product with hundreds it takes dozens.
 * @param lately visits, decayed with `LATELY_HALF_LIFE_DAYS` @param usually the same visits with `halfLifeDays`
 */
export function trendOf(lately: number, usually: number, halfLifeDays: number): number {
  const expected = (usually * LATELY_HALF_LIFE_DAYS) / halfLifeDays;
  const surprise = 2 * (Math.sqrt(lately + 3 / 8) - Math.sqrt(expected + 3 / 8));
  if (surprise < MIN_SURPRISE) return 0;
  return Math.log2((lately + SMOOTHING) / (expected + SMOOTHING));
}
