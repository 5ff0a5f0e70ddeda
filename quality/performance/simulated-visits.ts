import { seeded } from "../../demo/random.js";

/** Visits in the order of time, as typed arrays so that millions of them fit into memory. */
export interface VisitBatch {
  readonly count: number;
  /** By visit; each device has one session. */
  readonly devices: readonly string[];
  /** By visit: the product's rank in popularity, from 0. */
  readonly products: Int32Array;
  /** By visit: milliseconds since 1970. */
  readonly times: Float64Array;
}

export interface Simulation {
  readonly sessions: number;
  readonly products: number;
  readonly seed: string;
}

/** Of the first visit. */
const START = Date.UTC(2026, 0, 1);
/** Milliseconds from one visit to the next, of whatever session: ten million sessions take place within two months. */
const EVERY_MS = 120;
/** Sessions under way at any time; so each has a visit every two minutes. */
const AT_ONCE = 1_000;
const BATCH = 100_000;
/** Besides two visits that every session has, so many more on average: 4.3 in all. */
const MORE_VISITS = 2.3;
const MAX_VISITS = 60;
/** Share of visits that go to a product related to the one before: one of the next few in rank. */
const RELATED = 0.5;
const RELATED_RANKS = 20;

/** Sessions under way side by side; products are as popular as Zipf's law has it, the n-th in proportion to 1 / n. */
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

/** Geometric. */
const visitsOf = (uniform: number): number =>
  2 + Math.min(MAX_VISITS, Math.floor(Math.log(1 - uniform) / Math.log(MORE_VISITS / (MORE_VISITS + 1))));

/** The rank, from 0, that a number between 0 and 1 falls on where the n-th product is in proportion to 1 / n. */
export const rankOf = (uniform: number, products: number): number =>
  Math.floor(Math.exp(uniform * Math.log(products + 1))) - 1;
