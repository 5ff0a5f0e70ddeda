import type { Json } from "../../../src/catalog/product-document.js";

export type JsonObject = { readonly [key: string]: Json };

/** An object of the file, with its line where every line is one, else its number; from 1. */
export interface JsonRecord {
  readonly at: number;
  readonly value: JsonObject;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists of a product's variants, by their names. */
export const VARIANTS =
  /^(?:product_?)?(?:variants?|variations?|skus?|offers?|children|items|hasVariant|combinations)$/i;
