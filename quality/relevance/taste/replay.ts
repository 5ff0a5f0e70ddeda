import type { SteeredClock } from "../adjustable-clock.js";
import type { EventLine, Storefront } from "../storefront.js";
import { eventLine } from "./event-line.js";
import { observe, type Observation, type Part } from "./observation.js";
import { Popularity } from "./popularity.js";
import type { Step } from "./questions.js";

/** Device id of an unknown shopper, who has no events. */
const UNKNOWN_SHOPPER = "a-device-without-history";

export interface ReplayDeps {
  readonly storefront: Pick<Storefront, "send" | "listing">;
  readonly clock: SteeredClock;
  readonly onProgress: (done: number, of: number) => void;
  /** Abort signal that stops the replay before the next basket. */
  readonly signal: AbortSignal;
}

export interface ReplayOptions {
  /**
   * Returns the product groups for which a basket is evaluated. If the list is empty, the basket is replayed but not
   * evaluated.
   */
  readonly partsOf: (step: Step) => readonly Part[];
  /** Number of products per page. */
  readonly limit: number;
  /** Last examined position of a listing. Products after this position count as not found. */
  readonly depth: number;
  readonly popularityHalfLifeDays: number;
}

/**
 * Replays baskets in chronological order. Before a basket is evaluated, all earlier events are sent. A listing is then
 * requested for the shopper and for an unknown shopper.
 * @param steps steps in chronological order
 */
export async function replay(
  { storefront, clock, onProgress, signal }: ReplayDeps,
  steps: readonly Step[],
  { partsOf, limit, depth, popularityHalfLifeDays }: ReplayOptions,
): Promise<Observation[]> {
  const shopOrder = await storefront.listing(UNKNOWN_SHOPPER, { limit, depth: Infinity });
  const popularity = new Popularity(popularityHalfLifeDays);
  const observations: Observation[] = [];
  let unsent: EventLine[] = [];
  const requested = steps.filter((step) => partsOf(step).length > 0).length;
  let done = 0;
  for (const step of steps) {
    const { at, shopper, products } = step.basket;
    signal.throwIfAborted();
    clock.advanceTo(at);
    const parts = partsOf(step);
    if (parts.length > 0) {
      if (unsent.length > 0) await storefront.send(unsent);
      unsent = [];
      const wanted = products.map(({ product }) => product);
      const extent = { limit, depth, isEnough: holdsAll(wanted) };
      const rankings = {
        personalized: await storefront.listing(shopper, extent),
        unpersonalized: await storefront.listing(UNKNOWN_SHOPPER, extent),
        popularity: popularity.rank(shopOrder).slice(0, depth),
      };
      observations.push(...observe(step, rankings, parts));
      onProgress((done += 1), requested);
    }
    unsent.push(eventLine(step.basket));
    popularity.add(new Set(products.map(({ product }) => product)), at);
  }
  return observations;
}

/**
 * Returns a function that checks whether the loaded products contain all wanted products. If so, the metrics do not
 * need further result pages.
 */
function holdsAll(wanted: readonly string[]): (products: readonly string[]) => boolean {
  return (products) => {
    const known = new Set(products);
    return wanted.every((id) => known.has(id));
  };
}
