import { seeded } from "../../demo/random.js";

/** Difference in a metric between two compared rankings for one shopper. */
export interface MeanDifference {
  /**
   * Shopper for whom the difference was measured. Differences of one shopper are resampled together, because they are
   * not independent.
   */
  readonly shopper: string;
  readonly value: number;
}

export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

export interface ResamplingOptions {
  readonly resamples: number;
  /** Confidence level of the interval, such as 0.95. */
  readonly confidence: number;
  readonly seed: string;
}

/**
 * Returns the mean of paired differences with a percentile interval (Efron & Tibshirani 1993, §13). Uses the cluster
 * bootstrap, which resamples shoppers with all their differences. The same seed gives the same interval.
 * @throws {RangeError} if there are no differences
 */
export function pairedBootstrap(
  differences: readonly MeanDifference[],
  { resamples, confidence, seed }: ResamplingOptions,
): Interval {
  const shoppers = totalsByShopper(differences);
  if (shoppers.length === 0) throw new RangeError("expected at least one shopper with a difference");
  const random = seeded(seed);
  const means = Array.from({ length: resamples }, () => {
    let sum = 0;
    let count = 0;
    for (let drawn = 0; drawn < shoppers.length; drawn += 1) {
      const shopper = random.pick(shoppers);
      sum += shopper.sum;
      count += shopper.count;
    }
    return sum / count;
  }).sort((a, b) => a - b);
  const tail = (1 - confidence) / 2;
  return { mean: meanOf(shoppers), low: quantile(means, tail), high: quantile(means, 1 - tail) };
}

interface Totals {
  sum: number;
  count: number;
}

function totalsByShopper(differences: readonly MeanDifference[]): Totals[] {
  const totals = new Map<string, Totals>();
  for (const { shopper, value } of differences) {
    const own = totals.get(shopper) ?? { sum: 0, count: 0 };
    totals.set(shopper, { sum: own.sum + value, count: own.count + 1 });
  }
  return [...totals.values()];
}

function meanOf(shoppers: readonly Totals[]): number {
  const sum = (part: keyof Totals) => shoppers.reduce((total, shopper) => total + shopper[part], 0);
  return sum("sum") / sum("count");
}

/** Computes a quantile by linear interpolation between sorted values (Hyndman & Fan 1996, type 7). */
function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}
