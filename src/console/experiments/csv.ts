import type { Comparison } from "./comparison.js";
import type { Results } from "./results.js";

const COLUMNS = [
  "comparison", "metric", "side", "devices", "devices_doing", "value", "lift", "low", "high", "p", "verdict",
] as const; // prettier-ignore

/** One line for each metric and side. Holds numbers and fixed words only. */
export function resultsCsv({ experiment, holdout }: Results): string {
  const lines = [...linesOf("experiment", experiment), ...linesOf("holdout", holdout)];
  return [COLUMNS, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function linesOf(name: string, comparison: Comparison | null): (string | number)[][] {
  if (comparison === null) return [];
  const { one, other, metrics } = comparison;
  return metrics.flatMap(({ key, devices, values, lift, verdict }) =>
    [one, other].map((side, at) => {
      const judged = at === 0 ? [] : [lift?.lift ?? "", lift?.low ?? "", lift?.high ?? "", lift?.p ?? "", verdict];
      const filled = [...judged, ...Array<string>(5).fill("")].slice(0, 5);
      return [name, key, side.name, side.devices, devices?.[at] ?? "", values[at] ?? "", ...filled];
    }),
  );
}
