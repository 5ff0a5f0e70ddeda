/** Classifies the last visit of a session: first, fresh, repeated or returned. */
export type VisitKind = 0 | 1 | 2 | 3;

/** The session consists of a single visit. */
export const FIRST: VisitKind = 0;
/** The last visit is to a product that is new in the session. */
export const FRESH: VisitKind = 1;
/** The last two visits are to the same product. */
export const REPEATED: VisitKind = 2;
/** The last visit is to an earlier product of the session, after visits to other products. */
export const RETURNED: VisitKind = 3;

/** The distinct products of a session, starting with the last visited product. */
export class Trail {
  readonly products: number[] = [];
  /** Number of visits by product. */
  readonly visits: number[] = [];
  lastVisit: VisitKind = FIRST;
  /** Total number of visits in the session. */
  length = 0;

  /** Reads a session whose visits are `items[start]` … `items[start + length − 1]`; the length is at least 1. */
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

/** Number of classes for the distance from the last visited product. The last class contains all larger distances. */
const LAGS = 7;
/** Number of classes of products by how often they were visited: once, twice, more often. */
const VISITS = 3;
const REACHES = 4;
/** Number of classes of session length, by powers of two: one visit, two, up to four, up to eight, more. */
const LENGTHS = 5;
/** Number of observations at which the return rate of one class weighs as much as the rate of all classes at the same distance. */
const PRIOR = 20;
/** Number of observations above which only one of `THEN_ONE_IN` visits is counted, to save time. */
const MANY = 100_000;
const THEN_ONE_IN = 16;
/** Number of observations at which all counts are halved, so that the rates follow changing behaviour. */
const HALVED_AT = 200_000;

/** Saved counts of a `ReturnRates`: how often products were visited and visited again. */
export type ReturnCounts = Readonly<Record<"seen" | "returned" | "seenAt" | "returnedAt", readonly number[]>>;

const CELLS = LAGS * VISITS * REACHES * LENGTHS;

/**
 * Rates at which a storefront's shoppers return to a product of the same session. The rate is the share of next visits that go to the
 * product at a given distance from the last visit. The rate depends on the number of visits to the product, on the kind of the last visit
 * and on the length of the session. Rates are counted, not configured, because shops differ widely: in one data set, 1 of 4 visits returns
 * to the last product; in another data set, 1 of 11.
 */
export class ReturnRates {
  private readonly seen: Float64Array;
  private readonly returned: Float64Array;
  private readonly seenAt: Float64Array;
  private readonly returnedAt: Float64Array;
  private passed = 0;

  /**
   * @param before saved counts
   * @throws {RangeError} if the number of classes or distances in `before` is not the current number
   */
  constructor(before?: ReturnCounts) {
    this.seen = countsFrom(before?.seen, CELLS);
    this.returned = countsFrom(before?.returned, CELLS);
    this.seenAt = countsFrom(before?.seenAt, LAGS);
    this.returnedAt = countsFrom(before?.returnedAt, LAGS);
  }

  /** Returns whether to learn from the next visit. Must be called once for each visit. */
  isDue(): boolean {
    if (this.seenAt[0]! < MANY) return true;
    this.passed = (this.passed + 1) % THEN_ONE_IN;
    return this.passed === 0;
  }

  /**
   * @param trail the session
   * @param next the product number of the visit that followed
   */
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

  /** @returns the share, between 0 and 1, of similar sessions whose next visit is to the product at distance `lag` */
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
    throw new RangeError(`expected ${length} counts of repeated product visits, got ${before.length}`);
  }
  return Float64Array.from(before ?? new Array<number>(length).fill(0));
}

/** Returns the length class of a session, from 0 to LENGTHS − 1. */
const lengthOf = ({ length }: Trail): number => Math.min(Math.ceil(Math.log2(length)), LENGTHS - 1);
