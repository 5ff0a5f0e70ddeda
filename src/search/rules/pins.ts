import type { Filter } from "../../filters/filter.js";

/** A product with a fixed position. */
export interface Pin {
  readonly product: string;
  /** The position, counted from 1 over all pages of a cursor chain. */
  readonly position: number;
  /** The key of the rule that reserved the position; absent for a pinned product. */
  readonly key?: string;
  /** The filter of the reserved position. The product is shown as a variant that matches this filter. */
  readonly target?: Filter;
}

/** A position that is reserved for the best product that matches the target. */
export interface Reservation {
  readonly key: string;
  /** The last acceptable position, counted from 1 over all pages of a cursor chain. */
  readonly position: number;
  readonly target: Filter;
}

/**
 * Assigns each matching product one position. If two pins have the same position, the first pin gets the position and the second pin gets
 * the next free position.
 * @param found the matching products
 * @returns the pins in order of position
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

/** A reserved position with the products that may be placed there. */
export interface Reserved extends Reservation {
  /**
   * The best matching products in `ranked`, best first. Each reserved position needs at most one product, so there are
   * at most as many products as reserved positions.
   */
  readonly like: readonly string[];
  /** The pinned products that match the target. */
  readonly pinned: ReadonlySet<string>;
}

/**
 * Assigns a product to each reserved position. If a matching product is already at the position or before it, this product keeps its place
 * in the order. Otherwise the best matching product gets the reserved position, or the nearest free position before it.
 * @param pins from `resolvePins`
 * @param ranked unpersonalized order without pinned products, up to the last reserved position
 * @returns the pins and reserved positions with their products, in order of position
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

/**
 * Returns the nearest free position at or before the given position. If all these positions are taken, returns the first free position
 * after the given position.
 */
function freePosition(pins: readonly Pin[], position: number): number {
  const taken = new Set(pins.map((pin) => pin.position));
  let [before, behind] = [position, position];
  while (taken.has(before)) before -= 1;
  while (taken.has(behind)) behind += 1;
  return before === 0 ? behind : before;
}

export interface FilledPositions {
  readonly products: readonly string[];
  /** The numbers of placed products from the ranking (`ranked`) and from pins (`pinned`). */
  readonly ranked: number;
  readonly pinned: number;
}

export interface PositionsToFill {
  /** Products in ranked order, without pinned products. */
  readonly ranked: readonly string[];
  /** Pins in order of position. Pins with a position before `from` are placed first. */
  readonly pins: readonly Pin[];
  /** The first position to fill, counted from 1. */
  readonly from: number;
  readonly positions: number;
  /** Whether `ranked` contains all remaining products of the ranking. If true, the remaining pinned products are appended. */
  readonly isEnd: boolean;
}

/** Fills each position with the product that is pinned to the position, or else with the next ranked product. */
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
