import { setFlagsFromString } from "node:v8";

/** How much the heap may grow beyond what was alive at the last full collection before the next one is due. */
const GROWTH_PERCENT = { serving: 100, jobs: 30 };

let jobs = 0;

/**
 * Keeps the heap of this process near what is alive in it. By itself V8 lets a small heap on a large machine grow to
 * several times that. Only the time of collections changes: the heap may become as large as ever where that much is alive.
 */
export const collectEarly = (): void => allowGrowth(GROWTH_PERCENT.serving);

/**
 * Runs a job that leaves a batch's worth of garbage behind every few milliseconds: until it has ended the heap grows less
 * than while only pages are served, which collections of the whole heap would hold up.
 */
export async function collectingOften<T>(job: () => Promise<T>): Promise<T> {
  jobs += 1;
  allowGrowth(GROWTH_PERCENT.jobs);
  try {
    return await job();
  } finally {
    jobs -= 1;
    if (jobs === 0) allowGrowth(GROWTH_PERCENT.serving);
  }
}

/**
 * V8 reads the setting whenever a full collection ends, so it may be set while the process runs. A start-up flag could not
 * differ between jobs and pages, and `NODE_OPTIONS` does not take this one.
 */
const allowGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
