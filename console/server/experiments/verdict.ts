import type { Lift } from "./statistics.js";

/**
 * Conclusion from a comparison. `unreliable`: sample ratio mismatch; `too_early`: the planned duration has not ended,
 * or an arm has fewer than a hundred devices; `no_difference`: the interval contains 0.
 */
export type Verdict = "unreliable" | "nothing_yet" | "too_early" | "no_difference" | "more" | "less";

/** Minimum devices per arm for a conclusion. */
export const LEAST_DEVICES = 100;

/** @param devices number of devices in the smaller arm */
export function verdictOf(
  lift: Lift | null,
  devices: number,
  { is_due, is_off }: { readonly is_due: boolean; readonly is_off: boolean },
): Verdict {
  if (is_off) return "unreliable";
  if (lift === null) return "nothing_yet";
  if (!is_due || devices < LEAST_DEVICES) return "too_early";
  if (lift.low > 0) return "more";
  return lift.high < 0 ? "less" : "no_difference";
}

export interface Wording {
  /** Such as "In B". */
  readonly where: string;
  /** Such as "devices that order". */
  readonly what: string;
  /** "fewer" or "less". */
  readonly fewer: string;
}

const ENDINGS: Readonly<Record<Exclude<Verdict, "nothing_yet">, string>> = {
  unreliable: "do not believe it, as the sample ratio is off",
  too_early: "too early to tell",
  no_difference: "that may be chance",
  more: "more than chance explains",
  less: "more than chance explains",
};

/** Formats a lift, such as "In B 4.0 % more revenue per device, between −1.0 % and 9.0 %; too early to tell". */
export function saysLift(lift: Lift | null, verdict: Verdict, { where, what, fewer }: Wording): string {
  if (lift === null || verdict === "nothing_yet") return `Nothing to compare yet for ${what}`;
  const amount = `${percent(Math.abs(lift.lift))} ${lift.lift < 0 ? fewer : "more"} ${what}`;
  return `${where} ${amount}, between ${percent(lift.low)} and ${percent(lift.high)}; ${ENDINGS[verdict]}`;
}

/** Formats a share with a typographic minus sign. */
function percent(share: number): string {
  const text = (Math.abs(share) * 100).toFixed(1);
  return `${share < 0 && text !== "0.0" ? "−" : ""}${text} %`;
}
