import type { Candidate } from "../candidate.js";

/** A search hit as promotion evaluates it. */
export interface Match extends Candidate {
  /** The unpersonalized score from the query and the storefront. Below 0 for products out of stock that rank last. */
  readonly match: number;
  /** How well the product matches the shopper's taste, from 0 to 1. */
  readonly taste: number;
}

/**
 * The first promoted product gets this position, counted from 1. Further ones follow at every fourth position: 8, 12, 16 and 20 of a page
 * of 20.
 */
const FIRST_POSITION = 8;
const EVERY = 4;

/**
 * Minimum taste score for promotion, as a share of all weights: the product type and one more attribute, or the product type alone if all
 * product views agree on it.
 */
const LIKED = 0.3;

/**
 * A promoted product has to match half as well as the product above it. See
 * docs/decisions/0058-promote-liked-products-to-every-fourth-position.md.
 */
const AS_WELL = 0.5;

/**
 * Selects the products that a search promotes for a shopper. If several products in a row do not match the taste, the next product that
 * does, and that matches the query about as well, follows them. The order of all other products stays, so that a query loses at most these
 * positions.
 * @param window best first
 * @param seen viewed products, which are not promoted: the shopper already knows them
 * @returns by identifier of a promoted product, the rank (from 0) of the product that it follows
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
