/** What the last visit of a session was, seen from the visits before it. */
export type VisitKind = 0 | 1 | 2 | 3;

/** The only visit. */
export const FIRST: VisitKind = 0;
/** The product had not been visited before. */
export const FRESH: VisitKind = 1;
/** It was visited just before, too. */
export const REPEATED: VisitKind = 2;
/** It was visited before, others in between. */
export const RETURNED: VisitKind = 3;

/** The different products of a session, the one visited last first. */
export class Trail {
  readonly products: number[] = [];
  /** Visits to each of them. */
  readonly visits: number[] = [];
  lastVisit: VisitKind = FIRST;
  /** Visits to all of them. */
  length = 0;

  /** Looks at `items[start]` … `items[start + length − 1]`, of which there is at least one. */
  read(items: ArrayLike<number>, start: number, length: number): void {
    this.length = length;
    this.products.length = 0;
    this.visits.length = 0;
    for (let slot = start + length - 1; slot >= start; slot -= 1) {
      const product = items[slot]!;
      const position = this.products.indexOf(product);
      if (position >= 0) this.visits[position]! += 1;
      else {
        this.products.push(product);
        this.visits.push(1);
      }
    }
    if (length === 1) this.lastVisit = FIRST;
    else if (items[start + length - 1] === items[start + length - 2]) this.lastVisit = REPEATED;
    else this.lastVisit = this.visits[0] === 1 ? FRESH : RETURNED;
  }
}

/** Places from the product visited last (0) backwards; all that are further back are alike. */
const LAGS = 7;
/** Visits to a product: once, twice, more often. */
const VISITS = 3;
const REACHES = 4;
/** Visits of a session, by powers of two: one, two, up to four, up to eight, more. */
const LENGTHS = 5;
/** A cell is worth its own observations when there are more of them than this; below, mostly what its lag is worth. */
const PRIOR = 20;
/** From so many observations on one in so many is plenty. */
const MANY = 100_000;
const THEN_ONE_IN = 16;
/** At so many observations all counts are halved: habits change. */
const HALVED_AT = 200_000;

/**
 * What `ReturnRates` continues from: how often products were seen and returned to, by cell and by lag.
 */
export type ReturnCounts = Readonly<Record<"seen" | "returned" | "seenAt" | "returnedAt", readonly number[]>>;

const CELLS = LAGS * VISITS * REACHES * LENGTHS;

/**
 * How often shoppers of a storefront come back to what they have visited in the same session: the share of next visits that
 * go to the product a number of places back, by how often it was visited, how the session came to where it is and how long
 * it is. Shops differ widely in it (one visit in four goes to the product visited last in one of the data sets, one in eleven
 * in another), so it is counted, not set.
 */
export class ReturnRates {
  private readonly seen: Float64Array;
  private readonly returned: Float64Array;
  private readonly seenAt: Float64Array;
  private readonly returnedAt: Float64Array;
  private passed = 0;

  /** @param before counts of as many cells and lags @throws RangeError for others */
  constructor(before?: ReturnCounts) {
    this.seen = countsFrom(before?.seen, CELLS);
    this.returned = countsFrom(before?.returned, CELLS);
    this.seenAt = countsFrom(before?.seenAt, LAGS);
    this.returnedAt = countsFrom(before?.returnedAt, LAGS);
  }

  /** Whether to learn from the next visit; call it once for each. */
  isDue(): boolean {
    if (this.seenAt[0]! < MANY) return true;
    this.passed = (this.passed + 1) % THEN_ONE_IN;
    return this.passed === 0;
  }

  /** @param trail a session; @param next the product that it visited then, by the same numbers */
  learn(trail: Trail, next: number): void {
    const { seen, returned, seenAt, returnedAt } = this;
    for (let lag = 0; lag < trail.products.length; lag += 1) {
      const at = Math.min(lag, LAGS - 1);
      const position = cellOf(trail, lag);
      seen[position]! += 1;
      seenAt[at]! += 1;
      if (trail.products[lag] !== next) continue;
      returned[position]! += 1;
      returnedAt[at]! += 1;
    }
    if (seenAt[0]! < HALVED_AT) return;
    for (const counts of [seen, returned, seenAt, returnedAt]) counts.forEach((count, at) => (counts[at] = count / 2));
  }

  /** @returns the share, between 0 and 1, of sessions like this one that visit the product `lag` places back next */
  rate(trail: Trail, lag: number): number {
    const at = Math.min(lag, LAGS - 1);
    const position = cellOf(trail, lag);
    const general = (this.returnedAt[at]! + 1) / (this.seenAt[at]! + PRIOR);
    return (this.returned[position]! + PRIOR * general) / (this.seen[position]! + PRIOR);
  }

  counts(): ReturnCounts {
    const { seen, returned, seenAt, returnedAt } = this;
    return { seen: [...seen], returned: [...returned], seenAt: [...seenAt], returnedAt: [...returnedAt] };
  }
}

function cellOf(trail: Trail, lag: number): number {
  const position = Math.min(lag, LAGS - 1) * VISITS + Math.min(trail.visits[lag]!, VISITS) - 1;
  return (position * REACHES + trail.lastVisit) * LENGTHS + lengthOf(trail);
}

function countsFrom(before: readonly number[] | undefined, length: number): Float64Array {
  if (before !== undefined && before.length !== length) {
    throw new RangeError(`expected ${length} counts of returns, got ${before.length}`);
  }
  return Float64Array.from(before ?? new Array<number>(length).fill(0));
}

/** 0 to LENGTHS − 1. */
const lengthOf = ({ length }: Trail): number => Math.min(Math.ceil(Math.log2(length)), LENGTHS - 1);
