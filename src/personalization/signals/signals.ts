import type { RankingWeights } from "../../storefront/taste-configuration.js";
import { type Candidate, type Products, productsOf } from "../candidate.js";
import type { TasteSnapshot } from "../taste/snapshot.js";
import { coVisitation } from "./co-visitation.js";
import { liked } from "./liked.js";
import { price } from "./price.js";
import type { RankingKind, Signal } from "./signal.js";
import { viewed } from "./viewed.js";

/** All personal signals. Listings, searches, blocks, suggestions and explanations have no others. */
export const SIGNALS: readonly Signal[] = [liked, viewed, price, coVisitation];

/** The signals of one shopper in one kind of ranking. */
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
