import type { Sums } from "./arrays.js";
import { NeighbourScores } from "./neighbour-scores.js";
import type { SessionIndex } from "./session-index.js";
import { MAX_VISITS } from "./running-sessions.js";
import { Trail } from "./return-rates.js";
import { comparable, WEIGHTS } from "./neighbour-weights.js";

export interface SessionRecommendOptions {
  readonly limit: number;
  /** Time of the request, in milliseconds since 1970. */
  readonly at: number;
}

export interface SessionRecommendation {
  readonly id: string;
  /** Score above 0. Scores are comparable only within one response. */
  readonly score: number;
  /** Whether the sessions of several devices contain the product. Products found in the sessions of a single device rank last. */
  readonly hasMinimumSupport: boolean;
}

/**
 * Minimum probability that the next visit goes to a new product. The minimum is needed because the estimated return rates of all visited
 * products can exceed 1 in total.
 */
const MIN_NEW = 0.05;
/** Products that no indexed session contains get the number −1 minus their position in the running session. */
const UNKNOWN = -1;

/**
 * Recommends products visited in similar sessions. New products are ranked by score. Products of the running session
 * are ranked by the estimated probability of a return visit. The estimate combines the return rate of comparable
 * sessions in this storefront with the observed visits after the last product.
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
      // Products of the shopper's own session need not occur in sessions of other devices.
      hasMinimumSupport: true,
    }));
    return [...again, ...found]
      .sort((one, other) => Number(other.hasMinimumSupport) - Number(one.hasMinimumSupport) || other.score - one.score)
      .slice(0, limit);
  };
}

/**
 * Returns the share of next visits after the last product that lead to `product`.
 * @param prior the expected share without observations; its weight is `WEIGHTS.successorsPrior` visits
 */
export const rateAfter = (successors: Sums, product: number, prior: number): number =>
  (successors.of(product) + WEIGHTS.successorsPrior * prior) / (successors.total + WEIGHTS.successorsPrior);
