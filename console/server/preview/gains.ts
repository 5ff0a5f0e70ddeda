import { groupedBy } from "../../../src/lib/grouped-by.js";
import type { Request } from "./requests.js";
import type { PageSeen, Replayed } from "./changes.js";
import type { Change, ClickModel, Estimate } from "./click-model.js";

/** Where a product, or the products of a brand, stand on first pages. */
export interface Standing {
  /** How often one of them is on a first page. */
  readonly shown: number;
  /** Of these places, from 1; null where it is on none. */
  readonly mean_position: number | null;
  /** See `ClickModel.measure`. */
  readonly clicks: number;
}

export interface Gain {
  /** A product identifier, or a brand. */
  readonly name: string;
  readonly before: Standing;
  readonly after: Standing;
  /** Expected clicks gained, or with a negative number lost. */
  readonly gain: Estimate;
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

/** A product on a first page, as often as that was asked for. */
interface Stand {
  readonly change: Change;
  readonly when: "before" | "after";
  readonly clicks: number;
}

/** What all first pages show, before and after. */
export const standsOf = (replayed: readonly Replayed[], model: ClickModel): Stand[] =>
  replayed.flatMap(({ request, before, after }) => [
    ...standsOn(request, before, "before", model),
    ...standsOn(request, after, "after", model),
  ]);

function standsOn({ topic, times, body }: Request, page: PageSeen, when: Stand["when"], model: ClickModel): Stand[] {
  // Whoever is led elsewhere sees none of them.
  if (page.redirect !== null) return [];
  return page.ids.map((product, at) => {
    const shown = { topic, device: body.user.device_id, product, position: at + 1 };
    const change = [shown, when === "after" ? times : -times] as const;
    return { change, when, clicks: times * model.clicksOn(shown) };
  });
}

/** What a draft gains on all first pages together. */
export const wholeGain = (stands: readonly Stand[], model: ClickModel): Estimate =>
  model.estimate(stands.map(({ change }) => change));

/**
 * Who gains and loses clicks: a product is worth its expected clicks in each place, times how often that page was asked for.
 * @param nameOf who a product counts for; undefined: for nobody
 */
export function gainsAndLosses(
  stands: readonly Stand[],
  model: ClickModel,
  nameOf: (product: string) => string | undefined,
): GainsAndLosses {
  const named = groupedBy(stands, ({ change: [{ product }] }) => nameOf(product));
  const gains = [...named].flatMap(([name, own]) => {
    const [before, after] = [standing(own, "before"), standing(own, "after")];
    return name === undefined ? [] : [{ name, before, after, gain: after.clicks - before.clicks, own }];
  });
  const gainers = gains.filter(({ gain }) => gain > NOTHING).sort((one, other) => other.gain - one.gain);
  const losers = gains.filter(({ gain }) => gain < -NOTHING).sort((one, other) => one.gain - other.gain);
  const listed = (some: typeof gains) =>
    some.slice(0, SHOWN_OF_EACH).map(({ own, ...gain }): Gain => ({ ...gain, gain: wholeGain(own, model) }));
  return {
    gainers: listed(gainers),
    losers: listed(losers),
    gaining: gainers.length,
    losing: losers.length,
  };
}

function standing(stands: readonly Stand[], wanted: Stand["when"]): Standing {
  let [shown, positions, clicks] = [0, 0, 0];
  for (const { change, when, clicks: own } of stands) {
    if (when !== wanted) continue;
    const times = Math.abs(change[1]);
    shown += times;
    positions += times * change[0].position;
    clicks += own;
  }
  return { shown, clicks, mean_position: shown === 0 ? null : positions / shown };
}
