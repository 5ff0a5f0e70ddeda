import { isFailure } from "./failure.js";
import { PRODUCT_FIELDS, productOf, withoutOwnFields, type Product } from "./product.js";
import type { Service } from "./service.js";

/** More than the pages have room for. */
const MOST = 8;

/**
 * The variants of a product, the best first; none for a product that is not (or no longer) in the shop. A search answers
 * with one variant of each product, so each request asks for one that has not come yet.
 */
export async function variantsOf(service: Service, product: string, signal: AbortSignal): Promise<readonly Product[]> {
  const found: Product[] = [];
  let fields = PRODUCT_FIELDS;
  while (found.length < MOST) {
    const filters = { product_identifier: product, variant_identifier: { $nin: found.map(({ variant }) => variant) } };
    try {
      const { items } = await service.search({ filters, limit: 1, projection: fields }, signal);
      if (items.length === 0) break;
      found.push(...items.map(productOf));
    } catch (error) {
      if (!isFailure(error, "refused") || fields !== PRODUCT_FIELDS) throw error;
      fields = withoutOwnFields(PRODUCT_FIELDS);
    }
  }
  return found;
}
