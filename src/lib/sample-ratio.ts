import jStat from "jstat";

/** How far the devices seen in two arms are from the split that was planned. */
export interface SampleRatio {
  /** The planned number of devices in B. */
  readonly planned_b: number;
  /** How often chance alone is as far off. */
  readonly p: number;
  /** Whether that is so rare that something is wrong with who is counted. */
  readonly is_off: boolean;
}

/** Fabijan et al. (2019), "Diagnosing Sample Ratio Mismatch in Online Controlled Experiments", KDD, 2156–2164. */
const ALARM = 0.001;

/** Pearson's chi-squared test with one degree of freedom: chi is then normal. @param split the planned share of B, between 0 and 1 */
export function sampleRatio(a: number, b: number, split: number): SampleRatio {
  const planned_b = (a + b) * split;
  const variance = planned_b * (1 - split);
  const p =
    variance === 0 ? 1 : Math.min(1, 2 * jStat.normal.cdf(-Math.abs(b - planned_b) / Math.sqrt(variance), 0, 1));
  return { planned_b, p, is_off: p < ALARM };
}
