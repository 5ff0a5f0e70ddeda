import { MAX_VISITS } from "./running-sessions.js";

/**
 * The weights of session neighbours. The formulas are those of V-SKNN and VSTAN (Ludewig, Mauro, Latifi & Jannach 2021)
 * and STAN (Garg et al. 2019), the index that of Serenade (Kersbergen, Sprangers & Schelter 2022); decision 28 says
 * where this departs from them. All constants were chosen together, on validation sessions cut from the ends of two
 * sets of training sessions (docs/evaluation.md).
 */
export const WEIGHTS = {
  /** Of a running session, the visits that count: what came before weighs next to nothing. */
  visits: 10,
  /** Visits after which a visit to the running session weighs 1/e. */
  visitDecay: 1.4,
  /** Most recent sessions looked at for each of its products. */
  sessions: 150,
  /** Hours after which a session weighs 1/e. */
  ageDecay: 90 * 24,
  /** In a neighbour, visits after the product in common after which a visit weighs 1/e of the next one. */
  afterDecay: 2,
  /** In a neighbour, visits before the product in common after which a visit weighs 1/e of the one just before it. */
  beforeDecay: 1,
  /** The weight of the visit just before, where the visit just after weighs 1. */
  before: 0.7,
  /** Products that stand first are followed one step further: so many of them. */
  steps: 10,
  /** Each of them into so many of its most recent sessions. */
  stepSessions: 30,
  /** The weight of a step relative to the score that led to it. */
  step: 0.6,
  /**
   * The weight of the odds of a return relative to a share of scores. A plain share would be too high, because some
   * products are never reached.
   */
  returns: 1.2,
  /** The number of sessions with products in common at which half of the estimate comes from the shares of their scores. */
  belief: 20,
  /** The number of visits observed after the last product at which half of the estimate comes from their shares. */
  successorsBelief: 3,
  /** The number of such visits at which their shares weigh as much as how often sessions like this one go back to a product. */
  successorsPrior: 10,
} as const;

const table = (weight: (distance: number) => number) =>
  Float64Array.from({ length: MAX_VISITS + 1 }, (_, at) => weight(at));

/** By visits since then: what a visit of the running session weighs. */
export const VISIT_WEIGHTS = table((since) => Math.exp(-since / WEIGHTS.visitDecay));

/** By distance: what a visit after a product in common weighs; the next one weighs 1, and so does the product itself. */
export const AFTER_WEIGHTS = table((by) => Math.exp((1 - by) / WEIGHTS.afterDecay));

/** By distance: what a visit before a product in common weighs. */
export const BEFORE_WEIGHTS = table((by) => WEIGHTS.before * Math.exp((1 - by) / WEIGHTS.beforeDecay));

const HOUR_MS = 3_600_000;
const hour = (ms: number): number => Math.floor(ms / HOUR_MS);

/**
 * The weight of a session, by the hours of the clock between its end and now. Sessions of one hour weigh the same, whether a process
 * knows their ends to the millisecond or to the minute, and all through an hour. Never 0, so that old sessions count where there
 * are no others.
 * @param at milliseconds since 1970, as is
 * @param endedAt the time of its last visit
 */
export const ageWeight = (at: number, endedAt: number): number =>
  Math.exp(-Math.min(Math.max(0, hour(at) - hour(endedAt)) / WEIGHTS.ageDecay, 50));

/** A score to compare: the same weights summed up in another order differ in their last bits, and products would change places. */
export const comparable = (score: number): number => Math.fround(score);

/** By visits: what a session is divided by, as in cosine similarity. */
export const LENGTHS = table((visits) => Math.sqrt(visits));

/** The weight of a shared product by the number of sessions that have it: products found in many sessions say least. */
export const rarity = (sessions: number): number => 1 / Math.sqrt(Math.min(WEIGHTS.sessions, sessions));
