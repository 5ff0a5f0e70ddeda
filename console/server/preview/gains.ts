import type { Replayed } from "./changes.js";
import { rateAt, type ClickCurve } from "./click-curve.js";

/** Where a product, or the products of a brand, stand on first pages. */
export interface Standing {
  /** How often one of them is on a first page. */
  readonly shown: number;
  /** Of these places, from 1; null where it is on none. */
  readonly mean_place: number | null;
  /** By the curve, see `ClickCurve.measure`. */
  readonly clicks: number;
}

export interface Gain {
  /** A product identifier, or a brand. */
  readonly name: string;
  readonly before: Standing;
  readonly after: Standing;
  /** Expected clicks gained, or with a negative number lost. */
  readonly gain: number;
}

export interface GainsAndLosses {
  /** What gains or loses most comes first. */
  readonly gainers: readonly Gain[];
  readonly losers: readonly Gain[];
  /** How many gain or lose in all. */
  readonly gaining: number;
  readonly losing: number;
}

const SHOWN_OF_EACH = 20;
/** Sums of floating-point numbers in another order differ by less. */
const NOTHING = 1e-9;

/**
 * Who gains and loses clicks: each place of a first page is worth its expected clicks, times how often that page was asked for.
 * @param nameOf who a product counts for; undefined: for nobody
 */
export function gainsAndLosses(
  replayed: readonly Replayed[],
  curve: ClickCurve,
  nameOf: (product: string) => string | undefined,
): GainsAndLosses {
  const before = standings(replayed, "before", curve, nameOf);
  const after = standings(replayed, "after", curve, nameOf);
  const gains = [...new Set([...before.keys(), ...after.keys()])].map((name): Gain => {
    const [was, is] = [before.get(name) ?? NOWHERE, after.get(name) ?? NOWHERE];
    return { name, before: standing(was), after: standing(is), gain: is.clicks - was.clicks };
  });
  const gainers = gains.filter(({ gain }) => gain > NOTHING).sort((one, other) => other.gain - one.gain);
  const losers = gains.filter(({ gain }) => gain < -NOTHING).sort((one, other) => one.gain - other.gain);
  return {
    gainers: gainers.slice(0, SHOWN_OF_EACH),
    losers: losers.slice(0, SHOWN_OF_EACH),
    gaining: gainers.length,
    losing: losers.length,
  };
}

interface Sums {
  shown: number;
  places: number;
  clicks: number;
}

const NOWHERE: Readonly<Sums> = { shown: 0, places: 0, clicks: 0 };

function standings(
  replayed: readonly Replayed[],
  when: "before" | "after",
  curve: ClickCurve,
  nameOf: (product: string) => string | undefined,
): ReadonlyMap<string, Readonly<Sums>> {
  const all = new Map<string, Sums>();
  for (const { ask, [when]: page } of replayed) {
    // Whoever is led elsewhere sees none of them.
    if (page.redirect !== null) continue;
    for (const [at, id] of page.ids.entries()) {
      const name = nameOf(id);
      if (name === undefined) continue;
      const sums = all.get(name) ?? { ...NOWHERE };
      sums.shown += ask.times;
      sums.places += ask.times * (at + 1);
      sums.clicks += ask.times * rateAt(curve, at + 1);
      all.set(name, sums);
    }
  }
  return all;
}

const standing = ({ shown, places, clicks }: Readonly<Sums>): Standing => ({
  shown,
  clicks,
  mean_place: shown === 0 ? null : places / shown,
});
