/**
 * How surprising it is that two things occur together as often as they do, if they had nothing to do with each other:
 * Dunning's log-likelihood ratio of a 2×2 table (Dunning 1993, "Accurate methods for the statistics of surprise and
 * coincidence"), −2 ln λ, about χ² with one degree of freedom. Counts need not be whole.
 * @param together occasions with both @param a occasions with the one @param b with the other @param all occasions
 * @returns 0 also where they occur together less often than by chance
 */
export function logLikelihoodRatio(together: number, a: number, b: number, all: number): number {
  const both = Math.min(together, a, b);
  const total = Math.max(all, a + b - both);
  if (both * total <= a * b) return 0;
  const ratio =
    xLogX(both) +
    xLogX(a - both) +
    xLogX(b - both) +
    xLogX(total - a - b + both) -
    xLogX(a) -
    xLogX(total - a) -
    xLogX(b) -
    xLogX(total - b) +
    xLogX(total);
  return Math.max(0, 2 * ratio);
}

const xLogX = (x: number): number => (x <= 0 ? 0 : x * Math.log(x));
