import type { Candidate } from "../candidate.js";

/** A search hit with the scores that determine whether the product is promoted. */
export interface Match extends Candidate {
  /** The unpersonalized score from the query and the storefront. Below 0 for products out of stock that rank last. */
  readonly match: number;
  /** How well the product matches the shopper's taste, from 0 to 1. */
  readonly taste: number;
}

/**
 * Position of the first promoted product, counted from 1. Further promoted products follow at every fourth position: 8, 12, 16 and 20 of a
 * page of 20.
 */
const FIRST_POSITION = 8;
const EVERY = 4;

/**
 * Minimum taste score of a promoted product, from 0 to 1. A product reaches this score if the product type and one other attribute match
 * the shopper's taste.
 */
const LIKED = 0.3;

/**
 * Minimum query score of a promoted product, as a share of the query score of the product above. See
 * docs/decisions/0058-promote-liked-products-to-every-fourth-position.md.
 */
const AS_WELL = 0.5;

/**
 * Selects the search results that are promoted because they match the shopper's taste. If several results in a row do not match the taste,
 * the next matching result is moved up if its query score is high enough (`AS_WELL`). All other results keep their order.
 * @param window search results, best first
 * @param seen products that the shopper has viewed; they are not promoted
 * @returns a map from promoted product to the rank (from 0) of the product that it follows
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
