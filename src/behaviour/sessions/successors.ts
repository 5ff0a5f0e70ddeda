import { Sums } from "./sums.js";
import { WEIGHTS } from "./neighbour-weights.js";

/**
 * What sessions visited right after a product, until another is asked about. A session counts as much as it is like the one that
 * is asked about, and less with age; one that has nothing but this product in common, and is of now, counts 1.
 */
export class Successors extends Sums {
  /**
   * The share of visits after the product that go to this one, as far as they are known.
   * @param prior the share that is expected where nothing is known; it counts for as much as a few visits
   */
  rate(product: number, prior: number): number {
    return (this.of(product) + WEIGHTS.successorsPrior * prior) / (this.total + WEIGHTS.successorsPrior);
  }
}
