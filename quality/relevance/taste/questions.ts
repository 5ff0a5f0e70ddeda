import type { Basket } from "./basket.js";

/** A basket and what it means to whoever predicts it. */
export interface Step {
  readonly basket: Basket;
  /** Whether the shopper has done something before. Of nobody else anything can be known. */
  readonly hasHistory: boolean;
  /** Products that the shopper has not met in an earlier basket, as listings call them. */
  readonly fresh: ReadonlySet<string>;
  /** Those met before. */
  readonly repeated: ReadonlySet<string>;
  /** All that the shopper has met before. */
  readonly met: ReadonlySet<string>;
}

/** @param baskets of all shoppers, oldest first */
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
