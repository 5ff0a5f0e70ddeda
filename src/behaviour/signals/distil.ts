import { isDeepStrictEqual } from "node:util";
import type { Learned } from "../../catalog/learned.js";
import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { faded, LATELY_HALF_LIFE_DAYS, trendOf } from "./accumulate.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { isSeveralDevices, type ProductSignals } from "./product-signals.js";

/**
 * Number of popularity steps per doubling. A document is rewritten when 1 + popularity has changed by a step, which is 19 %. A product with
 * a thousand product views is rewritten forty times, and a product with stable popularity not at all.
 */
const STEPS_A_DOUBLING = 4;
/** Rounding precision of trends: number of steps per doubling. */
const TREND_STEPS_A_DOUBLING = 2;
const MIN_REVISIT_MS = 3_600_000;

const stepsOf = (popularity: number): number => STEPS_A_DOUBLING * Math.log2(1 + popularity);

/**
 * Calculates the learned values of a product's document. A change of less than one step is ignored.
 * @returns the signals with updated `learned`, `pending` and `revisit_at`
 */
export function distil(
  signals: ProductSignals,
  { half_life_days, release }: Pick<PopularityRules, "half_life_days" | "release">,
  now: number,
): ProductSignals {
  const isUnpersonalized = isSeveralDevices(signals.deeds.map(([device]) => device));
  const { interest, usually, lately } = isUnpersonalized ? faded(signals, now, half_life_days) : NO_SUMS;
  const before = signals.learned;
  const isOff = Math.abs(stepsOf(interest) - stepsOf(before.popularity)) >= 1;
  const trend = steppedTrend(trendOf(lately, usually, half_life_days), before.trend);
  const learned: Learned = {
    popularity: isOff ? rounded(interest) : before.popularity,
    heat: isOff
      ? heatOf({ as_of: signals.as_of, interest: isUnpersonalized ? signals.interest : 0 }, { half_life_days, release })
      : before.heat,
    trend,
  };
  const isChanged = !isDeepStrictEqual(learned, before);
  return {
    ...signals,
    learned: isChanged ? learned : before,
    pending: signals.pending || isChanged,
    revisit_at: revisitAt(learned, interest, half_life_days, now),
  };
}

/** Signals of a product that only one device interacted with: zero, because one device must not affect other shoppers. */
const NO_SUMS = { interest: 0, usually: 0, lately: 0 };

/**
 * Returns the time, in seconds since 1970, at which interest has decayed to `release`. Interest decays exponentially,
 * so the result does not depend on the time of the calculation.
 */
function heatOf(
  { as_of, interest }: Pick<ProductSignals, "as_of" | "interest">,
  { half_life_days, release }: Pick<PopularityRules, "half_life_days" | "release">,
): number | null {
  if (interest <= 0) return null;
  return Math.round((as_of + half_life_days * DAY_MS * Math.log2(interest / release)) / 1000);
}

/** Rounds a trend to the nearest step. Keeps the previous step while the trend is less than one step away. */
function steppedTrend(trend: number, before: number): number {
  if (trend !== 0 && Math.abs(trend - before) * TREND_STEPS_A_DOUBLING < 1) return before;
  return Math.round(trend * TREND_STEPS_A_DOUBLING) / TREND_STEPS_A_DOUBLING;
}

/**
 * Returns the time of the next update if no other events arrive. A trend ends within days; popularity takes at least a quarter of its
 * half-life to fall by a step.
 */
function revisitAt({ popularity, trend }: Learned, interest: number, halfLifeDays: number, now: number): number | null {
  if (trend > 0) return Math.ceil(now + (LATELY_HALF_LIFE_DAYS * DAY_MS) / 4);
  const stepBelow = 2 ** ((stepsOf(popularity) - 1) / STEPS_A_DOUBLING) - 1;
  if (stepBelow <= 0 || interest <= 0) return null;
  const untilThen = halfLifeDays * DAY_MS * Math.log2(interest / stepBelow);
  return Math.ceil(now + Math.max(MIN_REVISIT_MS, untilThen));
}

const rounded = (popularity: number): number => Number(popularity.toPrecision(4));
