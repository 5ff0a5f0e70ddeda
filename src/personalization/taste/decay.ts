import type { HalfLives } from "../../storefront/taste-configuration.js";

const HOUR = 3_600_000;

/** Milliseconds after which it counts half that a product was shown. */
export const impressionHalfLife = ({ impression_hours }: Pick<HalfLives, "impression_hours">): number =>
  impression_hours * HOUR;

/**
 * The part of 1 that is left after `elapsed` milliseconds: 2^(−elapsed / half-life). So it does not matter whether time
 * passes at once or in pieces, nor in which order sums of such terms are made.
 */
export const decay = (elapsed: number, halfLife: number): number => 2 ** (-elapsed / halfLife);
