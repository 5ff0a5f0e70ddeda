import type { Clause } from "../../catalog/matching/filter-query.js";
import type { RankingWeights } from "../../storefront/taste-configuration.js";
import type { Candidate } from "../candidate.js";
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

/** The points of a product for one shopper: the sum of all signals. */
export function scorer(scoring: Scoring): (candidate: Candidate) => number {
  const own = weighed(scoring);
  const { taste } = scoring;
  return (candidate) => {
    let sum = 0;
    for (const [signal, weight] of own) sum += weight * signal.score(candidate, taste);
    return sum;
  };
}

/** The points of each signal, those left out that gave nothing. Together they are what `scorer` gives. */
export function explainScore(scoring: Scoring, candidate: Candidate): { signal: string; points: number }[] {
  return weighed(scoring)
    .flatMap(([signal, weight]) => {
      const parts = signal.parts?.(scoring.taste) ?? [{ name: signal.name, taste: scoring.taste }];
      return parts.map(({ name, taste }) => ({ signal: name, points: weight * signal.score(candidate, taste) }));
    })
    .filter(({ points }) => points !== 0);
}

/** The clauses that bring what a shopper may want, in about the order in which `scorer` puts it. */
export const reachClauses = (scoring: Scoring): Clause[] =>
  weighed(scoring).flatMap(([signal, weight]) =>
    (signal.reach?.(scoring.taste) ?? []).map(({ clause, share }) => clause(share * weight)),
  );

/** The same without the signals that have no clause. */
export const reachable = (scoring: Scoring): Scoring => ({
  ...scoring,
  signals: scoring.signals.filter((signal) => signal.reach !== undefined),
});

/** Those that have none. */
export const unreachable = (scoring: Scoring): Scoring => ({
  ...scoring,
  signals: scoring.signals.filter((signal) => signal.reach === undefined),
});

/** The most that all clauses together can give to one product. */
export const mostReached = (scoring: Scoring): number =>
  weighed(scoring).reduce(
    (sum, [signal, weight]) =>
      sum + (signal.reach?.(scoring.taste) ?? []).reduce((shares, { share }) => shares + share * weight, 0),
    0,
  );
