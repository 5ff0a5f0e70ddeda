/** An action of a shopper at one time, with one or more products. */
export interface Basket {
  /** Time of the action in milliseconds since 1970. */
  readonly at: number;
  readonly shopper: string;
  readonly session: string;
  readonly type: BasketType;
  /** Products of the action in recorded order, without duplicates. */
  readonly products: readonly BasketProduct[];
}

export type BasketType = "product_view" | "add_to_cart" | "transaction";

export interface BasketProduct {
  /** The product identifier. */
  readonly product: string;
  /** Variant identifier by which the shop's events refer to the product. */
  readonly named: string;
}

/** A row of the event log: one product of one event. */
export interface BasketRow extends BasketProduct, Omit<Basket, "products"> {}

/**
 * Groups rows into baskets by shopper, session, time and type. Returns the oldest basket first; baskets of the same
 * time keep their order.
 */
export function basketsOf(rows: readonly BasketRow[]): Basket[] {
  const baskets = new Map<string, Basket & { readonly products: BasketProduct[] }>();
  for (const { at, shopper, session, type, product, named } of rows) {
    const key = JSON.stringify([at, shopper, session, type]);
    const basket = baskets.get(key) ?? { at, shopper, session, type, products: [] };
    baskets.set(key, basket);
    if (!basket.products.some((one) => one.named === named)) basket.products.push({ product, named });
  }
  return [...baskets.values()].sort((a, b) => a.at - b.at);
}
