import type { ProductData } from "../../../src/catalog/product-document.js";
import { textHash } from "../../../src/lib/text-hash.js";

const LINES_AT_ONCE = 500;
const CENTS = 20_000;
const CHEAPEST = 5;

/** Interval between changed products in a changed feed (100: every hundredth product). */
const CHANGED = 100;

/** A catalogue of a given size that repeats the products of another catalogue. */
export class ScaledCatalogue {
  readonly #products: readonly (readonly ProductData[])[];

  /** @param variants variants of the catalogue that is repeated */
  constructor(
    variants: readonly ProductData[],
    readonly size: number,
  ) {
    const products = new Map<string, ProductData[]>();
    for (const data of variants) {
      const known = products.get(data.product_identifier);
      if (known === undefined) products.set(data.product_identifier, [data]);
      else known.push(data);
    }
    this.#products = [...products.values()];
  }

  /**
   * Yields the variants with unique identifiers and prices.
   * @param raise price increase of changed products
   */
  *variants(raise = 0): Generator<ProductData> {
    const given = this.#products.length;
    for (let number = 0; number < this.size; number += 1) {
      const copy = Math.floor(number / given);
      const more = number % CHANGED === 0 ? raise : 0;
      for (const data of this.#products[number % given] as readonly ProductData[]) yield copied(data, copy, more);
    }
  }

  /** Yields the lines of a feed in chunks of a few hundred lines. */
  *feed(raise = 0): Generator<Buffer> {
    let lines: string[] = [];
    for (const product_data of this.variants(raise)) {
      lines.push(`${JSON.stringify({ operation: "insert", product_data })}\n`);
      if (lines.length < LINES_AT_ONCE) continue;
      yield Buffer.from(lines.join(""));
      lines = [];
    }
    yield Buffer.from(lines.join(""));
  }

  /** Returns the identifiers of the first products. */
  identifiers(count: number): string[] {
    return this.#products
      .slice(0, Math.min(count, this.size))
      .map(([data]) => (data as ProductData).product_identifier);
  }

  /** Returns the category whose share of products is closest to `share`. */
  categoryOf(share: number): string {
    const counts = new Map<string, number>();
    for (const [data] of this.#products) {
      for (const category of (data?.["categories"] ?? []) as readonly string[])
        counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    const wanted = share * this.#products.length;
    const [[nearest] = [""]] = [...counts].sort(([, a], [, b]) => Math.abs(a - wanted) - Math.abs(b - wanted));
    return nearest;
  }
}

function copied(data: ProductData, copy: number, raise: number): ProductData {
  const renamed = (id: string) => (copy === 0 ? id : `${id}-${copy}`);
  const variant_identifier = renamed(data.variant_identifier);
  const price = CHEAPEST + (textHash(variant_identifier) % CENTS) / 100 + raise;
  return { ...data, product_identifier: renamed(data.product_identifier), variant_identifier, price };
}
