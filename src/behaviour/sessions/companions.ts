import { indexFrom, type Order, Sums } from "./arrays.js";
import { DeviceSupport } from "./several-devices.js";
import type { SessionRecommendation } from "./recommender.js";
import type { SessionIndex } from "./session-index.js";
import { ageWeight, comparable, LENGTHS, WEIGHTS } from "./neighbour-weights.js";

export interface CompanionOptions {
  readonly limit: number;
  /** Time of the request, in milliseconds since 1970. */
  readonly at: number;
  /**
   * Products of the same type, keyed by requested product. Sessions with these products serve as prior when the requested product has few
   * sessions.
   */
  readonly alike?: ReadonlyMap<string, readonly string[]>;
  /** Subtracts the frequency of a product in all sessions from its frequency in sessions with the requested product. */
  readonly beyond_chance?: boolean;
}

/** Maximum number of products per request. For a larger cart, only the products added last count. */
const MAX_PRODUCTS = 30;
/** Weight of the popularity prior, in sessions. Values from 3 to 20 give nearly the same result. */
const PRIOR = 5;
/** Weight of the prior from products of the same type, in sessions. Results with 5 are nearly as good as with 20. */
const ALIKE_PRIOR = 20;
/** Number of sessions read for each product of the same type. The number is low, because there are several products of the same type. */
const ALIKE_SESSIONS = 50;

/**
 * Returns the weight of a session. The weight decreases with the session's age and with the fourth root of its length, because a session
 * with many products is weaker evidence for each pair of products.
 */
const sessionWeight = (visits: number, at: number, endedAt: number) =>
  ageWeight(at, endedAt) / Math.sqrt(LENGTHS[visits]!);

/**
 * Recommends products that occur in the same sessions as the requested products, regardless of their order. The recommendations complete a
 * basket; they do not predict the next visit.
 *
 * The score of product j is Σ P(j | i) over the requested products i, with P(j | i) = (n(i, j) + m · p(j)) / (n(i) + m). Here n are weight
 * sums of the latest sessions with i, m is the prior's weight, and p(j) is the share of all sessions that contain j (the m-estimate of
 * Cestnik 1990). With few sessions, the popularity p(j) dominates. If products similar to i are given, p(j) is the same estimate over the
 * sessions of these products.
 */
export function createCompanions(index: SessionIndex) {
  const together = new Sums();
  const beside = new Sums();
  const shares = new Sums();
  const backing = new DeviceSupport();

  return (
    clientId: string,
    products: readonly string[],
    { limit, at, alike, beyond_chance = false }: CompanionOptions,
  ): SessionRecommendation[] => {
    const storefront = index.storefront(clientId);
    if (storefront === undefined || limit < 1) return [];
    const { end } = index.products;
    const numbersOf = (ids: readonly string[]) => ids.flatMap((id) => storefront.products.get(id) ?? []);
    /**
     * Reads the latest sessions that contain a product, and adds the weight of each session to the sums (`into`) of its other products.
     * @returns the sum of the session weights
     */
    const sum = (product: number, most: number, into: Sums): number => {
      let sessions = 0;
      index.eachSession(product, most, (items, start, visits, endedAt, _, tag) => {
        const weight = sessionWeight(visits, at, endedAt);
        sessions += weight;
        for (let slot = start; slot < start + visits; slot += 1) {
          const other = items[slot]!;
          if (other === product || indexFrom(items, other, start) !== slot) continue;
          into.add(other, weight);
          backing.back(other, tag);
        }
      });
      return sessions;
    };
    const latest = [...new Set(products)].slice(-MAX_PRODUCTS);
    const requested = new Set(numbersOf(latest));
    const share = (sums: Sums, factor: number) => {
      for (const other of sums.products) if (!requested.has(other)) shares.add(other, factor * sums.of(other));
    };
    shares.clear(end);
    backing.clear(end);
    /** Weight of a product's overall frequency in its score. */
    let priors = 0;
    for (const id of latest) {
      const kind = numbersOf(alike?.get(id) ?? []).filter((other) => !requested.has(other));
      const [product] = numbersOf([id]);
      if (product === undefined && kind.length === 0) continue;
      together.clear(end);
      const prior = kind.length === 0 ? PRIOR : ALIKE_PRIOR;
      const believed = prior + (product === undefined ? 0 : sum(product, WEIGHTS.sessions, together));
      share(together, 1 / believed);
      beside.clear(end);
      const expected = PRIOR + kind.reduce((count, other) => count + sum(other, ALIKE_SESSIONS, beside), 0);
      share(beside, prior / believed / expected);
      priors += (prior / believed) * (PRIOR / expected);
    }
    const name = (product: number) => index.products.name(product);
    const chance = beyond_chance ? latest.length : 0;
    const score = (product: number) =>
      comparable(shares.of(product) + ((priors - chance) * index.products.sessions[product]!) / storefront.sessions);
    const order: Order = {
      scoreOf: score,
      // Products with equal scores are sorted by identifier, so that all processes return the same order.
      isBefore: (one, other) => score(one) > score(other) || (score(one) === score(other) && name(one) < name(other)),
    };
    return backing.bestOf(shares.products, limit, order).map((product) => ({
      id: name(product),
      score: score(product),
      hasMinimumSupport: backing.hasSupport(product),
    }));
  };
}

/** Returns the products that occur together with a product in the sessions of several devices and more often than by chance, best first. */
export const productsBeside = (
  companions: (...requested: Parameters<ReturnType<typeof createCompanions>>) => readonly SessionRecommendation[],
  clientId: string,
  product: string,
  options: CompanionOptions,
): readonly SessionRecommendation[] =>
  companions(clientId, [product], { ...options, beyond_chance: true }).filter(
    ({ hasMinimumSupport, score }) => hasMinimumSupport && score > 0,
  );
