import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, optionFields, optionsOf, variantIdentifier, type Options } from "./platform-rows.js";
import { categoryAt, fieldNameOf, given, listOf } from "./values.js";

/** A Shopify product, independent of the export format. */
export interface ShopifyProduct {
  readonly at: number;
  /** Product identifier; the handle by default. */
  readonly id?: string;
  readonly handle: string;
  readonly title: string;
  readonly html: string;
  readonly vendor: string;
  /** Category in Shopify's taxonomy, with ">" between levels. */
  readonly category: string;
  /** Custom product type of the shop. */
  readonly type: string;
  readonly tags: readonly string[];
  /** Release time in ISO 8601; "" if unknown. */
  readonly publishedAt: string;
  /** Additional feed fields, such as metafields. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  readonly images: readonly string[];
  readonly variants: readonly ShopifyVariant[];
}

export interface ShopifyVariant {
  readonly at: number;
  /** Variant identifier; the SKU or the options by default. */
  readonly id?: string;
  readonly sku: string;
  readonly barcode: string;
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly price: string;
  readonly compareAt: string;
  /** Whether the variant is in stock; undefined if the export does not contain stock data. */
  readonly inStock: boolean | undefined;
  readonly image: string;
}

/** Statuses of products that are hidden in the shop. */
export const UNSOLD: ReadonlySet<string> = new Set(["draft", "archived", "unlisted"]);

/** Option value that Shopify uses for products without options. */
const NO_OPTION = "Default Title";
const NO_CATEGORY = /^uncategori[sz]ed$/i;

/** Names of the price columns in reports. */
const PRICE = "Variant Price";
const COMPARE_AT = "Variant Compare At Price";

/** Converts a product to feed variants. Each feed variant also contains the fields of the product. */
export function shopifyVariants(product: ShopifyProduct, report: ImportReport): ProductData[] {
  const category = NO_CATEGORY.test(product.category) ? "" : categoryAt(product.category);
  const categories = [category === "" ? categoryAt(product.type, "\n") : category];
  const shared = given({
    title: product.title,
    handle: product.handle,
    description: htmlText(product.html),
    designer: product.vendor,
    categories: categories.filter((one) => one !== ""),
    product_type: product.type,
    tags: product.tags,
    released_at: product.publishedAt,
    ...product.fields,
  });
  const ofProduct = optionsOf(Object.entries(product.attributes).map(([name, values]) => [name, [values].flat()]));
  const taken = new Set<string>();
  return product.variants.map((variant) => {
    const values = variant.options.map(([, value]) => value).filter((value) => value !== "" && value !== NO_OPTION);
    const identifier =
      variant.id ?? variantIdentifier(product.handle, { sku: variant.sku, values, line: variant.at }, taken);
    const { price, before } = pricesOf(variant, report);
    return {
      product_identifier: product.id ?? product.handle,
      variant_identifier: identifier,
      ...shared,
      // Values of the variant override values of the product.
      ...optionFields({ ...ofProduct, ...optionsIn(variant) }),
      ...given({
        price,
        original_price: before,
        on_sale: price === undefined ? undefined : before !== undefined,
        in_stock: variant.inStock,
        sku: variant.sku,
        barcode: variant.barcode,
        images: [...new Set([variant.image, ...product.images])].filter((image) => image !== ""),
      }),
    };
  });
}

const optionsIn = ({ options }: ShopifyVariant): Options =>
  optionsOf(
    options.flatMap(([name, value]) =>
      value === "" || value === NO_OPTION ? [] : [[fieldNameOf(name) === "" ? "option" : name, [value]] as const],
    ),
  );

function pricesOf({ at, price, compareAt }: ShopifyVariant, report: ImportReport) {
  const now = amountIn(report, at, PRICE, price);
  const before = amountIn(report, at, COMPARE_AT, compareAt);
  return { price: now, before: now !== undefined && before !== undefined && before > now ? before : undefined };
}

export const tagsOf = (text: string): string[] => listOf(text, ",");
