/** The array, or a copy of at least twice its size where `index` would not fit. */
export function grownFor(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < array.length) return array;
  const grown = new Int32Array(Math.max(index + 1, 2 * array.length));
  grown.set(array);
  return grown;
}

/** The first place of a value from `start` on, where it must be. Much quicker than `indexOf` for a few places. */
export function indexFrom(array: Int32Array, value: number, start: number): number {
  let place = start;
  while (array[place] !== value) place += 1;
  return place;
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

/**
 * The `limit` best of a list of numbers by their scores, best first; equals by `isBefore`. A heap with the worst of the
 * best on top, so that a long list costs little more than being looked through.
 */
export function bestOf(
  numbers: readonly number[],
  limit: number,
  isBefore: (one: number, other: number) => boolean,
): number[] {
  const heap: number[] = [];
  for (const number of numbers) {
    const hasRoom = heap.length < limit;
    if (!hasRoom && (limit === 0 || !isBefore(number, heap[0]!))) continue;
    if (hasRoom) {
      heap.push(number);
      rise(heap, isBefore);
    } else {
      heap[0] = number;
      sink(heap, isBefore);
    }
  }
  return heap.sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

function rise(heap: number[], isBefore: (one: number, other: number) => boolean): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap[parent]!, heap[at]!)) return;
    [heap[parent], heap[at]] = [heap[at]!, heap[parent]!];
    at = parent;
  }
}

function sink(heap: number[], isBefore: (one: number, other: number) => boolean): void {
  let at = 0;
  for (;;) {
    let worst = at;
    for (const child of [2 * at + 1, 2 * at + 2]) {
      if (child < heap.length && isBefore(heap[worst]!, heap[child]!)) worst = child;
    }
    if (worst === at) return;
    [heap[worst], heap[at]] = [heap[at]!, heap[worst]!];
    at = worst;
  }
}
