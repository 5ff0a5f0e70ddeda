import { bestOf, indexFrom, NONE, type Order, Sums } from "./arrays.js";
import { DeviceSupport } from "./several-devices.js";
import {
  AFTER_WEIGHTS,
  ageWeight,
  BEFORE_WEIGHTS,
  comparable,
  LENGTHS,
  rarity,
  VISIT_WEIGHTS,
  WEIGHTS,
} from "./neighbour-weights.js";
import type { SessionIndex } from "./session-index.js";

/**
 * Product scores computed from the sessions that are similar to a running session. The scores are valid until the next call of `score`,
 * which reuses the arrays.
 */
export class NeighbourScores extends Sums implements Order {
  /**
   * Products visited directly after the product that the running session visited last. The weight of a session grows
   * with its similarity and falls with its age. A recent session that shares only this product has weight 1.
   */
  readonly successors = new Sums();
  /** Records for each product whether sessions of one device or of several devices contain the product. */
  readonly backing = new DeviceSupport();
  private last = NONE;
  /** The weight of each product of the running session. */
  private readonly importance = new Sums();
  private readonly met = new Set<number>();

  constructor(private readonly index: SessionIndex) {
    super();
  }

  /** The number of sessions that have a product in common with the running session. */
  get neighbours(): number {
    return this.met.size;
  }

  /**
   * @param session product numbers, oldest first; products that no indexed session contains have numbers below 0
   * @param at time in milliseconds since 1970
   */
  score(session: readonly number[], at: number): void {
    const { end } = this.index.products;
    for (const sums of [this, this.importance, this.successors, this.backing]) sums.clear(end);
    this.met.clear();
    this.weigh(session);
    for (const product of this.importance.products) {
      this.index.eachSession(product, WEIGHTS.sessions, (items, start, visits, endedAt, key, tag) => {
        if (this.met.has(key)) return;
        this.met.add(key);
        for (let slot = start; slot < start + visits; slot += 1) this.backing.back(items[slot]!, tag);
        this.addNeighbour(items, start, visits, ageWeight(at, endedAt));
      });
    }
    this.step(at);
    this.preferSuccessors();
  }

  private weigh(session: readonly number[]): void {
    const last = session.length - 1;
    this.last = session[last] ?? NONE;
    for (let since = 0; since < WEIGHTS.visits && since <= last; since += 1) {
      const product = session[last - since]!;
      if (product >= 0) this.importance.add(product, VISIT_WEIGHTS[since]!);
    }
    for (const product of this.importance.products) {
      this.importance.multiply(product, rarity(this.index.products.sessions[product]!));
    }
  }

  /**
   * Adds the score of one similar session to its products. For every product i of the running session that the similar session contains,
   * product j receives √(Σ importance / √length) · age · importance(i) · weight(distance from i to j). The sum is over all such products i.
   */
  private addNeighbour(items: Int32Array, start: number, visits: number, age: number): void {
    let common = 0;
    for (let at = start; at < start + visits; at += 1) {
      const product = items[at]!;
      const importance = this.importance.of(product);
      if (importance > 0 && indexFrom(items, product, start) === at) common += importance;
    }
    const similarity = age * Math.sqrt(common / LENGTHS[visits]!);
    for (let at = start; at < start + visits; at += 1) {
      const importance = this.importance.of(items[at]!);
      if (importance === 0) continue;
      this.add(items[at]!, similarity * importance);
      this.spread(items, start, visits, at, similarity * importance);
      const next = at + 1;
      if (items[at] !== this.last || next === start + visits) continue;
      this.successors.add(items[next]!, (age * common) / importance);
    }
  }

  /** Adds a weight to the products visited before and after one visit of a session. The weight decreases with the distance. */
  private spread(items: Int32Array, start: number, visits: number, from: number, weight: number): void {
    for (let at = start; at < from; at += 1) this.add(items[at]!, weight * BEFORE_WEIGHTS[from - at]!);
    for (let at = from + 1; at < start + visits; at += 1) this.add(items[at]!, weight * AFTER_WEIGHTS[at - from]!);
  }

  /**
   * Finds more candidate products if few sessions contain the products of the running session. Each of the highest-scored products
   * distributes √(own score · highest score) equally over its most recent sessions, as additional score of the other products.
   */
  private step(at: number): void {
    const leaders = bestOf(this.products, WEIGHTS.steps, this);
    const weights = leaders.map((product) => Math.sqrt(this.of(product) * this.of(leaders[0]!)));
    leaders.forEach((product, position) => {
      const sessions = Math.min(WEIGHTS.stepSessions, this.index.products.sessions[product]!);
      const weight = (WEIGHTS.step * weights[position]!) / sessions;
      this.index.eachSession(product, WEIGHTS.stepSessions, (items, start, visits, endedAt, _, tag) => {
        for (let slot = start; slot < start + visits; slot += 1) this.backing.back(items[slot]!, tag);
        const here = (weight * ageWeight(at, endedAt)) / LENGTHS[visits]!;
        for (let visit = start; visit < start + visits; visit += 1) {
          if (items[visit] === product) this.spread(items, start, visits, visit, here);
        }
      });
    });
  }

  /**
   * Multiplies the score of each successor by (1 + n)^share. Here n is the number of visits directly after the last product. The exponent
   * `share` is the share of these visits that go to the successor. The higher n is, the higher the successors rank.
   */
  private preferSuccessors(): void {
    const { products, total } = this.successors;
    const strength = Math.log1p(total) / (total + WEIGHTS.successorsBelief);
    for (const product of products) this.multiply(product, Math.exp(strength * this.successors.of(product)));
  }

  scoreOf(product: number): number {
    return comparable(this.of(product));
  }

  /** Orders products by score, number of sessions and name. This order is the same in all processes. */
  isBefore(one: number, other: number): boolean {
    const [score, otherScore] = [this.scoreOf(one), this.scoreOf(other)];
    if (score !== otherScore) return score > otherScore;
    const { products } = this.index;
    const [sessions, otherSessions] = [products.sessions[one]!, products.sessions[other]!];
    if (sessions !== otherSessions) return sessions > otherSessions;
    return products.name(one) < products.name(other);
  }
}
