/**
 * Returns the share of an exponentially decaying value that remains after `elapsed` milliseconds: 2^(−elapsed / halfLifeMs). The decayed
 * sum of several values does not depend on how the time is split into steps or on the order in which values are added.
 */
export const remaining = (elapsed: number, halfLifeMs: number): number => 2 ** (-elapsed / halfLifeMs);

/** The 95th percentile of the standard normal distribution, for one-sided bounds. */
const Z = 1.645;

/**
 * Returns a lower bound of a true share, from 0 to 1, estimated from `hits` of `trials` with the score interval (Wilson 1927, "Probable
 * Inference, the Law of Succession, and Statistical Inference", JASA 22, 209–212). For example, three hits of three trials give a bound of
 * 0.53, one of one 0.27, and six of ten 0.35. Decayed sums are used as numbers of hits and trials without correction, which is the
 * conservative choice.
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
