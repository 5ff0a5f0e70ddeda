import { formatTable } from "../shared/table.js";
import type { ServiceProcess } from "../../test/support/process.js";

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
  process.stdout.write(`\n${title}\n${formatTable(rows, [0, 2])}\n`);
}
