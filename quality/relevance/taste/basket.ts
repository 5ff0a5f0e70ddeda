/** One action of a shopper with one or several products at one moment. */
export interface Basket {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly shopper: string;
  readonly session: string;
  readonly type: BasketType;
  /** In the order in which they were recorded, each once. */
  readonly products: readonly BasketProduct[];
}

export type BasketType = "product_view" | "add_to_cart" | "transaction";

export interface BasketProduct {
  /** The product's identifier in listings. */
  readonly product: string;
  /** The identifier in the shop's events: one of its variants. */
  readonly named: string;
}

/** One product in one event, as logs have it. */
export interface BasketRow extends BasketProduct, Omit<Basket, "products"> {}

/**
 * Joins rows that share shopper, session, time and type, whether or not others come in between.
 * @returns oldest first; of one time, in the order of their first rows
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
