import type { Arrival } from "../arrival.js";

/** A line of the spool. */
interface SpoolRecord {
  readonly kind: "arrival";
  readonly arrival: Arrival;
}

export const lineOf = (arrival: Arrival): string =>
  `${JSON.stringify({ kind: "arrival", arrival } satisfies SpoolRecord)}\n`;

/** Undefined for a line that is not whole: the process died while it was written, before its write was acknowledged. */
export function arrivalIn(line: string): Arrival | undefined {
  try {
    const record = JSON.parse(line) as SpoolRecord | null;
    return record?.kind === "arrival" ? record.arrival : undefined;
  } catch {
    return undefined;
  }
}
