import type { TimeSlice } from "../../lib/time-slice.js";
import type { ProductSource } from "../document.js";
import type { Learned } from "../learned.js";
import type { LeafTypes } from "../leaves.js";
import { documentOf, readVariant, type DocumentRules, type ReadVariant } from "../product.js";

/**
 * The document of a product as JSON text: `JSON.stringify(buildDocument(…))`, a variant at a time, because a product may have
 * thousands of them.
 */
export async function productText(
  product: ProductSource,
  types: LeafTypes,
  rules: DocumentRules,
  learned: Learned | undefined,
  slice: TimeSlice,
): Promise<string> {
  const read: ReadVariant[] = [];
  for (const { active, data } of product.source) {
    if (slice.isOver()) await slice.next();
    if (active) read.push(readVariant(data, types));
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
