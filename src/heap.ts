import { setFlagsFromString } from "node:v8";

/** How much the heap may grow beyond what was alive at the last full collection before the next one is due. */
const GROWTH_PERCENT = 30;

/**
 * Keeps the heap of this process near what is alive in it. By itself V8 lets a small heap on a large machine grow to
 * several times that, and a job leaves a batch's worth of garbage behind every few milliseconds. Only the time of
 * collections changes: the heap may become as large as ever where that much is alive. V8 reads the setting whenever a
 * full collection ends, so it may be set while the process runs.
 */
export function collectEarly(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
