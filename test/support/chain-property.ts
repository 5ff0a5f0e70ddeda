import fc from "fast-check";

export interface Bounds {
  /** Maximum number of random test cases. */
  readonly runs: number;
  /** Time limit in seconds, after which no new test case starts. The first `FEWEST_RUNS` test cases always run. */
  readonly seconds: number;
}

/** Minimum number of test cases, even on a busy machine. */
const FEWEST_RUNS = 2;

/**
 * Checks a property against a real engine within a time limit. A failure reports the seed and the failed test case. The
 * environment variable `PROPERTY_SEED` repeats the same test cases; `PROPERTY_RUNS` sets their number and removes the
 * time limit.
 */
export async function checkProperty<T>(
  cases: fc.Arbitrary<T>,
  holds: (drawn: T) => Promise<void>,
  { runs, seconds }: Bounds,
): Promise<void> {
  const { PROPERTY_SEED: seed, PROPERTY_RUNS: wanted } = process.env;
  const ending = wanted === undefined ? performance.now() + seconds * 1000 : Infinity;
  let begun = 0;
  const property = fc.asyncProperty(cases, async (drawn) => {
    if (begun >= FEWEST_RUNS && performance.now() > ending) return;
    begun += 1;
    await holds(drawn);
  });
  await fc.assert(property, {
    numRuns: wanted === undefined ? runs : Number(wanted),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    // Shrinking of failed test cases is disabled, because each case takes seconds and is already small.
    endOnFailure: true,
  });
}
