/** Types of responses. Click rates by position are computed separately for each type. */
export const SURFACES = ["search", "listing", "block"] as const;
export type Surface = (typeof SURFACES)[number];

/**
 * Last position of each position bucket. Positions are counted from 1. All positions after the last bucket share an
 * additional bucket.
 */
const BUCKET_ENDS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 36, 48, 96];
export const BUCKETS = BUCKET_ENDS.length + 1;

/** Returns the bucket of a position. Positions are counted from 1 across all pages. */
export function bucketOf(position: number): number {
  const at = BUCKET_ENDS.findIndex((end) => position <= end);
  return at === -1 ? BUCKETS - 1 : at;
}

/** Formats the positions of a bucket, such as "3", "9–10" or "97 and on". */
export function bucketName(bucket: number): string {
  const first = (BUCKET_ENDS[bucket - 1] ?? 0) + 1;
  const last = BUCKET_ENDS[bucket];
  if (last === undefined) return `${first} and on`;
  return first === last ? String(first) : `${first}–${last}`;
}

/** Number of impressions by response type and position, and the total number of clicks. */
export class PositionCounts {
  readonly shown = new Uint32Array(SURFACES.length * BUCKETS);
  clicked = 0;

  add(surface: Surface, position: number, isClicked: boolean): void {
    const at = SURFACES.indexOf(surface) * BUCKETS + bucketOf(position);
    this.shown[at] = (this.shown[at] ?? 0) + 1;
    if (isClicked) this.clicked += 1;
  }

  get total(): number {
    return this.shown.reduce((sum, count) => sum + count, 0);
  }
}

export interface PositionRate {
  readonly surface: Surface;
  readonly bucket: number;
  readonly shown: number;
  readonly clicked: number;
}

/**
 * Average click rate of each position, over all products. Later positions receive fewer clicks regardless of the
 * products.
 */
export class PositionRates {
  readonly #shown = new Float64Array(SURFACES.length * BUCKETS);
  readonly #clicked = new Float64Array(SURFACES.length * BUCKETS);

  add(surface: Surface, position: number, isClicked: boolean): void {
    const at = SURFACES.indexOf(surface) * BUCKETS + bucketOf(position);
    this.#shown[at] = (this.#shown[at] ?? 0) + 1;
    if (isClicked) this.#clicked[at] = (this.#clicked[at] ?? 0) + 1;
  }

  /** Returns the expected number of clicks if every impression had the average click rate of its position. */
  expected({ shown }: Pick<PositionCounts, "shown">): number {
    return shown.reduce((sum, count, at) => sum + (count === 0 ? 0 : (count * (this.#clicked[at] ?? 0)) / (this.#shown[at] ?? 1)), 0); // prettier-ignore
  }

  /** Returns the click rates of all positions with impressions. */
  rates(): PositionRate[] {
    return SURFACES.flatMap((surface, row) =>
      Array.from({ length: BUCKETS }, (_, bucket) => {
        const at = row * BUCKETS + bucket;
        return { surface, bucket, shown: this.#shown[at] ?? 0, clicked: this.#clicked[at] ?? 0 };
      }).filter(({ shown }) => shown > 0),
    );
  }
}
