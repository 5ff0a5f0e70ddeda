import type { Filter } from "../../filters/filter.js";

/** A product with a place of its own. */
export interface Pin {
  readonly product: string;
  /** From 1, counted over all pages of a chain. */
  readonly position: number;
  /** The rule that has kept the place, where it names no product. */
  readonly key?: string;
  /** What the place is kept for; the product is shown as a variant that is like this. */
  readonly target?: Filter;
}

/** A place that is kept for the best of the products that are like the target. */
export interface Reservation {
  readonly key: string;
  /** The last one that will do, from 1, counted over all pages of a chain. */
  readonly position: number;
  readonly target: Filter;
}

/**
 * Gives each product that is there one place, none to two of them: the first pin gets it, the next one takes the first
 * free place behind.
 * @param found the products that match
 * @returns by place
 */
export function resolvePins(pins: readonly Pin[], found: ReadonlySet<string>): Pin[] {
  const taken = new Map<number, string>();
  const reranked = new Set<string>();
  for (const { product, position } of pins) {
    if (!found.has(product) || reranked.has(product)) continue;
    let free = position;
    while (taken.has(free)) free += 1;
    taken.set(free, product);
    reranked.add(product);
  }
  return [...taken]
    .map(([position, product]) => ({ product, position }))
    .sort((one, other) => one.position - other.position);
}

/** Products that a place may be kept for. */
export interface Reserved extends Reservation {
  /** Those of `ranked` that are like the target, best first: as many as there are reservations, where there are so many. */
  readonly like: readonly string[];
  /** Those of the settled pins that are. */
  readonly pinned: ReadonlySet<string>;
}

/**
 * Gives places to what they are kept for, each to another product: the one that stands there or before it for everybody, who then
 * keeps that place; else the best one gets it, or where another product is pinned there the nearest one before.
 * @param pins from `settlePins`
 * @param ranked everybody's order without those: as many as the last of the places, where there are so many
 * @returns by place, the pins among them
 */
export function resolveReservations(
  pins: readonly Pin[],
  reservations: readonly Reserved[],
  ranked: readonly string[],
): readonly Pin[] {
  const served = new Set<string>();
  let settled = pins;
  for (const { key, position, target, like, pinned } of [...reservations].sort((a, b) => a.position - b.position)) {
    const isLike = (id: string) => !served.has(id) && (pinned.has(id) || like.includes(id));
    const own = new Set(settled.map(({ product }) => product));
    const unpinned = ranked.filter((id) => !own.has(id));
    const before = fillPositions({
      ranked: unpinned,
      pins: settled,
      from: 1,
      positions: position,
      isEnd: true,
    }).products;
    const at = before.findIndex(isLike);
    const product = at === -1 ? like.find((id) => !own.has(id)) : before[at];
    if (product === undefined) continue;
    served.add(product);
    if (own.has(product)) continue;
    const index = at === -1 ? freePosition(settled, position) : at + 1;
    settled = [...settled, { product, position: index, key, target }].sort(
      (one, other) => one.position - other.position,
    );
  }
  return settled;
}

/** The last one until a place that nobody is pinned to; where there is none, the first one behind. */
function freePosition(pins: readonly Pin[], position: number): number {
  const taken = new Set(pins.map((pin) => pin.position));
  let [before, behind] = [position, position];
  while (taken.has(before)) before -= 1;
  while (taken.has(behind)) behind += 1;
  return before === 0 ? behind : before;
}

export interface FilledPositions {
  readonly products: readonly string[];
  /** How many of them came from the ranking, and how many were pinned. */
  readonly ranked: number;
  readonly pinned: number;
}

export interface PositionsToFill {
  /** Products in their order, without pinned ones. */
  readonly ranked: readonly string[];
  /** By place; what is before the first of the places to fill is due at once. */
  readonly pins: readonly Pin[];
  /** The first of the places, from 1. */
  readonly from: number;
  readonly positions: number;
  /** Whether nothing follows `ranked`: then pinned products close up behind it. */
  readonly isEnd: boolean;
}

/** Fills places one by one: with the pinned product that is due, else with the next of the ranking, as long as there is one. */
export function fillPositions({ ranked, pins, from, positions, isEnd }: PositionsToFill): FilledPositions {
  const products: string[] = [];
  let [next, pinned] = [0, 0];
  while (products.length < positions) {
    const pin = pins[pinned];
    const one = ranked[next];
    if (pin !== undefined && (pin.position <= from + products.length || (one === undefined && isEnd))) {
      products.push(pin.product);
      pinned += 1;
    } else if (one !== undefined) {
      products.push(one);
      next += 1;
    } else break;
  }
  return { products, ranked: next, pinned };
}
