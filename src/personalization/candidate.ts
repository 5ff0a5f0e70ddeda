import { ancestorReader, tasteToken } from "../catalog/taste-tokens.js";

/** A product that may be shown, with all that signals and placement go by. */
export interface Candidate {
  readonly id: string;
  /** Of the engine's documents (`taste`); empty where they are not known. */
  readonly tokens: readonly string[];
  /** Products that others look at together with it; empty where they are not known. */
  readonly viewed_with: readonly string[];
  /** See `ProductDocument.log_price`; absent where there is none, or it is not known. */
  readonly log_price?: number | undefined;
  /** The sum of `weights` over the tokens and the categories above them, where it is quicker than `sumOfTokens`. */
  sumOfTokens?(weights: ReadonlyMap<string, number>): number;
  /** The sum of `weights` over `viewed_with`, where it is quicker than adding them up. */
  sumOfViewedWith?(weights: ReadonlyMap<string, number>): number;
}

/** The sum of the weights of a candidate's tokens; who likes boots likes shoes, so the categories above count too. */
export const sumOfTokens = (candidate: Candidate, weights: ReadonlyMap<string, number>): number =>
  candidate.sumOfTokens?.(weights) ?? sumOf([...candidate.tokens, ...ancestorReader()(candidate.tokens)], weights);

/** The sum of the weights of the products that a candidate is viewed with. */
export const sumOfViewedWith = (candidate: Candidate, weights: ReadonlyMap<string, number>): number =>
  candidate.sumOfViewedWith?.(weights) ?? sumOf(candidate.viewed_with, weights);

const sumOf = (names: readonly string[], weights: ReadonlyMap<string, number>): number =>
  names.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);

/** The values that a candidate has of one field. */
export function valuesOf({ tokens }: Candidate, field: string): readonly string[] {
  const beginning = tasteToken(field, "");
  return tokens.filter((token) => token.startsWith(beginning)).map((token) => token.slice(beginning.length));
}
