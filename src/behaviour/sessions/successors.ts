import { Sums } from "./sums.js";
import { WEIGHTS } from "./neighbour-weights.js";

/**
 * Sums the products that sessions visited right after a given product. A session counts by its similarity to the given
 * session and less with age; a current session that shares nothing but this product counts 1.
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
