import type { ServiceProcess } from "../test/support/process.js";

/** The parts that all measurements share: one engine, one service process beside it, one client with the catalogue. */
export interface Bench {
  readonly engineUrl: string;
  /** Of the service's indices; indices of the measurement start with it too and go with the engine's folder. */
  readonly prefix: string;
  readonly service: ServiceProcess;
  readonly catalogName: string;
  readonly catalogPath: string;
  readonly access: { readonly client_id: string; readonly public_key: string; readonly private_key: string };
  /** Prints a title and rows of what, figure and ratio. */
  table(title: string, rows: readonly (readonly [what: string, figure: string, ratio: string])[]): void;
}

export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  const widths = [0, 1, 2].map(width);
  const line = (row: readonly string[]) =>
    `  ${(row[0] ?? "").padEnd(widths[0] ?? 0)}  ${(row[1] ?? "").padStart(widths[1] ?? 0)}  ${row[2] ?? ""}`.trimEnd();
  process.stdout.write(`\n${title}\n${rows.map(line).join("\n")}\n`);
}
