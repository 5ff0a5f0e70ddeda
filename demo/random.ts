import { fnv1a } from "../src/lib/text-hash.js";

/** Pseudo-random generator. The same seed produces the same values on every machine. */
export interface Random {
  /** Returns a uniformly distributed number in [0, 1). */
  next(): number;
  /** Returns a uniformly distributed integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number;
  chance(probability: number): boolean;
  /**
   * Returns a random entry of a list.
   * @throws {RangeError} if the list is empty
   */
  pick<T>(list: readonly T[]): T;
  /**
   * Returns an entry with a probability proportional to its weight.
   * @throws {RangeError} if no entry has a weight above zero
   */
  weighted<T>(entries: Weighted<T>): T;
  /** Draws up to `size` different entries by weight, without replacement. */
  draw<T>(entries: Weighted<T>, size: number): T[];
}

export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

/**
 * Creates an independent random generator for each seed, so that changes to one product of the catalogue do not affect
 * other products. The algorithm is sfc32 (Chris Doty-Humphrey, PractRand), seeded by four FNV-1a hashes of the text.
 */
export function seeded(seed: string): Random {
  let a = fnv1a(seed, 0x811c9dc5);
  let b = fnv1a(seed, 0x9e3779b9);
  let c = fnv1a(seed, 0x85ebca6b);
  let counter = fnv1a(seed, 0xc2b2ae35);

  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first outputs of sfc32 correlate with the seed.
  for (let round = 0; round < 12; round++) next();

  const pick = <T>(list: readonly T[]): T => at(list, Math.floor(next() * list.length));
  const weighted = <T>(entries: Weighted<T>): T => at(entries, weightedIndex(entries, next()))[0];
  return {
    next,
    pick,
    weighted,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    draw: (entries, size) => {
      const left = entries.filter(([, weight]) => weight > 0);
      const drawn = [];
      while (drawn.length < size && left.length > 0) {
        const [entry] = left.splice(weightedIndex(left, next()), 1);
        if (entry !== undefined) drawn.push(entry[0]);
      }
      return drawn;
    },
  };
}

function weightedIndex(entries: Weighted<unknown>, position: number): number {
  let total = 0;
  for (const [, weight] of entries) total += weight;
  let rest = position * total;
  return entries.findIndex(([, weight]) => {
    rest -= weight;
    return rest < 0;
  });
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError("expected at least one value");
  return value;
}
