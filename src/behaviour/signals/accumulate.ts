import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { remaining } from "../../lib/statistics.js";
import type { DeviceTag } from "../device-tag.js";
import type { StoredPosition } from "../../tracking/tail.js";
import type { Interest } from "../visited.js";
import { countedUpTo, type DeviceAction, isCounted, type ProductSignals } from "./product-signals.js";

/** The last actions of devices on a product: a device that repeats one of them counts once. */
const MAX_ACTIONS = 48;

export interface Contribution {
  readonly product: string;
  readonly tag: DeviceTag;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly position: StoredPosition;
  readonly interest: Interest;
}

/**
 * Adds events to the signals of a product. Each term decays from its own time, so neither the order of events nor their
 * division among calls matters, except for rounding and `MAX_ACTIONS`. An event that is already counted is not counted
 * again.
 * @param contributions to this product, in the order of arrival
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

/** The sums as they will be if nothing happens until then. */
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

/** Lately is the last two days or three; usual is what `popularity.half_life_days` spans. */
export const LATELY_HALF_LIFE_DAYS = 2;
/** Standard deviations that a rise must be above what was to be expected. */
const MIN_SURPRISE = 2;
/** Visits that everything is taken to have beside those counted: few visits are no great multiple of none. */
const SMOOTHING = 1;

/**
 * By how many doublings there were more visits lately than usual: log2((lately + 1) / (expected + 1)), where `expected` is
 * what `lately` would be had all visits come at an even rate. 0 unless the square-root transform, which turns a Poisson
 * count into one of variance ¼ (Anscombe 1948), says that it is at least two deviations too many: one visit to a product
 * that nobody knew is no trend, three are, and of a product with hundreds it takes dozens.
 * @param lately visits, decayed with `LATELY_HALF_LIFE_DAYS` @param usually the same visits with `halfLifeDays`
 */
export function trendOf(lately: number, usually: number, halfLifeDays: number): number {
  const expected = (usually * LATELY_HALF_LIFE_DAYS) / halfLifeDays;
  const surprise = 2 * (Math.sqrt(lately + 3 / 8) - Math.sqrt(expected + 3 / 8));
  if (surprise < MIN_SURPRISE) return 0;
  return Math.log2((lately + SMOOTHING) / (expected + SMOOTHING));
}
