/** A product with a place of its own. */
export interface Pin {
  readonly product: string;
  /** From 1, counted over all pages of a chain. */
  readonly position: number;
}

/**
 * Gives each product that is there one place, none to two of them: the first pin gets it, the next one takes the first
 * free place behind.
 * @param found the products that match
 * @returns by place
 */
export function settlePins(pins: readonly Pin[], found: ReadonlySet<string>): Pin[] {
  const taken = new Map<number, string>();
  const placed = new Set<string>();
  for (const { product, position } of pins) {
    if (!found.has(product) || placed.has(product)) continue;
    let free = position;
    while (taken.has(free)) free += 1;
    taken.set(free, product);
    placed.add(product);
  }
  return [...taken]
    .map(([position, product]) => ({ product, position }))
    .sort((one, other) => one.position - other.position);
}

/** Some places of a chain, filled. */
export interface FilledPlaces {
  readonly products: readonly string[];
  /** How many of them came from the ranking, and how many were pinned. */
  readonly ranked: number;
  readonly pinned: number;
}

export interface PlacesToFill {
  /** Products in their order, without pinned ones. */
  readonly ranked: readonly string[];
  /** By place; what is before the first of the places to fill is due at once. */
  readonly pins: readonly Pin[];
  /** The first of the places, from 1. */
  readonly from: number;
  readonly places: number;
  /** Whether nothing follows `ranked`: then pinned products close up behind it. */
  readonly isEnd: boolean;
}

/** Fills places one by one: with the pinned product that is due, else with the next of the ranking, as long as there is one. */
export function fillPlaces({ ranked, pins, from, places, isEnd }: PlacesToFill): FilledPlaces {
  const products: string[] = [];
  let [next, pinned] = [0, 0];
  while (products.length < places) {
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
