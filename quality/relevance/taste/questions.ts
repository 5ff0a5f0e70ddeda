import type { Basket } from "./basket.js";

/** A basket with the shopper's history. */
export interface Step {
  readonly basket: Basket;
  /** Whether the shopper has an earlier basket. Without an earlier basket, no prediction is possible. */
  readonly hasHistory: boolean;
  /** Product identifiers that are new to the shopper. */
  readonly fresh: ReadonlySet<string>;
  /** Product identifiers that occurred in an earlier basket. */
  readonly repeated: ReadonlySet<string>;
  /** All product identifiers of earlier baskets. */
  readonly met: ReadonlySet<string>;
}

/** Returns one step per basket. @param baskets baskets of all shoppers, oldest first */
export function stepsOf(baskets: readonly Basket[]): Step[] {
  const met = new Map<string, Set<string>>();
  return baskets.map((basket) => {
    const before = met.get(basket.shopper);
    const products = new Set(basket.products.map(({ product }) => product));
    const step: Step = {
      basket,
      hasHistory: before !== undefined,
      fresh: new Set([...products].filter((id) => before?.has(id) !== true)),
      repeated: new Set([...products].filter((id) => before?.has(id) === true)),
      met: before ?? new Set(),
    };
    met.set(basket.shopper, new Set([...(before ?? []), ...products]));
    return step;
  });
}
