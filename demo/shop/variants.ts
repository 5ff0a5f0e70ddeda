import type { Client } from "@vitrine/client";
import { PRODUCT_FIELDS, productOf, type Product } from "./product.js";

/** More than the pages have room for. */
const MOST = 16;

/**
 * The variants of a product, the best first; none for a product that is not (or no longer) in the shop. A search answers
 * with one variant of each product, so each request asks for one that has not come yet.
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

/** A variant with all sizes that its colour comes in, where each size is a variant of its own. */
export function inAllSizes(product: Product, variants: readonly Product[]): Product {
  const alike = variants.filter(({ color, inStock }) => color === product.color && inStock);
  const sizes = [...new Set([product, ...alike].filter(({ inStock }) => inStock).flatMap((one) => one.sizes))];
  return alike.length === 0 ? product : { ...product, sizes, inStock: true };
}

/** One variant of each colour: the given one of its own. */
export const ofEachColor = (product: Product, variants: readonly Product[]): readonly Product[] => [
  ...new Map([...variants, product].map((variant) => [variant.color, variant])).values(),
];
