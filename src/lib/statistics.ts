/**
 * Returns the share that remains of exponentially decaying terms after `elapsed` milliseconds: 2^(−elapsed / H). The result does not depend
 * on how the time is split or on the order in which terms are added.
 */
export const remaining = (elapsed: number, halfLifeMs: number): number => 2 ** (-elapsed / halfLifeMs);

/** The 95th percentile of the standard normal distribution, for one-sided bounds. */
const Z = 1.645;

/**
 * Returns the lower bound of a true share, from 0 to 1, by the score interval (Wilson 1927, "Probable Inference, the Law of Succession, and
 * Statistical Inference", JASA 22, 209–212). Three of three choices give at least 0.53, one of one 0.27, six of ten 0.35. Decayed sums are
 * used as they are, which is the conservative choice.
 */
export function wilsonBound(hits: number, trials: number): number {
  return trials <= 0 ? 0 : wilsonInterval(hits, trials, Z)[0];
}

/**
 * Returns the Wilson score interval of a share, by default with 95 % confidence.
 * @param hits at most `trials`
 * @param trials at least 1
 */
export function wilsonInterval(hits: number, trials: number, z = 1.96): readonly [low: number, high: number] {
  const share = hits / trials;
  const middle = share + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + (z / (2 * trials)) ** 2);
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}
