import { MAX_VISITS } from "./running-sessions.js";

/**
 * The weights for recommendations from similar sessions. The formulas are from V-SKNN and VSTAN (Ludewig, Mauro, Latifi & Jannach 2021) and
 * STAN (Garg et al. 2019), the index is from Serenade (Kersbergen, Sprangers & Schelter 2022). Decision 28 lists the differences. All
 * constants were chosen together, on validation sessions cut from the ends of two sets of training sessions (docs/evaluation.md).
 */
export const WEIGHTS = {
  /** Number of latest visits that are read from the running session. Earlier visits would have almost no weight. */
  visits: 10,
  /** Decay within the running session: number of later visits over which the weight of a visit falls by a factor of e. */
  visitDecay: 1.4,
  /** Number of most recent sessions that are read for each product of the running session. */
  sessions: 150,
  /** Decay by age: number of hours over which the weight of a session falls by a factor of e. */
  ageDecay: 90 * 24,
  /** Decay in similar sessions: number of visits after a product of the running session over which weights fall by a factor of e. */
  afterDecay: 2,
  /** Decay in similar sessions: number of visits before a product of the running session over which weights fall by a factor of e. */
  beforeDecay: 1,
  /** Weight of the visit before a running session's product, relative to the visit after it. */
  before: 0.7,
  /** Number of highest-scored products whose sessions are searched for more candidate products. */
  steps: 10,
  /** Number of most recent sessions that are read for each of the highest-scored products. */
  stepSessions: 30,
  /** Factor applied to a score when it spreads from a product to other products of its sessions. */
  step: 0.6,
  /**
   * Weight of products that the session already contains, relative to new products. The weight is above 1, because the scores of new
   * products are too high: the next visit may go to a product without a score.
   */
  returns: 1.2,
  /**
   * Number of similar sessions at which the scores of new products are multiplied by one half. With more sessions, this
   * factor approaches 1.
   */
  belief: 20,
  /** Number of observed visits after a product at which the observations have half of their full weight. */
  successorsBelief: 3,
  /** Number of observed visits after a product at which the observations have the same weight as the general return rate. */
  successorsPrior: 10,
} as const;

const table = (weight: (distance: number) => number) =>
  Float64Array.from({ length: MAX_VISITS + 1 }, (_, at) => weight(at));

/** Weights of the visits of the running session, by number of later visits. */
export const VISIT_WEIGHTS = table((since) => Math.exp(-since / WEIGHTS.visitDecay));

/** Weight of a visit after a product of the running session, by distance in visits. The product itself and the next visit weigh 1. */
export const AFTER_WEIGHTS = table((by) => Math.exp((1 - by) / WEIGHTS.afterDecay));

/** Weights of products visited before a product of the running session, by distance in visits. */
export const BEFORE_WEIGHTS = table((by) => WEIGHTS.before * Math.exp((1 - by) / WEIGHTS.beforeDecay));

const HOUR_MS = 3_600_000;
const hour = (ms: number): number => Math.floor(ms / HOUR_MS);

/**
 * Returns the weight of a session by the number of whole hours between its end and now. Because of the rounding, the
 * weight is constant within an hour, and the same in processes that store the end in milliseconds or in minutes. The
 * weight is never 0, so that old sessions count if there are no newer ones.
 * @param at time in milliseconds since 1970
 * @param endedAt time of the last visit, in milliseconds since 1970
 */
export const ageWeight = (at: number, endedAt: number): number =>
  Math.exp(-Math.min(Math.max(0, hour(at) - hour(endedAt)) / WEIGHTS.ageDecay, 50));

/**
 * Rounds a score for comparison. Sums of the same weights in another order differ in their last bits, which would
 * change the order of products.
 */
export const comparable = (score: number): number => Math.fround(score);

/** Divisor that normalizes the score of a session, by number of visits, as in cosine similarity. */
export const LENGTHS = table((visits) => Math.sqrt(visits));

/** Returns the weight of a product when sessions are compared. Rare products have a higher weight. */
export const rarity = (sessions: number): number => 1 / Math.sqrt(Math.min(WEIGHTS.sessions, sessions));
