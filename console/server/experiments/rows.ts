import type { Comparison } from "./comparison.js";
import type { Results } from "./results.js";

export const COLUMNS = [
  "comparison", "metric", "side", "devices", "devices_doing", "value", "lift", "low", "high", "p", "verdict",
] as const; // prettier-ignore

type Row = Partial<Readonly<Record<(typeof COLUMNS)[number], string | number | undefined>>>;

/** Returns one CSV row per metric and side. The first row of a metric also contains the comparison. */
export function resultRows({ experiment, holdout }: Results): Row[] {
  return [...rowsOf("experiment", experiment), ...rowsOf("holdout", holdout)];
}

function rowsOf(comparison: string, compared: Comparison | null): Row[] {
  if (compared === null) return [];
  const { one, other, metrics } = compared;
  return metrics.flatMap(({ key: metric, devices, values, lift, verdict }) =>
    [one, other].map((side, at) => ({
      comparison,
      metric,
      side: side.name,
      devices: side.devices,
      devices_doing: devices?.[at],
      value: values[at],
      ...(at === 0 ? { lift: lift?.lift, low: lift?.low, high: lift?.high, p: lift?.p, verdict } : {}),
    })),
  );
}
