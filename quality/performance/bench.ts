import { formatTable } from "../shared/table.js";
import type { ServiceProcess } from "../../test/support/process.js";

/** Resources that the measurements share: an engine, a service process, and a client with the catalogue. */
export interface Bench {
  readonly engineUrl: string;
  /**
   * Index prefix of the service. Measurements use the prefix for their own indices, which are deleted with the engine's
   * folder.
   */
  readonly prefix: string;
  readonly service: ServiceProcess;
  readonly catalogName: string;
  readonly catalogPath: string;
  readonly access: { readonly client_id: string; readonly public_key: string; readonly private_key: string };
  /** Prints a table with a title. */
  table(title: string, rows: readonly (readonly [what: string, figure: string, ratio: string])[]): void;
}

export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  process.stdout.write(`\n${title}\n${formatTable(rows, [0, 2])}\n`);
}
