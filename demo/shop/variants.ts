import type { Client } from "@vitrine/client";
import { PRODUCT_FIELDS, productOf, type Product } from "./product.js";

/** Maximum number of variants that are loaded per product. */
const MOST = 16;

/**
 * Loads the variants of a product, best first; empty for a product that is not in the shop. Searches return one variant
 * per product, so each request excludes the variants found so far.
 */
export async function variantsOf(
  service: Pick<Client, "search">,
  product: string,
  signal: AbortSignal,
): Promise<readonly Product[]> {
  const found: Product[] = [];
  while (found.length < MOST) {
    const filters = { product_identifier: product, variant_identifier: { $nin: found.map(({ variant }) => variant) } };
    const { items } = await service.search({ filters, limit: 1, projection: PRODUCT_FIELDS }, { signal });
    if (items.length === 0) break;
    found.push(...items.map(productOf));
  }
  return found;
}

/** Adds all sizes of a colour to a variant, for catalogues in which each size is a separate variant. */
export function inAllSizes(product: Product, variants: readonly Product[]): Product {
  const alike = variants.filter(({ color, inStock }) => color === product.color && inStock);
  const sizes = [...new Set([product, ...alike].filter(({ inStock }) => inStock).flatMap((one) => one.sizes))];
  return alike.length === 0 ? product : { ...product, sizes, inStock: true };
}

/** Returns one variant per colour. For the colour of `product`, this variant is `product` itself. */
export const ofEachColor = (product: Product, variants: readonly Product[]): readonly Product[] => [
  ...new Map([...variants, product].map((variant) => [variant.color, variant])).values(),
];
