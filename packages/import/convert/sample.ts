import type { ProductData } from "../../../src/catalog/product-document.js";

/** Number of products in a sample. */
const SIZE = 10;

/** Product as it would be imported, with the prices, colours and sizes of its variants. */
export interface SampleProduct {
  readonly first: ProductData;
  readonly prices: readonly number[];
  readonly colors: readonly string[];
  readonly sizes: readonly string[];
  readonly variants: number;
  readonly isSoldOut: boolean;
}

interface Counted {
  readonly first: ProductData;
  readonly prices: number[];
  readonly colors: Set<string>;
  readonly sizes: Set<string>;
  variants: number;
  isSoldOut: boolean;
}

/** Collects the first products of a feed. */
export class Sample {
  readonly #products = new Map<string, Counted>();

  observe(data: ProductData): void {
    let product = this.#products.get(data.product_identifier);
    if (product === undefined) {
      if (this.#products.size === SIZE) return;
      product = { first: data, prices: [], colors: new Set(), sizes: new Set(), variants: 0, isSoldOut: true };
      this.#products.set(data.product_identifier, product);
    }
    product.variants += 1;
    product.isSoldOut &&= data["in_stock"] === false;
    if (typeof data["price"] === "number") product.prices.push(data["price"]);
    for (const color of textsOf(data["color"])) product.colors.add(color);
    for (const size of textsOf(data["sizes"])) product.sizes.add(size);
  }

  get products(): SampleProduct[] {
    return [...this.#products.values()].map((one) => ({ ...one, colors: [...one.colors], sizes: [...one.sizes] }));
  }
}

/** Returns the non-empty texts of a value or list. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string" && one !== "");
