import { sortedIndexOf } from "./arrays.js";
import { DeviceSupport } from "./several-devices.js";
import { bestOf } from "./best.js";
import type { SessionRecommendation } from "./recommender.js";
import type { SessionIndex } from "./session-index.js";
import { Sums } from "./sums.js";
import { ageWeight, LENGTHS, WEIGHTS } from "./neighbour-weights.js";

export interface CompanionOptions {
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Of a cart of more, the latest count. */
const MAX_PRODUCTS = 30;
/** Sessions that what is popular weighs as much as, beside those with a product; between 3 and 20 it hardly matters. */
const PRIOR = 5;

/**
 * The weight of a session: it decreases with age and with the fourth root of its length, because a long session says
 * less about each pair.
 */
const sessionWeight = (visits: number, ageMs: number) => ageWeight(ageMs) / Math.sqrt(LENGTHS[visits]!);

/**
 * Recommends what sessions have beside some products, whatever the order: what else is in the basket, and not what comes next.
 * The score of j is Σ P(j | i) over the products i, with P(j | i) = (n(i, j) + m · p(j)) / (n(i) + m), where n are sums over the
 * latest sessions with i and p(j) is the share of all sessions that have j (the m-estimate of Cestnik 1990): few sessions are
 * believed little, and of what they say the more popular first.
 */
export function createCompanions(index: SessionIndex) {
  const together = new Sums();
  const shares = new Sums();
  const backing = new DeviceSupport();

  return (clientId: string, products: readonly string[], { limit, at }: CompanionOptions): SessionRecommendation[] => {
    const storefront = index.storefront(clientId);
    if (storefront === undefined || limit < 1) return [];
    const { end } = index.products;
    const latest = [...new Set(products)].slice(-MAX_PRODUCTS);
    const asked = new Set(latest.flatMap((id) => storefront.products.get(id) ?? []));
    shares.clear(end);
    backing.clear(end);
    let priors = 0;
    for (const product of asked) {
      together.clear(end);
      index.eachSession(product, WEIGHTS.sessions, (items, start, visits, endedAt, _, tag) => {
        const weight = sessionWeight(visits, at - endedAt);
        for (let slot = start; slot < start + visits; slot += 1) {
          const other = items[slot]!;
          if (sortedIndexOf(items, other, start) !== slot) continue;
          together.add(other, weight);
          backing.back(other, tag);
        }
      });
      const believed = together.of(product) + PRIOR;
      for (const other of together.products) {
        if (!asked.has(other)) shares.add(other, together.of(other) / believed);
      }
      priors += PRIOR / believed;
    }
    const name = (product: number) => index.products.name(product);
    const score = (product: number) =>
      shares.of(product) + (priors * index.products.sessions[product]!) / storefront.sessions;
    // By name at last: the same in every process.
    const isBefore = (one: number, other: number) =>
      backing.isBacked(one) === backing.isBacked(other) ? scoresBefore(one, other) : backing.isBacked(one);
    const scoresBefore = (one: number, other: number) =>
      score(one) > score(other) || (score(one) === score(other) && name(one) < name(other));
    return bestOf(shares.products, limit, isBefore).map((product) => ({
      id: name(product),
      score: score(product),
      backed: backing.isBacked(product),
    }));
  };
}
