/**
 * Counts for a factor of the click model, such as a product in a query: the number of clicks, and the number of clicks
 * expected from the other factors.
 */
export interface Factor {
  clicks: number;
  expected: number;
  /** See `setStrength`. */
  strength: number;
}

export const newFactor = (): Factor => ({ clicks: 0, expected: 0, strength: 1 });

/**
 * Returns the ratio of clicks to expected clicks (Zhang and Jones, "Comparing Click Logs and Editorial Labels for
 * Training Query Rewriting", WWW 2007). The ratio is shrunk towards 1 by adding `strength` to both numbers, which is
 * the mean of a gamma-Poisson model (DuMouchel, "Bayesian Data Mining in Large Frequency Tables", The American
 * Statistician 53(3), 1999).
 */
export const valueOf = ({ clicks, expected, strength }: Factor): number => (clicks + strength) / (expected + strength);

/** Returns the variance of a factor's gamma distribution, divided by the squared mean. */
export const relativeVariance = ({ clicks, strength }: Factor): number => 1 / (clicks + strength);

/**
 * Returns the share of a relative change in expected clicks that remains in the estimated clicks. The value of the
 * factor changes in the opposite direction, so the share is small for factors with many expected clicks.
 */
export const passedOn = ({ expected, strength }: Factor): number => strength / (expected + strength);

const STRENGTHS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * Estimates how similar the factors are (empirical Bayes), and sets the strength of all factors. The strength is the
 * shape parameter of the gamma distribution of the factors. The selected strength maximizes the likelihood of the
 * clicks, which have a negative binomial distribution.
 */
export function setStrength(factors: readonly Factor[]): void {
  const seen = factors.filter(({ expected }) => expected > 0);
  const likelihoods = STRENGTHS.map((strength) => seen.reduce((sum, one) => sum + likelihood(one, strength), 0));
  const strength = STRENGTHS[likelihoods.indexOf(Math.max(...likelihoods))] ?? 1;
  for (const factor of factors) factor.strength = strength;
}

/** Log-likelihood of a factor's clicks for a strength. Omits terms that are the same for all strengths. */
function likelihood({ clicks, expected }: Factor, strength: number): number {
  let logarithm = -strength * Math.log1p(expected / strength) - clicks * Math.log(strength + expected);
  for (let click = 0; click < clicks; click += 1) logarithm += Math.log(strength + click);
  return logarithm;
}
