import { CATEGORIES_FIELD, categoryPath } from "../../catalog/fields.js";
import { readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { ProductInterest, TasteDocument } from "./document.js";

/** A viewed product, with its weight in the taste of the shopper. */
export interface Look extends Pick<ProductInterest, "id" | "at" | "tokens" | "log_price"> {
  /**
   * Weight of the product: ½ for the product viewed last, ¼ for the product viewed before, and so on. Products viewed at the same moment
   * share one weight. The sum of all weights is below 1.
   */
  readonly weight: number;
}

/** Maximum number of latest views that have a weight. Weights of earlier views would be less than 0.001. */
const MAX_STEPS = 10;

/**
 * Returns the viewed products, latest first. Weights decay with each view rather than with time: a shopper who viewed one product this week
 * is still interested in it, and a half-life in minutes cannot order two views of the same minute. Decision 25 has the measurements.
 * @param documents the documents of one shopper; a product in several documents counts once
 */
export function viewsOf(documents: readonly TasteDocument[]): Look[] {
  const products = new Map<string, ProductInterest>();
  for (const document of documents) {
    for (const product of document.products) {
      const known = products.get(product.id);
      if (product.interest > 0 && (known === undefined || known.at < product.at)) products.set(product.id, product);
    }
  }
  const latest = [...products.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  const moments = [...new Set(latest.map(({ at }) => at))];
  return moments.flatMap((moment, step) => {
    const together = latest.filter(({ at }) => at === moment);
    const weight = step < MAX_STEPS ? 2 ** -(step + 1) / together.length : 0;
    return together.map(({ id, at, tokens, log_price }) => ({
      id,
      at,
      tokens,
      weight,
      ...(log_price === undefined ? {} : { log_price }),
    }));
  });
}

/** Returns the weight of each token in the taste of the shopper, from 0 to below 1. The weights of one field add up to at most 1. */
export function tokenWeights(views: readonly Pick<Look, "tokens" | "weight">[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { tokens, weight } of views) {
    if (weight === 0) continue;
    for (const [token, part] of tokenParts(tokens)) weights.set(token, (weights.get(token) ?? 0) + weight * part);
  }
  return weights;
}

/**
 * Returns the share of each taste token in the weight of a product. Several values of one field share the field's weight. The ancestors of
 * a category get a share too, and the category itself gets twice the share of each ancestor.
 */
function tokenParts(tokens: readonly string[]): readonly (readonly [token: string, part: number])[] {
  const counts = new Map<string, number>();
  const read = tokens.map(readToken);
  for (const { field } of read) counts.set(field, (counts.get(field) ?? 0) + 1);
  return read.flatMap(({ field, value }, at): (readonly [string, number])[] => {
    const part = 1 / (counts.get(field) ?? 1);
    if (field !== CATEGORIES_FIELD) return [[tokens[at] as string, part]];
    const path = categoryPath(value);
    const ofEach = part / (path.length + 1);
    return path.map((one, level) => [tasteToken(field, one), level === path.length - 1 ? 2 * ofEach : ofEach]);
  });
}
