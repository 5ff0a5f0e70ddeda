import fc from "fast-check";

export interface Bounds {
  /** How many cases are drawn, if time allows. */
  readonly runs: number;
  /** No further case is begun after this many seconds; the first ones are run in any case. */
  readonly seconds: number;
}

/** On a machine that is busy with other things as well; fewer would hardly be a property. */
const FEWEST_RUNS = 2;

/**
 * Checks a property of a real engine in bounded time. A failure tells seed and case; PROPERTY_SEED draws the same cases
 * again, PROPERTY_RUNS more or fewer of them without a bound in time.
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
    // A case takes seconds, and its chains are small: to make it smaller would cost more than it shows.
    endOnFailure: true,
  });
}
