import { fillPlaces, type Pin } from "../rules/pins.js";
import { writeItems } from "../listing/answer.js";
import { readItems } from "../listing/items.js";
import { nextWindow, type PageStart, type WindowDeps } from "./next-window.js";
import { lifetimeSeconds, type Position } from "./state.js";

/** A page, and what it leaves. */
export interface CutPage {
  /** Identifiers of its products. */
  readonly delivered: readonly string[];
  /** Each an `Item` as JSON. */
  readonly items: readonly string[];
  readonly remainder: readonly string[];
  readonly position: Position;
  readonly pins_left: number;
}

/**
 * Cuts a page from the remainder, and from windows when that runs out. What is no longer active or no longer matches is
 * passed over and the page filled from what follows. Unless nothing follows, the new remainder is never empty: whether there
 * is more is known, not guessed.
 * @throws ServiceError unknown_page when a page that must be known of is gone; errors of the engine as they are
 */
export async function cutPage(deps: WindowDeps, start: PageStart): Promise<CutPage> {
  const { live, plan } = start;
  if (live === undefined) {
    return { delivered: [], items: [], remainder: [], position: { kind: "end" }, pins_left: 0 };
  }
  const { limit } = plan.request;
  let queue = [...start.remainder];
  let pins = pinsLeft(start);
  let position = start.position;
  /** Products that this page has looked at or will look at. */
  const met = new Set(queue);
  const read = new Map(start.known);
  // Fetched beside the items when it is clear that it will be needed.
  let upcoming = queue.length <= limit ? nextWindow(deps, { ...start, live }, position, met) : undefined;
  upcoming?.catch(() => undefined);
  const holding = upcoming === undefined ? keepOpen(deps, start) : undefined;
  for (;;) {
    const isEnd = position.kind === "end";
    const page = fillPlaces({ ranked: queue, pins, from: start.sequence * limit + 1, places: limit, isEnd });
    const unread = page.products.filter((id) => !read.has(id));
    if (unread.length > 0) {
      for (const [id, item] of writeItems(plan, await readItems(deps.engine, live.index, plan, unread)))
        read.set(id, item);
      const gone = new Set(unread.filter((id) => !read.has(id)));
      queue = queue.filter((id) => !gone.has(id));
      pins = pins.filter(({ product }) => !gone.has(product));
      continue;
    }
    if (isEnd || queue.length > page.ranked) {
      await holding;
      return {
        delivered: page.products,
        items: page.products.map((id) => read.get(id) as string),
        remainder: queue.slice(page.ranked),
        position,
        pins_left: pins.length - page.pinned,
      };
    }
    const window = await (upcoming ?? nextWindow(deps, { ...start, live }, position, met));
    upcoming = undefined;
    position = window.position;
    const unmet = window.products.filter((id) => !met.has(id));
    for (const id of unmet) met.add(id);
    queue = [...queue, ...unmet];
  }
}

/** Of the chain's pinned products, the last ones. */
function pinsLeft({ plan, pins_left }: PageStart): readonly Pin[] {
  const { pins } = plan.rules;
  return pins.slice(pins.length - pins_left);
}

/** Shoppers read on in what was remembered; the point-in-time behind it must be there when that is used up. */
export async function keepOpen(
  { pool, ttlSeconds }: Pick<WindowDeps, "pool" | "ttlSeconds">,
  { position, sequence }: Pick<PageStart, "position" | "sequence">,
): Promise<void> {
  if (position.kind === "point_in_time") await pool.keepOpen(position.pit_id, lifetimeSeconds(ttlSeconds, sequence));
}
