import type { TimeSlice } from "../../time-slice.js";
import type { ProductSource, SourceVariant } from "../document.js";
import type { Learned } from "../learned.js";
import type { Leaves, LeafTypes } from "../leaves.js";
import { documentOf, readVariant, type DocumentRules, type ReadVariant } from "../product.js";

/**
 * The document of a product as JSON text: `JSON.stringify(buildDocument(…))`, a variant at a time, because a product may have
 * thousands of them.
 * @param known leaves of variants that have been flattened already
 */
export async function productText(
  product: ProductSource,
  types: LeafTypes,
  rules: DocumentRules,
  learned: Learned | undefined,
  slice: TimeSlice,
  known?: ReadonlyMap<SourceVariant, Leaves>,
): Promise<string> {
  const read: ReadVariant[] = [];
  for (const variant of product.source) {
    if (slice.isOver()) await slice.next();
    if (variant.active) read.push(readVariant(variant.data, types, known?.get(variant)));
  }
  const { variants, source, ...rest } = documentOf(product, read, rules, learned);
  const text = JSON.stringify(rest).slice(0, -1);
  return `${text},"variants":[${await listText(variants, slice)}],"source":[${await listText(source, slice)}]}`;
}

async function listText(values: readonly object[], slice: TimeSlice): Promise<string> {
  const texts: string[] = [];
  for (const value of values) {
    if (slice.isOver()) await slice.next();
    texts.push(JSON.stringify(value));
  }
  return texts.join(",");
}
