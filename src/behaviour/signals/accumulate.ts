import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { DAY_MS } from "../../lib/zone-clock.js";
import { remaining } from "../../lib/statistics.js";
import {
  type Association,
  countedUpTo,
  type CoVisit,
  type DeviceAction,
  isCounted,
  type ProductSignals,
  type StorefrontSignals,
} from "./product-signals.js";
import type { DeviceTag } from "../device-tag.js";
import type { Contribution, Occasions } from "./visits.js";

/**
 * Half-life of associations between products. They are learned slowly and stay true for longer than popularity does.
 */
export const ASSOCIATION_HALF_LIFE_DAYS = 180;
/** The last actions of devices, by product and by pair of products: a device that repeats an action counts once. */
const MAX_DEEDS = 24;
const MAX_DEVICES = 4;
/** Past twice as many others, the rarest half makes room. */
const MAX_OTHERS = 50;

/**
 * Adds events to the signals of a product. Each term decays from its own time, so neither the order of events nor their
 * division among calls matters, except for rounding and `MAX_OTHERS`. An event that is already counted is not counted
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
  const deeds = latest(sums.deeds);
  const viewed = growing(sums.viewed);
  const bought = growing(sums.bought);
  for (const one of fresh) {
    const elapsed = as_of - one.at;
    const left = remaining(elapsed, half_life_days * DAY_MS);
    if (one.interest !== null && deeds.isNew([one.tag, one.interest])) interest += event_weights[one.interest] * left;
    if (one.viewed && deeds.isNew([one.tag, "visit"])) {
      usually += left;
      lately += remaining(elapsed, LATELY_HALF_LIFE_DAYS * DAY_MS);
    }
    const slowly = remaining(elapsed, ASSOCIATION_HALF_LIFE_DAYS * DAY_MS);
    viewed.add(one.tag, one.viewed, one.viewed_with, slowly);
    bought.add(one.tag, one.bought, one.bought_with, slowly);
  }
  return {
    ...before,
    as_of,
    interest,
    usually,
    lately,
    viewed: viewed.result(),
    bought: bought.result(),
    deeds: deeds.all,
    counted: countedUpTo(
      before.counted,
      fresh.map(({ position }) => position),
    ),
  };
}

/** Deeds, of which only the latest are known. */
function latest(before: readonly DeviceAction[]) {
  let all = before;
  return {
    get all() {
      return all;
    },
    isNew(deed: DeviceAction): boolean {
      if (all.some(([device, what]) => device === deed[0] && what === deed[1])) return false;
      all = [...all, deed].slice(-MAX_DEEDS);
      return true;
    },
  };
}

/** The sums as they will be if nothing happens until then. */
export function faded<T extends ProductSignals>(signals: T, at: number, halfLifeDays: number): T {
  const elapsed = Math.max(0, at - signals.as_of);
  const left = remaining(elapsed, halfLifeDays * DAY_MS);
  const slowly = remaining(elapsed, ASSOCIATION_HALF_LIFE_DAYS * DAY_MS);
  return {
    ...signals,
    as_of: Math.max(at, signals.as_of),
    interest: signals.interest * left,
    usually: signals.usually * left,
    lately: signals.lately * remaining(elapsed, LATELY_HALF_LIFE_DAYS * DAY_MS),
    viewed: fadedAssociation(signals.viewed, slowly),
    bought: fadedAssociation(signals.bought, slowly),
  };
}

const fadedAssociation = ({ occasions, together, news }: Association, left: number): Association => ({
  occasions: occasions * left,
  together: together.map(([other, times, devices]): CoVisit => [other, times * left, devices]),
  news,
});

function growing(before: Association) {
  let { occasions, news } = before;
  const together = new Map(before.together.map((one) => [one[0], one]));
  return {
    add(tag: DeviceTag, isOccasion: boolean, others: readonly string[], worth: number): void {
      if (isOccasion) {
        occasions += worth;
        news += 1;
      }
      for (const other of others) {
        const [, times, devices] = together.get(other) ?? [other, 0, []];
        // A device counts again when others have come in between.
        if (!devices.includes(tag)) together.set(other, [other, times + worth, [...devices, tag].slice(-MAX_DEVICES)]);
      }
    },
    result: (): Association => ({ occasions, news, together: bounded([...together.values()]) }),
  };
}

function bounded(together: readonly CoVisit[]): Association["together"] {
  const sorted = [...together].sort(([a, often], [b, rarely]) => rarely - often || (a < b ? -1 : 1));
  return sorted.length <= 2 * MAX_OTHERS ? sorted : sorted.slice(0, MAX_OTHERS);
}

/** The same for the storefront as a whole. */
export function accumulateOccasions(before: StorefrontSignals, occasions: readonly Occasions[]): StorefrontSignals {
  const fresh = occasions.filter(({ position }) => !isCounted(before.counted, position));
  if (fresh.length === 0) return before;
  const as_of = fresh.reduce((latest, { at }) => Math.max(latest, at), before.as_of);
  const sums = fadedOccasions(before, as_of);
  let { visits, purchases } = sums;
  for (const { at, viewed, bought } of fresh) {
    const left = remaining(as_of - at, ASSOCIATION_HALF_LIFE_DAYS * DAY_MS);
    if (viewed) visits += left;
    if (bought) purchases += left;
  }
  const counted = countedUpTo(
    before.counted,
    fresh.map(({ position }) => position),
  );
  return { ...before, as_of, visits, purchases, counted };
}

export function fadedOccasions(signals: StorefrontSignals, at: number): StorefrontSignals {
  const left = remaining(Math.max(0, at - signals.as_of), ASSOCIATION_HALF_LIFE_DAYS * DAY_MS);
  const as_of = Math.max(at, signals.as_of);
  return { ...signals, as_of, visits: signals.visits * left, purchases: signals.purchases * left };
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
