/** Sums by product, most of them 0: clearing costs as much as was added, not as much as there are products. */
export class Sums {
  /** Products with a sum, each once. */
  readonly products: number[] = [];
  /** Of all of them together. */
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

  /** Forgets all. @param products numbers that may be added are below */
  clear(products: number): void {
    for (const product of this.products) this.values[product] = 0;
    this.products.length = 0;
    this.total = 0;
    if (products > this.values.length) this.values = new Float64Array(2 * products);
  }
}
