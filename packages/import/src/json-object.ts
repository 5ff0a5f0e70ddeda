import type { Json } from "../../../src/catalog/product-document.js";

export type JsonObject = { readonly [key: string]: Json };

/** A JSON object with its position, starting at 1: the line number in JSON Lines, otherwise the record number. */
export interface JsonRecord {
  readonly at: number;
  readonly value: JsonObject;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Matches common names of the field that contains a product's list of variants. */
export const VARIANTS =
  /^(?:product_?)?(?:variants?|variations?|skus?|offers?|children|items|hasVariant|combinations)$/i;
