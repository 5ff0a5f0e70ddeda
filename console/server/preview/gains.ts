import { groupedBy } from "../../../src/lib/grouped-by.js";
import type { Request } from "./requests.js";
import type { PageSeen, Replayed } from "./changes.js";
import type { Change, ClickModel, Estimate } from "./click-model.js";

/** Impressions and positions of a product or brand on first pages. */
export interface Standing {
  /** Number of impressions of the product or brand on first pages. */
  readonly shown: number;
  /** Mean position, from 1; `null` without impressions. */
  readonly mean_position: number | null;
  /** Clicks as measured by `ClickModel.measure`. */
  readonly clicks: number;
}

export interface Gain {
  /** Product identifier or brand. */
  readonly name: string;
  readonly before: Standing;
  readonly after: Standing;
  /** Expected number of additional clicks; negative for a loss. */
  readonly gain: Estimate;
}

export interface GainsAndLosses {
  /** Products or brands with the largest gains in clicks, and products or brands with the largest losses. */
  readonly gainers: readonly Gain[];
  readonly losers: readonly Gain[];
  /** Total number of products or brands that gain clicks, and that lose clicks. */
  readonly gaining: number;
  readonly losing: number;
}

const SHOWN_OF_EACH = 20;
/** Tolerance for rounding errors that occur when numbers are added in a different order. */
const NOTHING = 1e-9;

/** Product on a first page, with its expected clicks in all requests for the page. */
interface Stand {
  readonly change: Change;
  readonly when: "before" | "after";
  readonly clicks: number;
}

/** Returns all products on the first pages before and after the draft's changes. */
export const standsOf = (replayed: readonly Replayed[], model: ClickModel): Stand[] =>
  replayed.flatMap(({ request, before, after }) => [
    ...standsOn(request, before, "before", model),
    ...standsOn(request, after, "after", model),
  ]);

function standsOn({ topic, times, body }: Request, page: PageSeen, when: Stand["when"], model: ClickModel): Stand[] {
  // A redirected shopper sees no products.
  if (page.redirect !== null) return [];
  return page.ids.map((product, at) => {
    const shown = { topic, device: body.user.device_id, product, position: at + 1 };
    const change = [shown, when === "after" ? times : -times] as const;
    return { change, when, clicks: times * model.clicksOn(shown) };
  });
}

/** Estimates how a draft changes the total number of clicks on all first pages. */
export const wholeGain = (stands: readonly Stand[], model: ClickModel): Estimate =>
  model.estimate(stands.map(({ change }) => change));

/**
 * Computes the clicks that products or brands gain and lose. The expected clicks of a product at a position are
 * multiplied by the number of requests.
 * @param nameOf returns the product or brand name under which a product is counted; `undefined` to ignore the product
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
