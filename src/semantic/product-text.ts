import { flatten } from "../catalog/flatten.js";
import { declaresProductType } from "../catalog/product-type.js";
import { CATEGORIES_FIELD, CATEGORY_SEPARATOR, mostSpecific, type FieldValues } from "../catalog/fields.js";
import type { ProductSource } from "../catalog/product-document.js";
import { hashOf } from "../lib/hash.js";

/** Of descriptions: what a product is stands at the beginning. With 160 nothing is found better, and encoding costs four tenths more. */
const MAX_DESCRIPTION = 80;
const MAX_LENGTH = 400;
const MAX_KINDS = 3;
const MAX_KIND = 40;

/** What an encoder is told of a product: its title, what it is said to be, its category, and the beginning of its description. */
export function productText({ source }: Pick<ProductSource, "source">): string {
  const active = source.find((variant) => variant.active);
  if (active === undefined) return "";
  const { fields } = flatten(active.data);
  const productTypes = [...fields].flatMap(([field, values]) => (declaresProductType(field) ? values : []));
  const stated = productTypes.filter((value): value is string => typeof value === "string" && value.length <= MAX_KIND);
  const category = mostSpecific(textsOf(fields, CATEGORIES_FIELD));
  const parts = [
    ...textsOf(fields, "title").slice(0, 1),
    ...new Set(stated.slice(0, MAX_KINDS)),
    ...(category === undefined ? [] : [category.split(CATEGORY_SEPARATOR).join(", ")]),
    ...textsOf(fields, "description")
      .slice(0, 1)
      .map((text) => text.slice(0, MAX_DESCRIPTION)),
  ];
  return parts.join(". ").replace(/\s+/gu, " ").trim().slice(0, MAX_LENGTH);
}

const textsOf = (fields: FieldValues, field: string): string[] => (fields.get(field) ?? []).map(String);

/** Equal texts have equal digests: what has not changed is not encoded again. */
export const textDigest = (text: string): string => hashOf(text).slice(0, 22);
