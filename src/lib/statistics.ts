/**
 * The remaining share of a sum of terms that each halve from their own time on, `elapsed` milliseconds later:
 * 2^(−elapsed / H). It does not matter whether time passes at once or in pieces, nor in which order terms are added.
 */
export const remaining = (elapsed: number, halfLifeMs: number): number => 2 ** (-elapsed / halfLifeMs);

/** One-sided, with an error of one in twenty: the 95th percentile of the standard normal distribution. */
const Z = 1.645;

/**
 * The least that a true share is likely to be, from 0 to 1: the lower bound of the score interval (Wilson 1927, "Probable
 * Inference, the Law of Succession, and Statistical Inference", JASA 22, 209–212). All of three choices are at least 0.53,
 * all of one 0.27, six of ten 0.35. Sums that fade count as what is left of them: that is no more than they tell.
 */
export function wilsonBound(hits: number, trials: number): number {
  return trials <= 0 ? 0 : wilsonInterval(hits, trials, Z)[0];
}

/**
 * The interval that holds a true share with 95 % probability, from 0 to 1, by the same formula.
 * @param hits at most `trials` @param trials at least 1
 */
export function wilsonInterval(hits: number, trials: number, z = 1.96): readonly [low: number, high: number] {
  const share = hits / trials;
  const middle = share + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + (z / (2 * trials)) ** 2);
  const scale = 1 + z ** 2 / trials;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}
