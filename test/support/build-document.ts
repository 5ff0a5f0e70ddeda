import { type Learned, NOTHING_LEARNED } from "../../src/catalog/learned.js";
import type { FieldTypes } from "../../src/catalog/fields.js";
import type { ProductDocument, ProductSource } from "../../src/catalog/product-document.js";
import { documentRoot, type DocumentRules, readActive } from "../../src/catalog/product.js";

/** Builds the complete document of a product in the same way as `productText`. */
export function buildDocument(
  product: ProductSource,
  types: FieldTypes,
  rules: DocumentRules,
  learned: Learned = NOTHING_LEARNED,
): ProductDocument {
  const read = readActive(product, types);
  const variants = read.map(({ fitted }) => ({
    data: Object.fromEntries(
      [...fitted].map(([field, values]) => [field, values.length === 1 ? (values[0] ?? values) : values]),
    ),
  }));
  return { ...documentRoot(product, read, rules, learned), variants, source: product.source };
}
