/**
 * What a product is worth in a slot that ranks it `place`th (from 0): a seat that is filled, and more the better the product
 * fits there, with the discount of DCG. So two seats are rather filled than one filled better.
 */
export const worthAt = (place: number): number => 1 + 1 / Math.log2(place + 2);

/**
 * Fills all slots of a placement together: no product twice, at most `limit` in each, and the sum of worths is the greatest
 * there is. So a product goes where it is worth most, and a slot that has little else keeps it from one that has plenty.
 *
 * A maximum-weight flow by successive best augmenting paths (the mirror image of successive shortest paths; Ahuja, Magnanti
 * and Orlin 1993, 9.7). A path brings one more product in: a slot takes one that is free, and may hand one of its own on to
 * another slot, which may do so again, until one has room. With six slots as nodes and Bellman-Ford over them a path costs
 * microseconds, and there are as many as there are seats.
 * @param ranked of each slot its candidates, best first, each once
 * @returns of each slot its products in its own order; the same for the same input
 */
export function assignSlots(ranked: readonly (readonly string[])[], limit: number): string[][] {
  // No slot needs more: all the others together take no more than this away from it.
  const wanted = ranked.map((ids) => ids.slice(0, limit * ranked.length));
  const slots = wanted.map((ids) => ({
    worths: new Map(ids.map((id, place) => [id, worthAt(place)])),
    owned: new Set<string>(),
  }));
  for (let path = bestPath(slots, limit); path !== undefined; path = bestPath(slots, limit)) {
    for (const { product, from, to } of path) {
      if (from !== undefined) slots[from]?.owned.delete(product);
      slots[to]?.owned.add(product);
    }
  }
  return wanted.map((ids, at) => ids.filter((id) => slots[at]?.owned.has(id)));
}

interface Slot {
  readonly worths: ReadonlyMap<string, number>;
  readonly owned: Set<string>;
}

/** A product comes into a slot, from another or from nowhere. */
interface Move {
  readonly product: string;
  readonly from?: number;
  readonly to: number;
}

/** What one more product in a slot is worth to all of them, and how it comes about. */
interface Gain {
  readonly worth: number;
  readonly path: readonly Move[];
}

/** Undefined when no path makes the whole worth more. */
function bestPath(slots: readonly Slot[], limit: number): readonly Move[] | undefined {
  const taken = new Set(slots.flatMap(({ owned }) => [...owned]));
  const gains = slots.map((slot, to) => fromNowhere(slot, to, taken));
  for (let round = 1; round < slots.length; round += 1) {
    slots.forEach((giver, from) => {
      const gain = gains[from];
      if (gain === undefined) return;
      slots.forEach((taker, to) => {
        if (from === to) return;
        const onward = handOn(giver, from, taker, to, gain);
        if (onward !== undefined && onward.worth > (gains[to]?.worth ?? -Infinity) + EPSILON) gains[to] = onward;
      });
    });
  }
  let best: Gain | undefined;
  gains.forEach((gain, at) => {
    const hasRoom = (slots[at]?.owned.size ?? 0) < limit;
    if (hasRoom && gain !== undefined && gain.worth > (best?.worth ?? 0) + EPSILON) best = gain;
  });
  return best?.path;
}

/** What differs by less is equal: sums of the same worths in another order are. */
const EPSILON = 1e-9;

/** A slot takes the best product that nobody has. */
function fromNowhere({ worths }: Slot, to: number, taken: ReadonlySet<string>): Gain | undefined {
  for (const [product, worth] of worths) if (!taken.has(product)) return { worth, path: [{ product, to }] };
  return undefined;
}

/** A slot that is to get one more hands on whichever product of its own costs least to move. */
function handOn(giver: Slot, from: number, taker: Slot, to: number, { worth, path }: Gain): Gain | undefined {
  let best: Gain | undefined;
  for (const product of giver.owned) {
    const there = taker.worths.get(product);
    if (there === undefined) continue;
    const after = worth + there - (giver.worths.get(product) ?? 0);
    if (best === undefined || after > best.worth + EPSILON) {
      best = { worth: after, path: [...path, { product, from, to }] };
    }
  }
  return best;
}
