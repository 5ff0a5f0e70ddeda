import { seeded } from "../../demo/random.js";

/** Visits in chronological order, in typed arrays so that millions of them fit into memory. */
export interface VisitBatch {
  readonly count: number;
  /** Device of each visit; every device has one session. */
  readonly devices: readonly string[];
  /** Popularity rank of each visit's product, from 0. */
  readonly products: Int32Array;
  /** Time of each visit in milliseconds since 1970. */
  readonly times: Float64Array;
}

export interface Simulation {
  readonly sessions: number;
  readonly products: number;
  readonly seed: string;
}

/** Time of the first visit in milliseconds since 1970. */
const START = Date.UTC(2026, 0, 1);
/** Milliseconds between consecutive visits of all sessions, so that ten million sessions span about two months. */
const EVERY_MS = 120;
/** Number of concurrent sessions, each with one visit every two minutes. */
const AT_ONCE = 1_000;
const BATCH = 100_000;
/** Mean number of visits after the second visit of a session, for a total of 4.3 visits on average. */
const MORE_VISITS = 2.3;
const MAX_VISITS = 60;
/**
 * Share of visits to a product that is about as popular as the previously visited product: its popularity rank is at
 * most `RELATED_RANKS` lower.
 */
const RELATED = 0.5;
const RELATED_RANKS = 20;

/**
 * Simulates concurrent sessions. Product popularity follows Zipf's law: the popularity of the n-th product is
 * proportional to 1 / n.
 */
export function* simulatedVisits({ sessions, products, seed }: Simulation): Generator<VisitBatch> {
  const random = seeded(seed);
  const left = new Int32Array(AT_ONCE);
  const device = new Array<string>(AT_ONCE);
  const product = new Int32Array(AT_ONCE).fill(-1);
  let begun = 0;
  let visits = 0;
  let open = Math.min(AT_ONCE, sessions);
  const begin = (position: number) => {
    device[position] = `device-${begun++}`;
    left[position] = visitsOf(random.next());
    product[position] = -1;
  };
  for (let position = 0; position < open; position += 1) begin(position);
  while (open > 0) {
    const batch = {
      devices: new Array<string>(BATCH),
      products: new Int32Array(BATCH),
      times: new Float64Array(BATCH),
    };
    let count = 0;
    for (; count < BATCH && open > 0; count += 1) {
      const position = Math.floor(random.next() * open);
      const before = product[position]!;
      const isRelated = before >= 0 && random.next() < RELATED;
      const next = isRelated
        ? (before + 1 + Math.floor(random.next() * RELATED_RANKS)) % products
        : rankOf(random.next(), products);
      product[position] = next;
      batch.devices[count] = device[position]!;
      batch.products[count] = next;
      batch.times[count] = START + EVERY_MS * visits++;
      left[position]! -= 1;
      if (left[position]! > 0) continue;
      if (begun < sessions) begin(position);
      else {
        open -= 1;
        [device[position], left[position], product[position]] = [device[open]!, left[open]!, product[open]!];
      }
    }
    yield { ...batch, count };
  }
}

/** Returns the number of visits of a session, which is geometrically distributed. */
const visitsOf = (uniform: number): number =>
  2 + Math.min(MAX_VISITS, Math.floor(Math.log(1 - uniform) / Math.log(MORE_VISITS / (MORE_VISITS + 1))));

/** Converts a uniform random number to a popularity rank from 0, according to Zipf's law. */
export const rankOf = (uniform: number, products: number): number =>
  Math.floor(Math.exp(uniform * Math.log(products + 1))) - 1;
