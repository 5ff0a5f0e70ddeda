import { isDeepStrictEqual } from "node:util";
import type { Learned } from "../../catalog/learned.js";
import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { faded, LATELY_HALF_LIFE_DAYS, trendOf } from "./accumulate.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { isSeveralDevices, type ProductSignals } from "./product-signals.js";

/**
 * Documents are rewritten when 1 + popularity has changed by a step: a quarter of a doubling, 19 %. So a product that a
 * thousand looked at was rewritten forty times, and one that is as popular as ever is not.
 */
const STEPS_A_DOUBLING = 4;
/** The same for trends. */
const TREND_STEPS_A_DOUBLING = 2;
const MIN_REVISIT_MS = 3_600_000;

const stepsOf = (popularity: number): number => STEPS_A_DOUBLING * Math.log2(1 + popularity);

/**
 * Works out what a product's document should contain now, unless its present values are still close enough.
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

/** The actions of a single device are not enough to rank products for others. */
const NO_SUMS = { interest: 0, usually: 0, lately: 0 };

/** Both decay equally, so it does not depend on the time. */
function heatOf(
  { as_of, interest }: Pick<ProductSignals, "as_of" | "interest">,
  { half_life_days, release }: Pick<PopularityRules, "half_life_days" | "release">,
): number | null {
  if (interest <= 0) return null;
  return Math.round((as_of + half_life_days * DAY_MS * Math.log2(interest / release)) / 1000);
}

/** On the nearest step, and where it was while it is less than a step away. */
function steppedTrend(trend: number, before: number): number {
  if (trend !== 0 && Math.abs(trend - before) * TREND_STEPS_A_DOUBLING < 1) return before;
  return Math.round(trend * TREND_STEPS_A_DOUBLING) / TREND_STEPS_A_DOUBLING;
}

/** A rise ends by itself within days; popularity takes one step down in a quarter of its half-life, or longer. */
function revisitAt({ popularity, trend }: Learned, interest: number, halfLifeDays: number, now: number): number | null {
  if (trend > 0) return Math.ceil(now + (LATELY_HALF_LIFE_DAYS * DAY_MS) / 4);
  const stepBelow = 2 ** ((stepsOf(popularity) - 1) / STEPS_A_DOUBLING) - 1;
  if (stepBelow <= 0 || interest <= 0) return null;
  const untilThen = halfLifeDays * DAY_MS * Math.log2(interest / stepBelow);
  return Math.ceil(now + Math.max(MIN_REVISIT_MS, untilThen));
}

const rounded = (popularity: number): number => Number(popularity.toPrecision(4));
