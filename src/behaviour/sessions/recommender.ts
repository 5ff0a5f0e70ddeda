import type { Sums } from "./arrays.js";
import { NeighbourScores } from "./neighbour-scores.js";
import type { SessionIndex } from "./session-index.js";
import { MAX_VISITS } from "./running-sessions.js";
import { Trail } from "./return-rates.js";
import { comparable, WEIGHTS } from "./neighbour-weights.js";

export interface SessionRecommendOptions {
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface SessionRecommendation {
  readonly id: string;
  /** Above 0, and comparable within one answer only. */
  readonly score: number;
  /** Whether several devices stand behind it: what one has put together is no recommendation before everything else. */
  readonly hasMinimumSupport: boolean;
}

/** Rates are counted one by one, so nothing keeps their sum below 1. */
const MIN_NEW = 0.05;
/** Numbers below 0 stand for products of the running session that no session of the index has. */
const UNKNOWN = -1;

/**
 * Recommends what shoppers in similar sessions visited. New products are ranked by shares of their scores, products of the
 * session by how often shoppers come back to such: a mean of what sessions of this form have done in this storefront, and of
 * what sessions did after the product visited last. Both are set against how often the next visit is to a new product.
 */
export function createRecommender(index: SessionIndex) {
  const scores = new NeighbourScores(index);
  const trail = new Trail();

  return (
    clientId: string,
    session: readonly string[],
    { limit, at }: SessionRecommendOptions,
  ): SessionRecommendation[] => {
    const storefront = index.storefront(clientId);
    if (storefront === undefined || session.length === 0 || limit < 1) return [];
    const visits = session.slice(-MAX_VISITS);
    const numbers = visits.map((id) => storefront.products.get(id) ?? UNKNOWN - visits.indexOf(id));
    trail.read(numbers, 0, numbers.length);
    scores.score(numbers, at);
    const seen = new Set(trail.products);
    const unseen = scores.products.filter((product) => !seen.has(product));
    const total = unseen.reduce((sum, product) => sum + scores.of(product), 0);
    const belief = scores.neighbours / (scores.neighbours + WEIGHTS.belief);
    const rates = trail.products.map((_, lag) => storefront.returns.rate(trail, lag));
    const rateOfNew = Math.max(MIN_NEW, 1 - rates.reduce((sum, rate) => sum + rate, 0));
    const found = scores.backing.bestOf(unseen, limit, scores).map((product) => ({
      id: index.products.name(product),
      score: comparable((belief * scores.of(product)) / total),
      hasMinimumSupport: scores.backing.hasSupport(product),
    }));
    const again = trail.products.map((product, lag) => ({
      id: product < 0 ? visits[UNKNOWN - product]! : index.products.name(product),
      score: comparable(
        (WEIGHTS.returns * Math.sqrt(rates[lag]! * rateAfter(scores.successors, product, rates[lag]!))) / rateOfNew,
      ),
      // It is the shopper's own.
      hasMinimumSupport: true,
    }));
    return [...again, ...found]
      .sort((one, other) => Number(other.hasMinimumSupport) - Number(one.hasMinimumSupport) || other.score - one.score)
      .slice(0, limit);
  };
}

/**
 * The share of visits after the product visited last that go to this one, as far as they are known.
 * @param prior the share that is expected where nothing is known; it counts for as much as a few visits
 */
export const rateAfter = (successors: Sums, product: number, prior: number): number =>
  (successors.of(product) + WEIGHTS.successorsPrior * prior) / (successors.total + WEIGHTS.successorsPrior);
