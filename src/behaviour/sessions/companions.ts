import { indexFrom, type Order, Sums } from "./arrays.js";
import { DeviceSupport } from "./several-devices.js";
import type { SessionRecommendation } from "./recommender.js";
import type { SessionIndex } from "./session-index.js";
import { ageWeight, comparable, LENGTHS, WEIGHTS } from "./neighbour-weights.js";

export interface CompanionOptions {
  readonly limit: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Of products asked about, others of their kind: what shoppers have beside these is expected of them, too. */
  readonly alike?: ReadonlyMap<string, readonly string[]>;
  /** Counts only how much more often sessions with a product have the other one than all sessions do. */
  readonly beyond_chance?: boolean;
}

/** Of a cart of more, the latest count. */
const MAX_PRODUCTS = 30;
/** Sessions that what is popular weighs as much as, beside those with a product; between 3 and 20 it hardly matters. */
const PRIOR = 5;
/** The same of what is beside products of its kind; 5 does nearly as well. */
const ALIKE_PRIOR = 20;
/** Of each of them fewer are looked at: they are several. */
const ALIKE_SESSIONS = 50;

/**
 * The weight of a session: it decreases with age and with the fourth root of its length, because a long session says
 * less about each pair.
 */
const sessionWeight = (visits: number, at: number, endedAt: number) =>
  ageWeight(at, endedAt) / Math.sqrt(LENGTHS[visits]!);

/**
 * Recommends what sessions have beside some products, whatever the order: what else is in the basket, and not what comes next.
 * The score of j is Σ P(j | i) over the products i, with P(j | i) = (n(i, j) + m · p(j)) / (n(i) + m), where n are sums over the
 * latest sessions with i and p(j) is the share of all sessions that have j (the m-estimate of Cestnik 1990): few sessions are
 * believed little, and of what they say the more popular first. Where it is told what is like i, p(j) is the same estimate for
 * sessions with any of that.
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
    /** Sums up what is beside it. @returns what its sessions count together */
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
    /** What the share of all sessions counts. */
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
      // By name at last: the same in every process.
      isBefore: (one, other) => score(one) > score(other) || (score(one) === score(other) && name(one) < name(other)),
    };
    return backing.bestOf(shares.products, limit, order).map((product) => ({
      id: name(product),
      score: score(product),
      hasMinimumSupport: backing.hasSupport(product),
    }));
  };
}

/** Products that the sessions of several devices have together with one beyond chance, best first. */
export const productsBeside = (
  companions: (...requested: Parameters<ReturnType<typeof createCompanions>>) => readonly SessionRecommendation[],
  clientId: string,
  product: string,
  options: CompanionOptions,
): readonly SessionRecommendation[] =>
  companions(clientId, [product], { ...options, beyond_chance: true }).filter(
    ({ hasMinimumSupport, score }) => hasMinimumSupport && score > 0,
  );
