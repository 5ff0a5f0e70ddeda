import type { Candidate } from "../candidate.js";

/** A product that a search has found, as lifting sees it. */
export interface Match extends Candidate {
  /** What the query and the storefront give it, the same for all shoppers; below 0 out of stock, where that is last. */
  readonly match: number;
  /** How much of all that the shopper likes it has, from 0 to 1. */
  readonly taste: number;
}

/** The first product is lifted to this place, and others to every fourth after it: 8, 12, 16 and 20 of a page of 20. */
const FIRST_POSITION = 8;
const EVERY = 4;

/** Three of ten of all weights: the kind and one more, or the kind alone where all looks agree. */
const LIKED = 0.3;

/**
 * It has to match half as well as what stands above it: all words, and the thing itself, if not in every text. See
 * docs/decisions/0058-promote-liked-products-to-every-fourth-position.md.
 */
const AS_WELL = 0.5;

/**
 * What a search lifts for a shopper: where several products in a row are nothing to a taste, the next one that is to it and
 * matches about as well follows them. The order of all others stays, so no query loses more than those places.
 * @param window best first
 * @param seen products that were looked at: whoever knows them finds them without
 * @returns product identifier → rank, from 0, of the product that it follows
 */
export function promotionsIn(window: readonly Match[], seen: ReadonlySet<string>): ReadonlyMap<string, number> {
  const promotions = new Map<string, number>();
  const liked = window.map(({ id, taste }) => taste >= LIKED && !seen.has(id));
  let [left, isServed] = [FIRST_POSITION - 1, false];
  window.forEach(({ id, match }, rank) => {
    if (promotions.has(id)) return;
    isServed ||= liked[rank] === true;
    left -= 1;
    if (left > 0) return;
    const next = window.find(
      (one, at) => at > rank && liked[at] === true && !promotions.has(one.id) && one.match >= AS_WELL * match,
    );
    if (!isServed && match > 0 && next !== undefined) promotions.set(next.id, rank);
    [left, isServed] = [EVERY - 1, false];
  });
  return promotions;
}
