/** Things of one kind, such as a product in a query: clicks had, and those expected by all that is known without it. */
export interface Factor {
  clicks: number;
  expected: number;
  /** See `setStrength`. */
  strength: number;
}

export const newFactor = (): Factor => ({ clicks: 0, expected: 0, strength: 1 });

/**
 * Clicks had over clicks expected (Zhang and Jones, "Comparing Click Logs and Editorial Labels for Training Query Rewriting", WWW 2007),
 * drawn to 1 as if `strength` more had been expected and had: the mean of the gamma-Poisson model of DuMouchel, "Bayesian Data Mining
 * in Large Frequency Tables", The American Statistician 53(3), 1999.
 */
export const valueOf = ({ clicks, expected, strength }: Factor): number => (clicks + strength) / (expected + strength);

/** Of its gamma distribution, as a share of the square of its value. */
export const relativeVariance = ({ clicks, strength }: Factor): number => 1 / (clicks + strength);

/** How much of a change of what is expected shows in the product of both: little, where a factor has clicks of its own. */
export const passedOn = ({ expected, strength }: Factor): number => strength / (expected + strength);

const STRENGTHS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * Learns from clicks had and expected how alike factors are: the shape of the gamma distribution that they were drawn from, by
 * the greatest likelihood of their clicks, which are negative binomial then (empirical Bayes).
 */
export function setStrength(factors: readonly Factor[]): void {
  const seen = factors.filter(({ expected }) => expected > 0);
  const likelihoods = STRENGTHS.map((strength) => seen.reduce((sum, one) => sum + likelihood(one, strength), 0));
  const strength = STRENGTHS[likelihoods.indexOf(Math.max(...likelihoods))] ?? 1;
  for (const factor of factors) factor.strength = strength;
}

/** The logarithm, up to what does not depend on the strength. */
function likelihood({ clicks, expected }: Factor, strength: number): number {
  let logarithm = -strength * Math.log1p(expected / strength) - clicks * Math.log(strength + expected);
  for (let click = 0; click < clicks; click += 1) logarithm += Math.log(strength + click);
  return logarithm;
}
