import { setFlagsFromString } from "node:v8";

/** How much the heap may grow beyond what was alive at the last full collection before the next one is due. */
const GROWTH_PERCENT = 50;

/**
 * Keeps the heap of this process near what is alive in it. By itself V8 lets a small heap on a large machine grow to
 * several times that. Only the time of collections changes: the heap may become as large as ever where that much is alive.
 * Called once, at the start: however the process was started, and `NODE_OPTIONS` does not take the flag.
 */
export const collectEarly = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
