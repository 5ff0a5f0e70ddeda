import type { Json } from "../../../src/catalog/product-document.js";

export type JsonObject = { readonly [key: string]: Json };

/** A JSON object with its line number in JSON Lines, else its record number; both start at 1. */
export interface JsonRecord {
  readonly at: number;
  readonly value: JsonObject;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names of the field with a product's list of variants. */
export const VARIANTS =
  /^(?:product_?)?(?:variants?|variations?|skus?|offers?|children|items|hasVariant|combinations)$/i;
