import type { Arrival } from "../arrival.js";
import type { ShopperEvent } from "../event.js";

/** What waits on the disk: an event to be stored, or one that is stored and that a consumer has not heard of. */
export type SpoolRecord =
  | { readonly kind: "arrival"; readonly arrival: Arrival }
  | { readonly kind: "untold"; readonly consumer: string; readonly event: ShopperEvent };

export const lineOf = (record: SpoolRecord): string => `${JSON.stringify(record)}\n`;

/** Undefined for a line that is not whole: the process died while it was written, before anybody was told that it is safe. */
export function recordIn(line: string): SpoolRecord | undefined {
  try {
    const record = JSON.parse(line) as SpoolRecord | null;
    return record?.kind === "arrival" || record?.kind === "untold" ? record : undefined;
  } catch {
    return undefined;
  }
}
