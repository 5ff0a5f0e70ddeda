/**
 * Returns the value of a product at a position of a slot, starting with 0: 1 for a filled position, plus the DCG (discounted cumulative
 * gain) discount of the position. Two products in any positions are therefore worth more than one product in the best position.
 */
export const worthAt = (position: number): number => 1 + 1 / Math.log2(position + 2);

/**
 * Fills all slots of a placement together. Uses no product twice, puts at most `limit` products in each slot, and maximizes the sum of
 * values. A product goes to the slot where it has the highest value. A slot with few candidates gets a product before a slot with many
 * candidates.
 *
 * The solution is a maximum-weight flow by successive best augmenting paths (the mirror image of successive shortest paths; Ahuja, Magnanti
 * and Orlin 1993, 9.7). Each path adds one product: a slot receives a free product and may pass one of its own products to another slot.
 * That slot may do the same, until a slot has room. With six slots as nodes, finding a path by Bellman-Ford takes microseconds, and the
 * number of paths is the number of positions.
 * @param ranked the distinct candidates of each slot, best first
 * @returns the products of each slot, in the order of the slot's candidates; the result is deterministic
 */
export function assignSlots(ranked: readonly (readonly string[])[], limit: number): string[][] {
  if (ranked.length === 1) return ranked.map((ids) => ids.slice(0, limit));
  // Limits the candidates per slot to the number of products that all slots of the page can show together.
  const wanted = ranked.map((ids) => ids.slice(0, limit * ranked.length));
  const slots = wanted.map((ids) => ({
    worths: new Map(ids.map((id, position) => [id, worthAt(position)])),
    owned: new Set<string>(),
  }));
  // Products on the page. Every augmenting path adds one product to the page and removes none.
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

/** A step of a path: one product that a slot receives, with the gain of the path up to this step. */
interface Gain {
  readonly score: number;
  /** The product that the slot receives. */
  readonly product: string;
  readonly to: number;
  /** The step in which the slot that gives up this product gets a replacement product. Undefined if the product is in no slot. */
  readonly before: Gain | undefined;
}

/** Returns the path with the highest gain, or undefined if no path increases the sum of values. */
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

/** Differences up to this value are ignored, because sums of the same values in a different order differ by rounding. */
const EPSILON = 1e-9;

/** Returns the gain of adding to a slot the best product that is in no slot yet. */
function fromNowhere({ worths }: Slot, to: number, taken: ReadonlySet<string>): Gain | undefined {
  for (const [product, score] of worths) if (!taken.has(product)) return { score, product, to, before: undefined };
  return undefined;
}

/**
 * Returns the gain if a slot receives a product and passes one of its current products to another slot. The slot passes on the product
 * whose move costs the least value. Returns undefined if the gain does not exceed `atLeast`.
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
