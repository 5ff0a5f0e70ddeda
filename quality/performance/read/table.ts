import { formatTable } from "../../shared/table.js";
import { CALLERS, type GroupMetrics } from "./rounds.js";
import { BESIDE_SEARCHKIT } from "./rows.js";
import { SIDES } from "./traffic.js";

/** A row of a table in the benchmark report, printed with `Bench.table`. */
export type NoteRow = readonly [what: string, figure: string, ratio: string];

const HEAD = [
  ["", "p50", "to raw", "wanted", "Searchkit", `/s at ${CALLERS}`, "to raw", "wanted", "Searchkit"],
  ["", "ms", "×", "at most", "×", "", "×", "at least", "×"],
];

/**
 * Formats the metrics of a group. `!` marks missed targets, and metrics in which Searchkit exceeds the service by more
 * than the allowed factor.
 */
export function metricsTable({ title, rows, whole }: GroupMetrics): string {
  const lines = rows.map(({ row: { name, kind, heat, target }, p50, rate, ratio: { service, searchkit } }) => {
    const most = BESIDE_SEARCHKIT[kind][heat];
    return [
      name,
      p50.toFixed(2),
      service.p50.toFixed(2),
      wanted(target.p50, service.p50 <= target.p50),
      `${mark(service.p50 <= most * searchkit.p50)}${searchkit.p50.toFixed(2)}`,
      rate.toFixed(0),
      service.rate.toFixed(2),
      wanted(target.rate, service.rate >= target.rate),
      `${mark(most * service.rate >= searchkit.rate)}${searchkit.rate.toFixed(2)}`,
    ];
  });
  const processors = SIDES.map((side) => {
    const { rate, own, engine, caller, refused } = whole[side];
    const process = side === "engine" ? "" : `, its process ${own.toFixed(2)} ms`;
    return `  complete, by ${side}: ${rate.toFixed(0)}/s${process}, engine ${engine.toFixed(2)} ms, caller ${caller.toFixed(2)} ms a request${refused === 0 ? "" : `; ${refused} answered 503`}`;
  });
  return [title, formatTable([...HEAD, ...lines]), ...processors].join("\n");
}

const wanted = (target: number, isMet: boolean): string => `${mark(isMet)}${target}`;

/** Prefix of a metric: "! " if its target is missed. */
export const mark = (isMet: boolean): string => (isMet ? "" : "! ");
