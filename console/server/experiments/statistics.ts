import jStat from "jstat";

/** Mean and variance of a metric over the devices of one arm. */
export interface Sample {
  readonly devices: number;
  readonly mean: number;
  /** Variance between the values of single devices. */
  readonly variance: number;
  /**
   * Whether the variance was estimated from the devices' values. The variance of a rate is computed from the rate
   * instead.
   */
  readonly is_estimated: boolean;
}

/** Difference between variant B and variant A as a relative lift: 0.04 means that B's value is 4 % higher. */
export interface Lift {
  readonly lift: number;
  /** Bounds of the 95 % confidence interval. */
  readonly low: number;
  readonly high: number;
  /** Two-sided p-value. It is below 0.05 exactly if the interval excludes 0. */
  readonly p: number;
  /**
   * Total number of devices needed in both arms to detect a lift of this size with 80 % power; `null` if the arms do
   * not differ.
   */
  readonly devices_needed: number | null;
}

const CONFIDENCE = 0.95;
const POWER = 0.8;

/** Returns the share of devices that converted. */
export function rateOf(devices: number, doing: number): Sample {
  const mean = devices === 0 ? 0 : doing / devices;
  return { devices, mean, variance: mean * (1 - mean), is_estimated: false };
}

/**
 * Returns the mean of a metric per device.
 * @param sum sum over all devices
 * @param squares sum of squares over all devices
 */
export function meanOf(devices: number, sum: number, squares: number): Sample {
  const mean = devices === 0 ? 0 : sum / devices;
  const variance = devices < 2 ? 0 : Math.max(0, squares - sum * mean) / (devices - 1);
  return { devices, mean, variance, is_estimated: true };
}

/**
 * Computes the lift of B over A from the logarithm of the ratio of the means. The variance of the logarithm is the sum
 * of the relative variances of A and B (delta method). For rates this is the interval of Katz, Baptista, Azen and Pike
 * (1978, "Obtaining Confidence Intervals for the Risk Ratio in Cohort Studies", Biometrics 34, 469–474). For means, t
 * replaces z, with the degrees of freedom of Welch (1947, "The Generalization of Student's Problem", Biometrika 34,
 * 28–35). Returns `null` if an arm has fewer than two devices, a mean of 0 or less, or no variance.
 * @param split planned share of the devices in B
 */
export function liftOf(a: Sample, b: Sample, split: number): Lift | null {
  if (Math.min(a.devices, b.devices) < 2 || a.mean <= 0 || b.mean <= 0) return null;
  const [fromA, fromB] = [relativeVariance(a), relativeVariance(b)];
  const error = Math.sqrt(fromA + fromB);
  if (error === 0) return null;
  const ratio = Math.log(b.mean / a.mean);
  const degrees = (fromA + fromB) ** 2 / (fromA ** 2 / (a.devices - 1) + fromB ** 2 / (b.devices - 1));
  const isNormal = !a.is_estimated && !b.is_estimated;
  const upper = (1 + CONFIDENCE) / 2;
  const margin = error * (isNormal ? jStat.normal.inv(upper, 0, 1) : jStat.studentt.inv(upper, degrees));
  const distance = -Math.abs(ratio / error);
  const tail = isNormal ? jStat.normal.cdf(distance, 0, 1) : jStat.studentt.cdf(distance, degrees);
  return {
    lift: Math.expm1(ratio),
    low: Math.expm1(ratio - margin),
    high: Math.expm1(ratio + margin),
    p: Math.min(1, Math.max(0, 2 * tail)),
    devices_needed: devicesNeeded(a, b, split),
  };
}

const relativeVariance = ({ devices, mean, variance }: Sample) => variance / (devices * mean ** 2);

/**
 * Computes the number of devices needed to detect the difference, with unequal variances, after Chow, Shao and Wang
 * (2008), "Sample Size Calculations in Clinical Research", §3.2 and §4.2.
 */
function devicesNeeded(a: Sample, b: Sample, split: number): number | null {
  if (a.mean === b.mean || split <= 0 || split >= 1) return null;
  const z = jStat.normal.inv((1 + CONFIDENCE) / 2, 0, 1) + jStat.normal.inv(POWER, 0, 1);
  return Math.ceil((z ** 2 * (a.variance / (1 - split) + b.variance / split)) / (b.mean - a.mean) ** 2);
}

/** Deviation of the observed split from the planned split. */
export interface SampleRatio {
  /** Planned number of devices in variant B. */
  readonly planned_b: number;
  /** Probability of at least this deviation by chance. */
  readonly p: number;
  /**
   * Whether the deviation is too large for chance, which indicates an error in the assignment or counting of devices.
   */
  readonly is_off: boolean;
}

/**
 * Significance threshold for a sample-ratio mismatch, from Fabijan et al. (2019), "Diagnosing Sample Ratio Mismatch in
 * Online Controlled Experiments", KDD, 2156–2164.
 */
const ALARM = 0.001;

/**
 * Computes Pearson's chi-squared test with one degree of freedom, for which chi is normally distributed.
 * @param split planned share of the devices in B, between 0 and 1
 */
export function sampleRatio(a: number, b: number, split: number): SampleRatio {
  const planned_b = (a + b) * split;
  const variance = planned_b * (1 - split);
  const p =
    variance === 0 ? 1 : Math.min(1, 2 * jStat.normal.cdf(-Math.abs(b - planned_b) / Math.sqrt(variance), 0, 1));
  return { planned_b, p, is_off: p < ALARM };
}
