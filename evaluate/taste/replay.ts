import type { SteeredClock } from "../steered-clock.js";
import type { EventLine, Storefront } from "../storefront.js";
import { eventLine } from "./event-line.js";
import { observe, type Observation } from "./observation.js";
import { Popularity } from "./popularity.js";
import type { Step } from "./questions.js";

/** A device that nothing is ever heard of. */
const STRANGER = "a-device-without-history";

export interface ReplayDeps {
  readonly storefront: Storefront;
  readonly clock: SteeredClock;
  readonly onProgress: (done: number, of: number) => void;
}

export interface ReplayOptions {
  /** Which baskets are asked about; all are replayed. */
  readonly isAsked: (step: Step) => boolean;
  /** Products a page. */
  readonly limit: number;
  /** Products further down count as not found. */
  readonly depth: number;
  readonly popularityHalfLifeDays: number;
}

/**
 * Lets shoppers do again what they did, in the order of time. Before each basket that is asked about, everything that
 * happened until then has been sent and nothing of the basket itself; then the listing is asked for as the shopper and as a
 * stranger. @param steps oldest first
 */
export async function replay(
  { storefront, clock, onProgress }: ReplayDeps,
  steps: readonly Step[],
  { isAsked, limit, depth, popularityHalfLifeDays }: ReplayOptions,
): Promise<Observation[]> {
  const catalogue = await storefront.listing(STRANGER, { limit, depth: Infinity });
  const popularity = new Popularity(popularityHalfLifeDays);
  const observations: Observation[] = [];
  let unsent: EventLine[] = [];
  const asked = steps.filter(isAsked).length;
  let done = 0;
  for (const step of steps) {
    const { at, shopper, products } = step.basket;
    clock.advanceTo(at);
    if (isAsked(step)) {
      if (unsent.length > 0) await storefront.send(unsent);
      unsent = [];
      const wanted = products.map(({ product }) => product);
      const extent = { limit, depth, isEnough: holdsAll(wanted) };
      const [personalized, unpersonalized] = await Promise.all([
        storefront.listing(shopper, extent),
        storefront.listing(STRANGER, extent),
      ]);
      const rankings = { personalized, unpersonalized, popularity: popularity.rank(catalogue).slice(0, depth) };
      observations.push(...observe(step, rankings));
      onProgress((done += 1), asked);
    }
    unsent.push(eventLine(step.basket));
    popularity.add(new Set(products.map(({ product }) => product)), at);
  }
  return observations;
}

/** Ranks behind the last wanted product change nothing. */
function holdsAll(wanted: readonly string[]): (products: readonly string[]) => boolean {
  return (products) => {
    const known = new Set(products);
    return wanted.every((id) => known.has(id));
  };
}
