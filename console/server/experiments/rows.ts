import type { Comparison } from "./comparison.js";
import type { Results } from "./results.js";
import type { Lift } from "./statistics.js";

export const COLUMNS = [
  "comparison", "metric", "group", "devices", "converted_devices", "value", "currency", "uplift", "low", "high", "confidence",
  "sample_size", "result",
] as const; // prettier-ignore

type Row = Partial<Readonly<Record<(typeof COLUMNS)[number], string | number | undefined>>>;

/** Returns one CSV row per metric and compared group. The first row of a metric also contains the comparison. */
export function resultRows({ experiment, holdout }: Results): Row[] {
  return [...rowsOf("ab_test", experiment), ...rowsOf("control_group", holdout)];
}

function rowsOf(comparison: string, compared: Comparison | null): Row[] {
  if (compared === null) return [];
  const { one, other, currency, metrics } = compared;
  return metrics.flatMap(({ key: metric, devices, values, lift, verdict }) =>
    [one, other].map((side, at) => ({
      comparison,
      metric,
      group: side.name,
      devices: side.devices,
      converted_devices: devices?.[at],
      value: values[at],
      ...(metric === "revenue" && { currency: currency ?? undefined }),
      ...(at === 0 && lift !== null && columnsOf(lift)),
      ...(at === 0 && { result: verdict }),
    })),
  );
}

const columnsOf = ({ lift, low, high, p, devices_needed }: Lift): Row => ({
  uplift: lift,
  low,
  high,
  confidence: 1 - p,
  sample_size: devices_needed ?? undefined,
});
