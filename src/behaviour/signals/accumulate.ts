import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { remaining } from "../../lib/statistics.js";
import type { DeviceTag } from "../device-tag.js";
import type { StoredPosition } from "../../tracking/tail.js";
import type { Interest } from "../visited.js";
import { countedUpTo, type DeviceAction, isCounted, type ProductSignals } from "./product-signals.js";

/** Maximum number of recent device actions stored per product. A repeated action of a device counts once. */
const MAX_ACTIONS = 48;

export interface Contribution {
  readonly product: string;
  readonly tag: DeviceTag;
  /** Time of the event, in milliseconds since 1970. */
  readonly at: number;
  readonly position: StoredPosition;
  readonly interest: Interest;
}

/**
 * Adds events to the signals of a product. The order and the batching of events affect the result only through rounding and `MAX_ACTIONS`,
 * because each event decays from its own time. Events that are already counted are skipped.
 * @param contributions events that count for this product, in the order of arrival
 */
export function accumulate(
  before: ProductSignals,
  contributions: readonly Contribution[],
  { half_life_days, event_weights }: Pick<PopularityRules, "half_life_days" | "event_weights">,
): ProductSignals {
  const fresh = contributions.filter(({ position }) => !isCounted(before.counted, position));
  if (fresh.length === 0) return before;
  const as_of = fresh.reduce((latest, { at }) => Math.max(latest, at), before.as_of);
  const sums = faded(before, as_of, half_life_days);
  let { interest, usually, lately } = sums;
  let deeds: readonly DeviceAction[] = sums.deeds;
  for (const one of fresh) {
    const own = deeds.filter(([device]) => device === one.tag);
    if (own.some(([, known]) => known === one.interest)) continue;
    deeds = [...deeds, [one.tag, one.interest] as const].slice(-MAX_ACTIONS);
    const elapsed = as_of - one.at;
    const left = remaining(elapsed, half_life_days * DAY_MS);
    interest += event_weights[one.interest] * left;
    if (own.length > 0) continue;
    usually += left;
    lately += remaining(elapsed, LATELY_HALF_LIFE_DAYS * DAY_MS);
  }
  const counted = countedUpTo(before.counted, fresh);
  return { ...before, as_of, interest, usually, lately, deeds, counted };
}

/** Returns the signals with the sums decayed to a later time, without adding events. */
export function faded<T extends ProductSignals>(signals: T, at: number, halfLifeDays: number): T {
  const elapsed = Math.max(0, at - signals.as_of);
  const left = remaining(elapsed, halfLifeDays * DAY_MS);
  return {
    ...signals,
    as_of: Math.max(at, signals.as_of),
    interest: signals.interest * left,
    usually: signals.usually * left,
    lately: signals.lately * remaining(elapsed, LATELY_HALF_LIFE_DAYS * DAY_MS),
  };
}

/** Half-life of recent visits in days. The usual level of visits decays with `popularity.half_life_days`. */
export const LATELY_HALF_LIFE_DAYS = 2;
/** Minimum number of standard deviations by which recent visits must exceed the expected visits to be a trend. */
const MIN_SURPRISE = 2;
/**
 * Number of visits that is added to the recent count and to the expected count, so that the first visits to a product do not cause an
 * extreme trend.
 */
const SMOOTHING = 1;

/**
 * Returns the trend in doublings of recent visits: `log2((lately + 1) / (expected + 1))`. `expected` is the value of `lately` if visits
 * came at an even rate. Returns 0 unless the increase is at least two standard deviations. The square-root transform gives a Poisson count
 * the variance ¼ (Anscombe 1948). For example, three visits to an unknown product are a trend, but one visit is not.
 * @param lately visits, decayed with `LATELY_HALF_LIFE_DAYS`
 * @param usually the same visits, decayed with `halfLifeDays`
 */
export function trendOf(lately: number, usually: number, halfLifeDays: number): number {
  const expected = (usually * LATELY_HALF_LIFE_DAYS) / halfLifeDays;
  const surprise = 2 * (Math.sqrt(lately + 3 / 8) - Math.sqrt(expected + 3 / 8));
  if (surprise < MIN_SURPRISE) return 0;
  return Math.log2((lately + SMOOTHING) / (expected + SMOOTHING));
}
