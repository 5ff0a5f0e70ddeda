import { readToken, tasteToken } from "../catalog/taste-tokens.js";
import type { RankingWeights } from "../storefront/taste-configuration.js";
import { type Candidate, type Products, productsOf } from "./candidate.js";
import { PRODUCT, type TasteSnapshot } from "./taste/snapshot.js";

/** The type of ranking: `text` for a request with a search query, which expresses the need of the shopper. */
export type RankingKind = "listing" | "text";

/**
 * A ranking signal: a reason why a shopper may want a product. Product order, ranking explanations and evaluation are derived from `scores`
 * alone. A signal adds `weight` times its score to the score of a product.
 */
export interface Signal {
  /** Name of the signal in ranking explanations. */
  readonly name: string;
  /** Returns the number of points for a score of 1. If the number is 0, the signal is not used in this type of ranking. */
  weight(weights: RankingWeights, of: RankingKind): number;
  /** Returns a score from 0 to 1 for each product. */
  scores(products: Products, taste: TasteSnapshot): Float64Array;
  /** Splits the taste into parts that explanations list separately. The scores of the parts add up to the score of the signal. */
  parts?(taste: TasteSnapshot): readonly Part[];
}

interface Part {
  readonly name: string;
  readonly taste: TasteSnapshot;
}

/** Returns the taste tokens of a snapshot, except tokens that stand for single products. */
export const likedTokens = ({ tokens }: Pick<TasteSnapshot, "tokens">): TasteSnapshot["tokens"] =>
  tokens.filter(([token]) => readToken(token).field !== PRODUCT);

/** Ranking signal for liked brands, product types and colours. Scores are at most 1, because the token weights add up to at most 1. */
const liked: Signal = {
  name: "taste",
  weight: ({ affinity, text_affinity }, of) => (of === "text" ? text_affinity : affinity),
  scores: (products, taste) => products.tokenSums(new Map(likedTokens(taste))),
  parts: (taste) => likedTokens(taste).map((one) => ({ name: `taste ${one[0]}`, taste: { ...taste, tokens: [one] } })),
};

const viewedWeights = ({ tokens }: TasteSnapshot): ReadonlyMap<string, number> =>
  new Map(
    tokens.flatMap(([token, weight]) => {
      const { field, value } = readToken(token);
      return field === PRODUCT ? [[value, weight] as const] : [];
    }),
  );

/** Ranking signal that promotes recently viewed products in listings. The taste snapshot contains the weights, see `PRODUCT_WEIGHT`. */
const viewed: Signal = {
  name: "taste viewed",
  weight: ({ affinity }, of) => (of === "text" ? 0 : affinity),
  scores: (products, taste) => products.ownWeights(viewedWeights(taste)),
  parts: (taste) =>
    [...viewedWeights(taste)].map(([id, weight]) => {
      const token = tasteToken(PRODUCT, id);
      return { name: `taste ${token}`, taste: { ...taste, tokens: [[token, weight]] } };
    }),
};

/** Distance, in doublings of the price, at which the price score falls to 0. Values from 1 to 3 give almost equal evaluation results. */
export const DOUBLINGS = 2;

/**
 * Ranking signal for prices that are close to the prices of viewed products, in listings only. The score is highest for equal prices and
 * decreases linearly with each doubling or halving, down to 0. Products without a price get no score.
 */
const price: Signal = {
  name: "taste price",
  weight: ({ affinity }, of) => (of === "text" ? 0 : affinity),
  scores(products, { prices = [] }) {
    return products.logPrices().map((log_price) => {
      let sum = 0;
      for (const [origin, weight] of prices) {
        const near = 1 - Math.abs(log_price - origin) / DOUBLINGS;
        if (near > 0) sum += near * weight;
      }
      return sum;
    });
  },
};

/**
 * Ranking signal for products that other shoppers view in the same sessions as the recently viewed products: see `TasteSnapshot.beside`.
 */
const coVisitation: Signal = {
  name: "co_visitation",
  weight: ({ affinity, text_affinity, co_visitation }, of) =>
    co_visitation * (of === "text" ? text_affinity : affinity),
  scores: (products, { beside = [] }) => products.ownWeights(new Map(beside)),
};

/** All personal ranking signals. Listings, searches, recommendation blocks, suggestions and explanations use the same list. */
export const SIGNALS: readonly Signal[] = [liked, viewed, price, coVisitation];

export interface Scoring {
  readonly signals: readonly Signal[];
  readonly taste: TasteSnapshot;
  readonly weights: RankingWeights;
  readonly of: RankingKind;
}

/** A ranking signal with its number of points for a score of 1. Signals with 0 points are excluded. */
type Weighed = readonly [signal: Signal, weight: number];

const weighed = ({ signals, weights, of }: Scoring): Weighed[] =>
  signals.flatMap((signal) => {
    const weight = signal.weight(weights, of);
    return weight === 0 ? [] : [[signal, weight] as const];
  });

/** Returns the ranking points of products for one shopper: the sum of the points of all signals. */
export function pointsOf(scoring: Scoring, products: Products): Float64Array {
  const sums = new Float64Array(products.size);
  for (const [signal, weight] of weighed(scoring)) {
    const scores = signal.scores(products, scoring.taste);
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) + weight * (scores[at] as number);
  }
  return sums;
}

/** Returns the nonzero points of each signal. The sum of these points equals the result of `pointsOf`. */
export function explainScore(scoring: Scoring, candidate: Candidate): { signal: string; points: number }[] {
  const products = productsOf([candidate]);
  return weighed(scoring)
    .flatMap(([signal, weight]) => {
      const parts = signal.parts?.(scoring.taste) ?? [{ name: signal.name, taste: scoring.taste }];
      return parts.map(({ name, taste }) => ({
        signal: name,
        points: weight * (signal.scores(products, taste)[0] as number),
      }));
    })
    .filter(({ points }) => points !== 0);
}
