/** Returns the array, or a copy of at least twice its size if `index` is out of its range. */
export function grownFor(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < array.length) return array;
  const grown = new Int32Array(Math.max(index + 1, 2 * array.length));
  grown.set(array);
  return grown;
}

/** Returns the first index of a value from `start` on; the value must be in the array. Much faster than `indexOf` for short distances. */
export function indexFrom(array: Int32Array, value: number, start: number): number {
  let position = start;
  while (array[position] !== value) position += 1;
  return position;
}

/** Value that stands for a missing row, slot or product. */
export const NONE = -1;

/**
 * Sums of weights by product. The time to clear the sums depends on the number of products with a sum, not on the number of all products.
 */
export class Sums {
  /** Distinct numbers of the products to which weight was added. */
  readonly products: number[] = [];
  /** The sum of all added weights. */
  total = 0;
  /** Sum of the added weights by product number. */
  private values = new Float64Array(1_024);

  of(product: number): number {
    return this.values[product] ?? 0;
  }

  /** @param weight above 0 */
  add(product: number, weight: number): void {
    if (this.values[product] === 0) this.products.push(product);
    this.values[product]! += weight;
    this.total += weight;
  }

  /** Multiplies the weight sum of a product by a factor. */
  multiply(product: number, factor: number): void {
    this.values[product]! *= factor;
  }

  /**
   * Resets all sums to 0.
   * @param products the exclusive upper bound of the product numbers that may be added
   */
  clear(products: number): void {
    for (const product of this.products) this.values[product] = 0;
    this.products.length = 0;
    this.total = 0;
    if (products > this.values.length) this.values = new Float64Array(2 * products);
  }
}

export interface Order {
  scoreOf(number: number): number;
  /** Returns whether the first number ranks before the second: by score, with a tie-break. */
  isBefore(one: number, other: number): boolean;
}

/**
 * Returns the `limit` best numbers of a list, best first. Sorts the scores first to find the lowest score in the result, so that only
 * numbers with at least this score are sorted by `order`.
 */
export function bestOf(numbers: readonly number[], limit: number, order: Order): number[] {
  const scores = Float64Array.from(numbers, (number) => order.scoreOf(number)).sort();
  const least = scores[Math.max(0, scores.length - limit)] ?? Infinity;
  return numbers
    .filter((number) => order.scoreOf(number) >= least)
    .sort((one, other) => (order.isBefore(one, other) ? -1 : 1))
    .slice(0, limit);
}
