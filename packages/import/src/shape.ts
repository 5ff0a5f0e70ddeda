import type { ProductData } from "../../../src/catalog/product-document.js";
import type { ImportReport } from "./import-report.js";

/** An implausible result of an import. */
export interface Oddity {
  /** Value of `--accept` with which the user accepts this implausible result. */
  readonly name: "repeated" | "one-product" | "zero-prices" | "discounts" | "left-out" | "untitled" | "same-options";
  readonly text: string;
}

/** Fields that may distinguish the variants of a product. */
const OPTION = /^(?:color|sizes|material|gender|attributes\.)/;

/** Minimum number of variants for plausibility checks. Files with fewer variants are assumed to be test files. */
const MIN_VARIANTS = 10;
/** Maximum number of variants that are checked for duplicates. */
const MAX_KNOWN = 1_000_000;

/**
 * Counts products and variants, and detects signs of a wrong mapping: a single product, repeated variants, or prices of
 * 0.
 */
export class Shape {
  readonly #known = new Set<string>();
  readonly #products = new Set<string>();
  #lines = 0;
  #free = 0;
  #priced = 0;
  #wrongDiscounts = 0;
  #untitled = 0;
  readonly #options = new Map<string, string>();
  #sameOptions = 0;

  constructor(private readonly report: ImportReport) {}

  observe(data: ProductData): void {
    const { product_identifier: product, variant_identifier: variant, price, original_price: before } = data;
    const key = `${product}\n${variant}`;
    this.#lines += 1;
    if (this.#known.has(key)) this.report.repeat(variant);
    else if (this.#known.size < MAX_KNOWN) {
      this.#known.add(key);
      this.#products.add(product);
    }
    if (typeof price === "number") {
      this.#priced += 1;
      if (price <= 0) this.#free += 1;
      if (typeof before === "number" && before >= price * 10) this.#wrongDiscounts += 1;
    }
    if (product === data["title"]) this.#observeOptions(data);
    if (typeof data["title"] !== "string" || data["title"] === "") this.#untitled += 1;
  }

  /**
   * Counts variants with the same options as another variant of the same product. Called only if the product identifier
   * equals the title.
   */
  #observeOptions({ product_identifier: product, variant_identifier: variant, ...data }: ProductData): void {
    const options = Object.entries(data).filter(([name]) => OPTION.test(name));
    const key = JSON.stringify([product, ...options]);
    const known = this.#options.get(key);
    if (known !== undefined && known !== variant) this.#sameOptions += 1;
    else if (this.#options.size < MAX_KNOWN) this.#options.set(key, variant);
  }

  get counts(): { readonly products: number; readonly variants: number } {
    return { products: this.#products.size, variants: this.#lines - this.report.repeated.count };
  }

  /**
   * Returns the implausible results of the import. The user must confirm these results, because such results are
   * correct for some shops.
   */
  oddities(): Oddity[] {
    const { products, variants } = this.counts;
    const { records, leftOut } = this.report;
    const lost = [...leftOut.values()].reduce((sum, { count }) => sum + count, 0);
    const found: (Oddity | false)[] = [
      lost > records / 2 &&
        records > 0 && { name: "left-out", text: `${lost} of ${records} ${this.report.unit}s would be left out` },
      this.#lines > 1 &&
        this.report.repeated.count > this.#lines / 4 && {
          name: "repeated",
          text: `${this.report.repeated.count} of ${this.#lines} variants are duplicates: another column may identify the variants`,
        },
    ];
    if (this.#sameOptions > 0)
      found.push({
        name: "same-options",
        text: `${this.#sameOptions} of ${variants} variants have the same name and options as another variant: rows with the same name may be different products`,
      });
    if (this.#lines >= MIN_VARIANTS) {
      found.push(
        products === 1 && { name: "one-product", text: `all ${variants} variants belong to one product` },
        this.#free > this.#priced / 2 && { name: "zero-prices", text: `${this.#free} of ${this.#priced} prices are 0` },
        this.#wrongDiscounts > this.#priced / 2 && {
          name: "discounts",
          text: `${this.#wrongDiscounts} of ${this.#priced} prices are at most a tenth of the original price`,
        },
        this.#untitled > this.#lines / 10 && { name: "untitled", text: `${this.#untitled} of ${this.#lines} variants have no title` },
      ); // prettier-ignore
    }
    return found.filter((one) => one !== false);
  }
}
