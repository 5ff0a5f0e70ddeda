/**
 * The value of a product at rank `place` (from 0) of a slot: 1 for a filled place, and more the better it ranks, with
 * the discount of DCG. Two filled places are therefore worth more than one that is filled better.
 */
export const worthAt = (position: number): number => 1 + 1 / Math.log2(position + 2);

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
  if (ranked.length === 1) return ranked.map((ids) => ids.slice(0, limit));
  // No slot needs more: all the others together take no more than this away from it.
  const wanted = ranked.map((ids) => ids.slice(0, limit * ranked.length));
  const slots = wanted.map((ids) => ({
    worths: new Map(ids.map((id, position) => [id, worthAt(position)])),
    owned: new Set<string>(),
  }));
  // A path brings one product in and lets none go.
  const taken = new Set<string>();
  for (let gain = bestGain(slots, limit, taken); gain !== undefined; gain = bestGain(slots, limit, taken)) {
    for (let step: Gain | undefined = gain; step !== undefined; step = step.before) {
      if (step.before !== undefined) slots[step.before.to]?.owned.delete(step.product);
      slots[step.to]?.owned.add(step.product);
      taken.add(step.product);
    }
  }
  return wanted.map((ids, at) => ids.filter((id) => slots[at]?.owned.has(id)));
}

interface Slot {
  readonly worths: ReadonlyMap<string, number>;
  readonly owned: Set<string>;
}

/** The gain of adding one product to a slot, and the last step of the path that leads to it. */
interface Gain {
  readonly score: number;
  /** The product that the slot receives. */
  readonly product: string;
  readonly to: number;
  /** The gain of the slot that gives the product away, for its replacement; undefined for a product that is free. */
  readonly before: Gain | undefined;
}

/** Undefined when no path makes the whole worth more. */
function bestGain(slots: readonly Slot[], limit: number, taken: ReadonlySet<string>): Gain | undefined {
  const gains = slots.map((slot, to) => fromNowhere(slot, to, taken));
  for (let round = 1; round < slots.length; round += 1) {
    slots.forEach((giver, from) => {
      const gain = gains[from];
      if (gain === undefined) return;
      slots.forEach((taker, to) => {
        if (from === to) return;
        const onward = handOn(giver, taker, to, gain, gains[to]?.score ?? -Infinity);
        if (onward !== undefined) gains[to] = onward;
      });
    });
  }
  let best: Gain | undefined;
  gains.forEach((gain, at) => {
    const hasRoom = (slots[at]?.owned.size ?? 0) < limit;
    if (hasRoom && gain !== undefined && gain.score > (best?.score ?? 0) + EPSILON) best = gain;
  });
  return best;
}

/** Smaller differences count as equal: sums of the same values in another order differ by rounding. */
const EPSILON = 1e-9;

/** A slot takes the best product that no slot has. */
function fromNowhere({ worths }: Slot, to: number, taken: ReadonlySet<string>): Gain | undefined {
  for (const [product, score] of worths) if (!taken.has(product)) return { score, product, to, before: undefined };
  return undefined;
}

/**
 * A slot that is to get one more hands on whichever product of its own costs least to move; undefined when that is worth no
 * more than `atLeast`.
 */
function handOn(giver: Slot, taker: Slot, to: number, before: Gain, atLeast: number): Gain | undefined {
  let score = atLeast;
  let product: string | undefined;
  for (const own of giver.owned) {
    const there = taker.worths.get(own);
    if (there === undefined) continue;
    const after = before.score + there - (giver.worths.get(own) ?? 0);
    if (after > score + EPSILON) [score, product] = [after, own];
  }
  return product === undefined ? undefined : { score, product, to, before };
}
