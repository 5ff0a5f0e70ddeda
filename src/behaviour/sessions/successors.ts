import { WEIGHTS } from "./weights.js";

/**
 * What sessions visited right after a product, until another is asked about. A session counts as much as it is like the one that
 * is asked about, and less with age; one that has nothing but this product in common, and is of now, counts 1.
 */
export class Successors {
  /** All of them, each once. */
  readonly products: number[] = [];
  /** Of all of them together. */
  total = 0;
  /** By product. */
  private counts = new Float64Array(1_024);

  of(product: number): number {
    return this.counts[product] ?? 0;
  }

  /**
   * The share of visits after the product that go to this one, as far as they are known.
   * @param prior the share that is expected where nothing is known; it counts for as much as a few visits
   */
  rate(product: number, prior: number): number {
    return (this.of(product) + WEIGHTS.successorsPrior * prior) / (this.total + WEIGHTS.successorsPrior);
  }

  add(product: number, weight: number): void {
    if (this.counts[product] === 0) this.products.push(product);
    this.counts[product]! += weight;
    this.total += weight;
  }

  /** Forgets all. @param products numbers that may be added are below */
  clear(products: number): void {
    for (const product of this.products) this.counts[product] = 0;
    this.products.length = 0;
    this.total = 0;
    if (products > this.counts.length) this.counts = new Float64Array(2 * products);
  }
}
