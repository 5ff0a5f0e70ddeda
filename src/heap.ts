import { setFlagsFromString } from "node:v8";

/** Growth of the heap, in per cent of the live objects, after which the next full garbage collection starts. */
const GROWTH_PERCENT = { serving: 100, jobs: 30 };

let jobs = 0;

/**
 * Limits the heap of this process to about twice the size of its live objects. On large machines, V8 by default lets a small heap grow to
 * several times this size. The setting changes only when collections run, not the maximum size of the heap.
 */
export const collectEarly = (): void => allowGrowth(GROWTH_PERCENT.serving);

/**
 * Runs a job that creates much garbage. During the job, heap growth is limited, because long garbage collections of a large heap would
 * delay requests.
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
 * Sets the V8 flag for heap growth at runtime. V8 reads the flag at the end of every full garbage collection, and
 * `NODE_OPTIONS` does not support the flag.
 */
const allowGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
