import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { DAY_MS, remaining } from "../../lib/decay.js";
import { countedUpTo, isCounted, type Association, type ProductSignals, type StorefrontSignals } from "./record.js";
import { LATELY_HALF_LIFE_DAYS } from "./trend.js";
import type { Contribution, Occasions } from "./visits.js";

/** What goes with what is learnt slowly and stays true for long, unlike what is popular. */
export const ASSOCIATION_HALF_LIFE_DAYS = 180;
/** Past twice as many others, the rarest half makes room. */
const MOST_OTHERS = 50;

/**
 * What is known of a product after some more events. Sums of terms that each fade from their own time on: neither the order
 * of events matters nor how they are divided among calls, up to rounding and to `MOST_OTHERS`. What has been counted before
 * is not counted again.
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
  const viewed = growing(sums.viewed);
  const bought = growing(sums.bought);
  for (const one of fresh) {
    const elapsed = as_of - one.at;
    const left = remaining(elapsed, half_life_days * DAY_MS);
    if (one.interest !== null) interest += event_weights[one.interest] * left;
    if (one.viewed) {
      usually += left;
      lately += remaining(elapsed, LATELY_HALF_LIFE_DAYS * DAY_MS);
    }
    const slowly = remaining(elapsed, ASSOCIATION_HALF_LIFE_DAYS * DAY_MS);
    viewed.add(one.viewed, one.viewed_with, slowly);
    bought.add(one.bought, one.bought_with, slowly);
  }
  return {
    ...{ ...before, as_of, interest, usually, lately, viewed: viewed.result(), bought: bought.result() },
    counted: countedUpTo(
      before.counted,
      fresh.map(({ position }) => position),
    ),
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
  together: together.map(([other, times]) => [other, times * left] as const),
  news,
});

function growing(before: Association) {
  let { occasions, news } = before;
  const together = new Map(before.together);
  return {
    add(isOccasion: boolean, others: readonly string[], worth: number): void {
      if (isOccasion) {
        occasions += worth;
        news += 1;
      }
      for (const other of others) together.set(other, (together.get(other) ?? 0) + worth);
    },
    result: (): Association => ({ occasions, news, together: bounded([...together]) }),
  };
}

function bounded(together: readonly (readonly [string, number])[]): Association["together"] {
  const sorted = [...together].sort(([a, often], [b, rarely]) => rarely - often || (a < b ? -1 : 1));
  return sorted.length <= 2 * MOST_OTHERS ? sorted : sorted.slice(0, MOST_OTHERS);
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
