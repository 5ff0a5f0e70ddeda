import type { FeatureRows } from "../../catalog/features.js";
import { type ProductTypes, type Quota, quotaFor } from "../../personalization/reranking/quota.js";
import { type Plan, scoringOf } from "../listing/plan.js";
import { BY_SCORE, type Rerankers, windowSize } from "./reranker.js";
import { fillPositions, type Pin, resolvePins, resolveReservations } from "../rules/pins.js";
import type { Matches } from "./matches.js";
import { groupCounts, type Order, orderOf, type Scored } from "./rank.js";

/** Matches of a shopper's request with their feature rows. The rows are valid until the next `await`, because rows may move afterwards. */
export interface Ranked {
  readonly plan: Plan;
  readonly matches: Matches;
  readonly features: FeatureRows;
}

export interface Cut {
  /** Identifiers of the page's products, in the order of the page. */
  readonly products: readonly string[];
  /** Pinned products and products in reserved positions, including products on earlier pages. */
  readonly pins: readonly Pin[];
  readonly has_more: boolean;
}

/**
 * Weight of taste when a search reads products that the shopper may like. A product that matches the taste in every property gains about
 * twice the best text score, so the search reads such a product even if its text matches only half as well.
 */
const BRINGING = 25;
/** Maximum number of products matching the shopper's taste that are added to the candidates for reranking. */
const MOST_LIKED = 50;

export interface PageOf {
  /** Identifiers of the products on earlier pages. */
  readonly shown: ReadonlySet<string>;
  /** The number of earlier pages. */
  readonly sequence: number;
}

/** Computes the next page of a cursor chain: the current order without products on earlier pages. */
export const cutPage = (deps: { readonly rerankers: Rerankers }, ranked: Ranked, of: PageOf): Cut =>
  cutFrom(deps, ranked, orderOf(ranked.matches, ranked.features, ranked.plan), of);

/** Returns a page like `cutPage`, from an order that was computed before. */
export function cutFrom(
  deps: { readonly rerankers: Rerankers },
  ranked: Ranked,
  order: Order,
  { shown, sequence }: PageOf,
): Cut {
  const { plan, matches } = ranked;
  const { limit } = plan.request;
  const settled = settledPins(ranked, order);
  const pins = settled.filter(({ product }) => !shown.has(product));
  const excluded = order.rowsOf([...shown, ...settled.map(({ product }) => product)]);
  // Without reranking, the page contains the first products of the shopper's order.
  const reranker = deps.rerankers.for(plan);
  const window = reranker === BY_SCORE ? order.first(limit, excluded) : windowOf(ranked, order, excluded);
  const left = order.left(excluded);
  const isEnd = matches.are_all && left <= window.length;
  const page = fillPositions({
    ranked: reranker.rerank(window, quotaOf(ranked)),
    pins,
    from: sequence * limit + 1,
    positions: limit,
    isEnd,
  });
  const isMoreBehind = left > page.ranked || !matches.are_all;
  return {
    products: page.products,
    pins: settled,
    has_more: page.products.length > 0 && (isMoreBehind || pins.length > page.pinned),
  };
}

/** Pinned products and products for reserved positions, with their positions. */
export function settledPins({ plan, matches }: Ranked, order: Order): readonly Pin[] {
  const { pins, reservations } = plan.rules;
  const settled = resolvePins(pins, matches.pinned);
  if (reservations.length === 0) return settled;
  const own = new Set(settled.map(({ product }) => product));
  const last = Math.max(...reservations.map(({ position }) => position));
  const ranked = order.unpersonalized(last, order.rowsOf(own)).map(({ id }) => id);
  const reserved = reservations.map((reservation, at) => {
    const like = matches.reserved[at] ?? [];
    const best = order.bestOf(
      like.filter((id) => !own.has(id)),
      reservations.length,
    );
    return { ...reservation, like: best, pinned: new Set(like.filter((id) => own.has(id))) };
  });
  return resolveReservations(settled, reserved, ranked);
}

/**
 * The candidates for reranking: the first products in the shopper's order, plus alternatives. For a listing, the alternatives are the first
 * products in the unpersonalized order. For a search, the alternatives are the matches that best fit the shopper's taste.
 */
export function windowOf({ plan }: Ranked, order: Order, excluded: ReadonlySet<number>): readonly Scored[] {
  const size = windowSize(plan.request.limit);
  const own = order.first(size, excluded);
  if (scoringOf(plan) === undefined) return own;
  const others =
    plan.request.query === null ? order.further(size, excluded) : order.liked(MOST_LIKED, BRINGING, excluded);
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !known.has(id))];
}

/**
 * Returns the maximum share of a listing page for each group of products that the shopper viewed, such as a brand.
 * Undefined if there is no limit.
 */
export function quotaOf({ plan, features, matches }: Ranked): Quota | undefined {
  const looked = plan.personal?.taste?.viewed;
  if (plan.request.query !== null || looked === undefined || scoringOf(plan) === undefined) return undefined;
  const productTypes: ProductTypes = { department: plan.catalog.taxonomy?.departments?.field ?? null };
  const counts = groupCounts(features, productTypes);
  const all = Math.max(1, matches.hashes.length);
  return quotaFor(looked, productTypes, (group) => (counts.get(group) ?? 0) / all);
}
