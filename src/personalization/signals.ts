import { readToken, tasteToken } from "../catalog/taste-tokens.js";
import type { RankingWeights } from "../storefront/taste-configuration.js";
import { type Candidate, type Products, productsOf } from "./candidate.js";
import { PRODUCT, type TasteSnapshot } from "./taste/snapshot.js";

/** What is ranked for a shopper: `text` where words were typed, which say themselves what is wanted. */
export type RankingKind = "listing" | "text";

/**
 * One reason for which a shopper may want a product. Order, explanation and evaluation come from `scores` alone: a product is
 * worth `weight` times its score more.
 */
export interface Signal {
  /** As explanations call it. */
  readonly name: string;
  /** The points for a score of 1. 0: the signal has no part in such a ranking. */
  weight(weights: RankingWeights, of: RankingKind): number;
  /** Of each product from 0 to 1. */
  scores(products: Products, taste: TasteSnapshot): Float64Array;
  /** The taste in parts, each of which explanations tell by itself: the scores of the parts add up to the score of the whole. */
  parts?(taste: TasteSnapshot): readonly Part[];
}

interface Part {
  readonly name: string;
  readonly taste: TasteSnapshot;
}

/** The tokens of a snapshot that are not products. */
export const likedTokens = ({ tokens }: Pick<TasteSnapshot, "tokens">): TasteSnapshot["tokens"] =>
  tokens.filter(([token]) => readToken(token).field !== PRODUCT);

/** The brands, kinds and colours that the shopper likes: the weights of a snapshot are at most 1 together. */
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

/** What was looked at last comes again, in listings: `PRODUCT_WEIGHT` of the snapshot says how much. */
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

/**
 * A price so many doublings away says nothing any more. REES46, MRR@100 of new products without what was seen: 1 doubling
 * .186, 2 .190, 3 .189.
 */
export const DOUBLINGS = 2;

/**
 * Prices near those that were looked at, in listings: the full weight for a product of the same price, linearly less with
 * each doubling or halving, down to 0. Products without a price are not scored.
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

/** How well a product goes with what the shopper looked at lately, by the sessions of others: see `TasteSnapshot.beside`. */
const coVisitation: Signal = {
  name: "co_visitation",
  weight: ({ affinity, text_affinity, co_visitation }, of) =>
    co_visitation * (of === "text" ? text_affinity : affinity),
  scores: (products, { beside = [] }) => products.ownWeights(new Map(beside)),
};

/** All personal signals. Listings, searches, blocks, suggestions and explanations have no others. */
export const SIGNALS: readonly Signal[] = [liked, viewed, price, coVisitation];

export interface Scoring {
  readonly signals: readonly Signal[];
  readonly taste: TasteSnapshot;
  readonly weights: RankingWeights;
  readonly of: RankingKind;
}

/** A signal and what a score of 1 is worth; signals that are worth nothing are left out. */
type Weighed = readonly [signal: Signal, weight: number];

const weighed = ({ signals, weights, of }: Scoring): Weighed[] =>
  signals.flatMap((signal) => {
    const weight = signal.weight(weights, of);
    return weight === 0 ? [] : [[signal, weight] as const];
  });

/** The points of products for one shopper: the sum of all signals. */
export function pointsOf(scoring: Scoring, products: Products): Float64Array {
  const sums = new Float64Array(products.size);
  for (const [signal, weight] of weighed(scoring)) {
    const scores = signal.scores(products, scoring.taste);
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) + weight * (scores[at] as number);
  }
  return sums;
}

/** The points of each signal, those left out that gave nothing. Together they are what `pointsOf` gives. */
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
