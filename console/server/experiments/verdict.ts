import type { Lift } from "./statistics.js";

/**
 * Conclusion from a comparison: `unreliable` after a sample-ratio mismatch; `not_enough_data` until the planned
 * duration has ended and every arm has a hundred devices; `no_difference` if the confidence interval contains 0.
 */
export type Verdict = "unreliable" | "not_enough_data" | "no_difference" | "higher" | "lower";

/** Minimum number of devices per arm for a conclusion. */
export const LEAST_DEVICES = 100;

/**
 * Derives the verdict on a metric from its lift.
 * @param devices number of devices in the smaller arm
 */
export function verdictOf(
  lift: Lift | null,
  devices: number,
  { is_due, is_off }: { readonly is_due: boolean; readonly is_off: boolean },
): Verdict {
  if (is_off) return "unreliable";
  if (lift === null || !is_due || devices < LEAST_DEVICES) return "not_enough_data";
  if (lift.low > 0) return "higher";
  return lift.high < 0 ? "lower" : "no_difference";
}
