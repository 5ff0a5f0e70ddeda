import { CALLERS, type Figures } from "./rounds.js";

/** As `Bench.table` prints it. */
export type NoteRow = readonly [what: string, figure: string, ratio: string];

const HEAD = [
  ["", "p50", "to raw", "wanted", `/s at ${CALLERS}`, "to raw", "wanted", "Node", "wanted", "engine", "caller", "503"],
  ["", "ms", "×", "at most", "", "×", "at least", "ms", "at most", "ms", "ms", ""],
];

/** The figures of the rounds as lines, missed ones marked. */
export function figuresTable(figures: readonly Figures[]): string {
  const rows = figures.map(({ row: { name, target }, p50, rate, node, engine, caller, refused, ratio }) => [
    name,
    p50.toFixed(2),
    ratio.p50.toFixed(2),
    target === undefined ? "" : wanted(target.p50, ratio.p50 <= target.p50),
    rate.toFixed(0),
    ratio.rate.toFixed(2),
    target === undefined ? "" : wanted(target.rate, ratio.rate >= target.rate),
    node?.toFixed(2) ?? "",
    target === undefined || node === undefined ? "" : wanted(target.node, node <= target.node),
    engine.toFixed(2),
    caller.toFixed(2),
    refused === 0 ? "" : String(refused),
  ]);
  return aligned([...HEAD, ...rows]);
}

const wanted = (target: number, isMet: boolean): string => `${mark(isMet)}${target}`;

/** The mark before a figure: "! " when its target is missed. */
export const mark = (isMet: boolean): string => (isMet ? "" : "! ");

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (HEAD[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return rows.map((row) => `  ${line(row).join("  ").trimEnd()}`).join("\n");
}
