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
 * Scores of products by what neighbours of a running session visited, until the next one is scored. Holds the arrays that
 * every query needs, as long as there are products.
 */
export class NeighbourScores extends Sums implements Order {
  /**
   * The products that sessions visited right after the one that the running session visited last. A session counts by its
   * similarity and less with age; a current session that shares nothing but this product counts 1.
   */
  readonly successors = new Sums();
  /** Of products in the sessions that were looked at. */
  readonly backing = new DeviceSupport();
  private last = NONE;
  /** What a product weighs as one of the running session. */
  private readonly importance = new Sums();
  private readonly met = new Set<number>();

  constructor(private readonly index: SessionIndex) {
    super();
  }

  /** Sessions that have a product in common. */
  get neighbours(): number {
    return this.met.size;
  }

  /**
   * @param session products by their numbers, oldest first; such as are in no session are below 0
   * @param at milliseconds since 1970
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
   * Adds √(Σ importance of products in common / √length) · age · importance(i) · weight(distance from i to j) to every
   * product j, for every product i in common.
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

  /** Adds a weight to the visits around one of a session, less with every visit in between. */
  private spread(items: Int32Array, start: number, visits: number, from: number, weight: number): void {
    for (let at = start; at < from; at += 1) this.add(items[at]!, weight * BEFORE_WEIGHTS[from - at]!);
    for (let at = from + 1; at < start + visits; at += 1) this.add(items[at]!, weight * AFTER_WEIGHTS[at - from]!);
  }

  /**
   * One step further: what stands first passes on √(score · highest score), in equal parts to its most recent sessions. It
   * finds products where few sessions have those of the running one.
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
   * Multiplies the scores of successors by (1 + n)^share, n being how many are known and the share that of one product:
   * what followed the product visited last at once, and not just some time, stands first where that is known well.
   */
  private preferSuccessors(): void {
    const { products, total } = this.successors;
    const strength = Math.log1p(total) / (total + WEIGHTS.successorsBelief);
    for (const product of products) this.multiply(product, Math.exp(strength * this.successors.of(product)));
  }

  scoreOf(product: number): number {
    return comparable(this.of(product));
  }

  /** By score, then by how many sessions have it, then by name: the same in every process. */
  isBefore(one: number, other: number): boolean {
    const [score, otherScore] = [this.scoreOf(one), this.scoreOf(other)];
    if (score !== otherScore) return score > otherScore;
    const { products } = this.index;
    const [sessions, otherSessions] = [products.sessions[one]!, products.sessions[other]!];
    if (sessions !== otherSessions) return sessions > otherSessions;
    return products.name(one) < products.name(other);
  }
}
