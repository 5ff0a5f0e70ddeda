import { flatten } from "../catalog/flatten.js";
import { declaresProductType } from "../catalog/product-type.js";
import { CATEGORIES_FIELD, CATEGORY_SEPARATOR, mostSpecific, type FieldValues } from "../catalog/fields.js";
import type { ProductSource } from "../catalog/product-document.js";
import { hashOf } from "../lib/hash.js";

/**
 * Maximum number of characters of the description that are encoded. The start of a description usually describes the product type. With 160
 * characters, results do not improve and encoding takes 40 % longer.
 */
const MAX_DESCRIPTION = 80;
const MAX_LENGTH = 400;
const MAX_PRODUCT_TYPES = 3;
const MAX_PRODUCT_TYPE_LENGTH = 40;

/** The text of a product for the embedding model: title, product types given in the feed, category, and the start of the description. */
export function productText({ source }: Pick<ProductSource, "source">): string {
  const active = source.find((variant) => variant.active);
  if (active === undefined) return "";
  const { fields } = flatten(active.data);
  const productTypes = [...fields].flatMap(([field, values]) => (declaresProductType(field) ? values : []));
  const stated = productTypes.filter(
    (value): value is string => typeof value === "string" && value.length <= MAX_PRODUCT_TYPE_LENGTH,
  );
  const category = mostSpecific(textsOf(fields, CATEGORIES_FIELD));
  const parts = [
    ...textsOf(fields, "title").slice(0, 1),
    ...new Set(stated.slice(0, MAX_PRODUCT_TYPES)),
    ...(category === undefined ? [] : [category.split(CATEGORY_SEPARATOR).join(", ")]),
    ...textsOf(fields, "description")
      .slice(0, 1)
      .map((text) => text.slice(0, MAX_DESCRIPTION)),
  ];
  return parts.join(". ").replace(/\s+/gu, " ").trim().slice(0, MAX_LENGTH);
}

const textsOf = (fields: FieldValues, field: string): string[] => (fields.get(field) ?? []).map(String);

/** A digest of a product's text. The text is only encoded again if the digest changes. */
export const textDigest = (text: string): string => hashOf(text).slice(0, 22);
