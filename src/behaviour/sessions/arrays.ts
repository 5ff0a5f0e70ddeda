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

/** Marks a missing row, slot or product. */
export const NONE = -1;

/** Sparse sums by product. Clearing takes time in proportion to the products with a sum, not to all products. */
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
  /** Compares by score, with a tie-break for equal scores. */
  isBefore(one: number, other: number): boolean;
}

/**
 * Returns the `limit` best of a list of numbers, best first. It sorts the plain scores first to find the lowest score that can be included,
 * so that only the candidates above it are sorted by the full order.
 */
export function bestOf(numbers: readonly number[], limit: number, order: Order): number[] {
  const scores = Float64Array.from(numbers, (number) => order.scoreOf(number)).sort();
  const least = scores[Math.max(0, scores.length - limit)] ?? Infinity;
  return numbers
    .filter((number) => order.scoreOf(number) >= least)
    .sort((one, other) => (order.isBefore(one, other) ? -1 : 1))
    .slice(0, limit);
}
