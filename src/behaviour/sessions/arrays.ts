/** The array, or a copy of at least twice its size where `index` would not fit. */
export function grownFor(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < array.length) return array;
  const grown = new Int32Array(Math.max(index + 1, 2 * array.length));
  grown.set(array);
  return grown;
}

/** The first place of a value from `start` on, where it must be. Much quicker than `indexOf` for a few places. */
export function indexFrom(array: Int32Array, value: number, start: number): number {
  let position = start;
  while (array[position] !== value) position += 1;
  return position;
}

/** No row, slot or product. */
export const NONE = -1;

/** Sums by product, most of them 0: clearing costs as much as was added, not as much as there are products. */
export class Sums {
  /** Products with a sum, each once. */
  readonly products: number[] = [];
  /** What was added to all of them together. */
  total = 0;
  /** By product. */
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

  /** Of a product with a sum. */
  multiply(product: number, factor: number): void {
    this.values[product]! *= factor;
  }

  /** Forgets all. @param products numbers that may be added are below */
  clear(products: number): void {
    for (const product of this.products) this.values[product] = 0;
    this.products.length = 0;
    this.total = 0;
    if (products > this.values.length) this.values = new Float64Array(2 * products);
  }
}

export interface Order {
  scoreOf(number: number): number;
  /** By score, and for equal scores by anything else. */
  isBefore(one: number, other: number): boolean;
}

/**
 * The `limit` best of a list of numbers, best first. Scores are sorted as mere numbers first, which tells what can be among
 * the best, so that a long list costs little more than being looked through.
 */
export function bestOf(numbers: readonly number[], limit: number, order: Order): number[] {
  const scores = Float64Array.from(numbers, (number) => order.scoreOf(number)).sort();
  const least = scores[Math.max(0, scores.length - limit)] ?? Infinity;
  return numbers
    .filter((number) => order.scoreOf(number) >= least)
    .sort((one, other) => (order.isBefore(one, other) ? -1 : 1))
    .slice(0, limit);
}
