import type { Product } from "./product.js";

/**
 * Cart line: a variant in one size. The line keeps the product data, such as the price, from the time when the variant
 * was added.
 */
export interface CartLine {
  readonly product: Product;
  /** Selected size; "" for products without sizes. */
  readonly size: string;
  readonly quantity: number;
}

export const MAX_OF_ONE = 9;

/**
 * Adds a quantity of a variant to the cart. A negative quantity reduces the quantity of the cart line. Lines that reach
 * zero are removed.
 */
export function changed(lines: readonly CartLine[], product: Product, size: string, change: number): CartLine[] {
  const isSame = (line: CartLine) => line.product.variant === product.variant && line.size === size;
  const before = lines.find(isSame)?.quantity ?? 0;
  const quantity = Math.min(MAX_OF_ONE, before + change);
  const after = { product, size, quantity };
  const all = before > 0 ? lines.map((line) => (isSame(line) ? after : line)) : [...lines, after];
  return all.filter((line) => line.quantity > 0);
}

export const totalOf = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { product, quantity }) => sum + (product.price ?? 0) * quantity, 0);

export const countOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
