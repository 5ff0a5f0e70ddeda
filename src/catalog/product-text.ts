import type { TimeSlice } from "../lib/periodic.js";
import type { Learned } from "./learned.js";
import type { FieldTypes, FieldValues } from "./fields.js";
import type { ProductSource, SourceVariant } from "./product-document.js";
import { documentRoot, type DocumentRules, readVariant, type ReadVariant } from "./product.js";

interface DocumentText {
  readonly text: string;
  /** The active variants of the product. */
  readonly active: readonly ReadVariant[];
}

/**
 * Serializes the `ProductDocument` of a product as JSON, one variant at a time, because a product may have thousands of variants.
 * @param known fields of variants that have been flattened already
 */
export async function productText(
  product: ProductSource,
  types: FieldTypes,
  rules: DocumentRules,
  learned: Learned | undefined,
  slice: TimeSlice,
  known?: ReadonlyMap<SourceVariant, FieldValues>,
): Promise<DocumentText> {
  const read: ReadVariant[] = [];
  for (const variant of product.source) {
    if (slice.isOver()) await slice.next();
    if (variant.active) read.push(readVariant(variant.data, types, known?.get(variant)));
  }
  const root = JSON.stringify(documentRoot(product, read, rules, learned)).slice(0, -1);
  const variants = await listText(read, ({ fitted }) => `{"data":${fieldsText(fitted)}}`, slice);
  const text = `${root},"variants":[${variants}],"source":[${await listText(product.source, JSON.stringify, slice)}]}`;
  return { text, active: read };
}

async function listText<T>(values: readonly T[], textOf: (value: T) => string, slice: TimeSlice): Promise<string> {
  const texts: string[] = [];
  for (const value of values) {
    if (slice.isOver()) await slice.next();
    texts.push(textOf(value));
  }
  return texts.join(",");
}

/** Serializes field values as a JSON object. The function is several times faster than `JSON.stringify` with an object of the values. */
function fieldsText(fields: FieldValues): string {
  let text = "";
  for (const [field, values] of fields) {
    text += `${text === "" ? "{" : ","}${JSON.stringify(field)}:${JSON.stringify(values.length === 1 ? values[0] : values)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}
