import type { Basket } from "./basket.js";

/** A basket with the shopper's products from earlier baskets. */
export interface Step {
  readonly basket: Basket;
  /** Whether the shopper has an earlier basket. Without an earlier basket, the basket cannot be predicted. */
  readonly hasHistory: boolean;
  /** Identifiers of the basket's products that are new to the shopper. */
  readonly fresh: ReadonlySet<string>;
  /** Identifiers of the basket's products that occurred in an earlier basket of the shopper. */
  readonly repeated: ReadonlySet<string>;
  /** Identifiers of all products in earlier baskets of the shopper. */
  readonly met: ReadonlySet<string>;
}

/**
 * Returns each basket with the shopper's products from earlier baskets. @param baskets baskets of all shoppers, oldest
 * first
 */
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
