import { MAX_VISITS } from "./running-sessions.js";

/**
 * The weights of session neighbours. The formulas are from V-SKNN and VSTAN (Ludewig, Mauro, Latifi & Jannach 2021) and STAN (Garg et al.
 * 2019), the index is from Serenade (Kersbergen, Sprangers & Schelter 2022). Decision 28 lists the differences. All constants were chosen
 * together, on validation sessions cut from the ends of two sets of training sessions (docs/evaluation.md).
 */
export const WEIGHTS = {
  /** Visits of the running session that count. Earlier visits have almost no weight. */
  visits: 10,
  /** Visits after which a visit of the running session weighs 1/e. */
  visitDecay: 1.4,
  /** Most recent sessions read for each of its products. */
  sessions: 150,
  /** Hours after which a session weighs 1/e. */
  ageDecay: 90 * 24,
  /** Distance, in visits after the common product, at which a visit of a neighbour weighs 1/e of the directly following visit. */
  afterDecay: 2,
  /** Distance, in visits before the common product, at which a visit of a neighbour weighs 1/e of the directly preceding visit. */
  beforeDecay: 1,
  /** Weight of the directly preceding visit relative to the directly following visit. */
  before: 0.7,
  /** Number of highest-scored products from which scores spread one step further. */
  steps: 10,
  /** Number of most recent sessions used for each of these products. */
  stepSessions: 30,
  /** Weight of a spread score relative to the score of the product it comes from. */
  step: 0.6,
  /**
   * Weight of the odds of a return, compared with a new product's share of all scores. Above 1, because these shares
   * are too high: the next visit may be to a product without a score.
   */
  returns: 1.2,
  /**
   * Number of sessions with common products at which the scores of new products are halved. The factor approaches 1
   * with more sessions.
   */
  belief: 20,
  /** The number of visits observed directly after the last product at which half of the estimate comes from their shares. */
  successorsBelief: 3,
  /** The number of such visits at which their shares and the general return rate of similar sessions have equal weight. */
  successorsPrior: 10,
} as const;

const table = (weight: (distance: number) => number) =>
  Float64Array.from({ length: MAX_VISITS + 1 }, (_, at) => weight(at));

/** Weight of a visit of the running session, by number of visits since then. */
export const VISIT_WEIGHTS = table((since) => Math.exp(-since / WEIGHTS.visitDecay));

/** Weight of a visit after a common product, by distance. The common product and the directly following visit weigh 1. */
export const AFTER_WEIGHTS = table((by) => Math.exp((1 - by) / WEIGHTS.afterDecay));

/** Weight of a visit before a common product, by distance. */
export const BEFORE_WEIGHTS = table((by) => WEIGHTS.before * Math.exp((1 - by) / WEIGHTS.beforeDecay));

const HOUR_MS = 3_600_000;
const hour = (ms: number): number => Math.floor(ms / HOUR_MS);

/**
 * Returns the weight of a session by the number of whole hours between its end and now. Rounding to hours gives the same weight in
 * processes that have the end in milliseconds and in minutes, and a constant weight within an hour. The weight is never 0, so that old
 * sessions count if there are no newer ones.
 * @param at milliseconds since 1970
 * @param endedAt time of the last visit, in milliseconds since 1970
 */
export const ageWeight = (at: number, endedAt: number): number =>
  Math.exp(-Math.min(Math.max(0, hour(at) - hour(endedAt)) / WEIGHTS.ageDecay, 50));

/**
 * Rounds a score for comparison. Sums of the same weights in another order differ in their last bits, which would change the order of
 * products.
 */
export const comparable = (score: number): number => Math.fround(score);

/** Divisor of a session by number of visits, as in cosine similarity. */
export const LENGTHS = table((visits) => Math.sqrt(visits));

/** Factor of a product in the comparison of sessions. It falls with the number of sessions that contain the product. */
export const rarity = (sessions: number): number => 1 / Math.sqrt(Math.min(WEIGHTS.sessions, sessions));
