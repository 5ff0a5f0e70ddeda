import { CATEGORIES_FIELD, categoryPath } from "../../catalog/fields.js";
import { readToken, tasteToken } from "../../catalog/taste-tokens.js";
import type { ProductInterest, TasteDocument } from "./document.js";

/** A product that a shopper has an interest in, and how much it says of what the shopper is after. */
export interface Look extends Pick<ProductInterest, "id" | "at" | "tokens" | "log_price"> {
  /** ½ for what was looked at last, half of that for what was before it; those of one moment share theirs. All together below 1. */
  readonly weight: number;
}

/** Products further back say less than a thousandth. */
const MAX_STEPS = 10;

/**
 * The viewed products, latest first. Weights decay with each view and not with time: a shopper who viewed one thing
 * this week is still looking for it, and a half-life in minutes cannot order two views of one minute. Replayed on
 * REES46 (MRR@100 of the next product, what was seen taken out): halves .186, .35 and .65 of each .186 and .183.
 * @param documents of one shopper: a product that several know counts once
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

/** Token → how much of what the shopper is after it is, from 0 to below 1; those of one field never exceed 1 together. */
export function tokenWeights(views: readonly Pick<Look, "tokens" | "weight">[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { tokens, weight } of views) {
    if (weight === 0) continue;
    for (const [token, part] of tokenParts(tokens)) weights.set(token, (weights.get(token) ?? 0) + weight * part);
  }
  return weights;
}

/**
 * Each token's part of what a product says: where it has several values of a field, none of them is all of it. Of a category those
 * above it have a part, too, and itself twice as much as each of them.
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
