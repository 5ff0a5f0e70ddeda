import { LOG_PRICE_FIELD } from "../catalog/features.js";
import { ancestorReader, TASTE_FIELD, tasteToken } from "../catalog/taste-tokens.js";
import type { Hit } from "../engine/search-documents.js";

/** A product that may be shown, with the data that ranking signals and reranking use. */
export interface Candidate {
  readonly id: string;
  /** Taste tokens of the product (`taste` of its engine document); empty if unknown. */
  readonly tokens: readonly string[];
  /** Logarithm of the price, see `ProductDocument.log_price`; absent if the product has no price or the price is unknown. */
  readonly log_price?: number | undefined;
}

/** Column-wise access to products, so that a ranking signal can score all products at once. */
export interface Products {
  readonly size: number;
  readonly idAt: (at: number) => string;
  /** Returns the sum of the token weights of each product. Parent categories count too: a shopper who likes boots probably likes shoes. */
  tokenSums(weights: ReadonlyMap<string, number>): Float64Array;
  /** Returns for each product the weight of its identifier, or 0 if `weights` does not contain the identifier. */
  ownWeights(weights: ReadonlyMap<string, number>): Float64Array;
  /** Returns the logarithm of each product's price, see `ProductDocument.log_price`; NaN for products without a price. */
  logPrices(): Float64Array;
}

export const productsOf = (candidates: readonly Candidate[]): Products => ({
  size: candidates.length,
  idAt: (at) => candidates[at]?.id ?? "",
  tokenSums: (weights) =>
    Float64Array.from(candidates, ({ tokens }) => sumOf([...tokens, ...ancestorReader()(tokens)], weights)),
  ownWeights: (weights) => Float64Array.from(candidates, ({ id }) => weights.get(id) ?? 0),
  logPrices: () => Float64Array.from(candidates, ({ log_price = NaN }) => log_price),
});

const sumOf = (names: readonly string[], weights: ReadonlyMap<string, number>): number =>
  names.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);

/** Converts a hit with `FEATURE_FIELDS` to a candidate. The last sort value of the hit is the product identifier. */
export function candidateOf({ sort = [], fields }: Hit<unknown>): Candidate {
  const price = fields?.[LOG_PRICE_FIELD]?.[0];
  return {
    id: String(sort.at(-1)),
    tokens: (fields?.[TASTE_FIELD] ?? []) as readonly string[],
    ...(price === undefined ? {} : { log_price: Number(price) }),
  };
}

export function valuesOf({ tokens }: Candidate, field: string): readonly string[] {
  const prefix = tasteToken(field, "");
  return tokens.filter((token) => token.startsWith(prefix)).map((token) => token.slice(prefix.length));
}
