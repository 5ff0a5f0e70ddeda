import type { ProductData } from "../../../src/catalog/product-document.js";
import { htmlText } from "./html-text.js";
import type { ImportReport } from "./import-report.js";
import { amountIn, optionFields, optionsOf, variantIdentifier, type Options } from "./platform-rows.js";
import { categoryAt, fieldNameOf, given, listOf } from "./values.js";

/** A product of Shopify, whatever export it comes from. */
export interface ShopifyProduct {
  readonly at: number;
  /** What it is identified by; its handle unless given. */
  readonly id?: string;
  readonly handle: string;
  readonly title: string;
  readonly html: string;
  readonly vendor: string;
  /** Of Shopify's taxonomy, levels with ">". */
  readonly category: string;
  /** The shop's own word for what it is. */
  readonly type: string;
  readonly tags: readonly string[];
  /** ISO 8601; "" where it is not known. */
  readonly publishedAt: string;
  /** Further feed fields, such as metafields. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  readonly images: readonly string[];
  readonly variants: readonly ShopifyVariant[];
}

export interface ShopifyVariant {
  readonly at: number;
  /** What it is identified by; its stock-keeping unit or its options unless given. */
  readonly id?: string;
  readonly sku: string;
  readonly barcode: string;
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly price: string;
  readonly compareAt: string;
  /** Undefined where the export does not say. */
  readonly inStock: boolean | undefined;
  readonly image: string;
}

/** States of products that no list of the shop shows. */
export const UNSOLD: ReadonlySet<string> = new Set(["draft", "archived", "unlisted"]);

/** What Shopify calls the only option of a product without any. */
const NO_OPTION = "Default Title";
const NO_CATEGORY = /^uncategori[sz]ed$/i;

/** The columns of prices, as the report names them. */
const PRICE = "Variant Price";
const COMPARE_AT = "Variant Compare At Price";

/** A product's variants as a feed has them, each with all that its product has. */
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
      // What a variant says for itself counts before what its product says of all.
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
