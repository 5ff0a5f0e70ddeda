import { LOG_PRICE_FIELD } from "../catalog/features.js";
import { ancestorReader, TASTE_FIELD, tasteToken } from "../catalog/taste-tokens.js";
import type { Hit } from "../engine/search-documents.js";

/** A product that may be shown, with all that signals and placement go by. */
export interface Candidate {
  readonly id: string;
  /** Of the engine's documents (`taste`); empty where they are not known. */
  readonly tokens: readonly string[];
  /** See `ProductDocument.log_price`; absent where there is none, or it is not known. */
  readonly log_price?: number | undefined;
}

/** Products in columns, one number each: a signal scores all of them at once. */
export interface Products {
  readonly size: number;
  readonly idAt: (at: number) => string;
  /** The sum of the weights of its tokens; who likes boots likes shoes, so the categories above count too. */
  tokenSums(weights: ReadonlyMap<string, number>): Float64Array;
  /** Its own weight; 0 where it has none. */
  ownWeights(weights: ReadonlyMap<string, number>): Float64Array;
  /** See `ProductDocument.log_price`; NaN where there is none. */
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

/** A hit with `FEATURE_FIELDS` as a candidate; its last sort value is the identifier. */
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
