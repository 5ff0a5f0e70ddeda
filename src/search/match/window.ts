import type { FeatureRows } from "../../catalog/features.js";
import { type Kinds, type Room, roomFor } from "../../personalization/placement/room.js";
import { type Plan, scoringOf } from "../listing/plan.js";
import { BY_SCORE, placementFor, type Placements, windowSize } from "./placement.js";
import { fillPlaces, type Pin, settlePins, settleReservations } from "../rules/pins.js";
import type { Matches } from "./matches.js";
import { groupCounts, type Order, orderOf, type Scored } from "./rank.js";

/** What is ranked for one shopper: valid until something is awaited. */
export interface Ranked {
  readonly plan: Plan;
  readonly matches: Matches;
  readonly features: FeatureRows;
}

/** The products of one page. */
export interface Cut {
  /** Identifiers, in their places. */
  readonly products: readonly string[];
  /** The products that have places of their own, shown before or not. */
  readonly pins: readonly Pin[];
  /** Whether a page comes after it. */
  readonly has_more: boolean;
}

/** As a text score, what a shopper likes in all is worth twice what matches best has: so much brings a product that matches half as well as what is found first. */
const BRINGING = 25;
/** More are not lifted in two windows of the smallest size. */
const MOST_LIKED = 50;

/** Which page of a chain is wanted. */
export interface PageOf {
  /** Identifiers. */
  readonly shown: ReadonlySet<string>;
  /** How many pages of the chain came before. */
  readonly sequence: number;
}

/** The next page of a chain: the order as it is now without what the chain has shown. */
export const cutPage = (deps: { readonly placements: Placements }, ranked: Ranked, of: PageOf): Cut =>
  cutFrom(deps, ranked, orderOf(ranked.matches, ranked.features, ranked.plan), of);

/** The same of an order. */
export function cutFrom(
  deps: { readonly placements: Placements },
  ranked: Ranked,
  order: Order,
  { shown, sequence }: PageOf,
): Cut {
  const { plan, matches } = ranked;
  const { limit } = plan.request;
  const settled = settledPins(ranked, order);
  const pins = settled.filter(({ product }) => !shown.has(product));
  const excluded = order.rowsOf([...shown, ...settled.map(({ product }) => product)]);
  // Where nothing is moved, the page is the beginning of the order.
  const placement = placementFor(deps, plan);
  const window = placement === BY_SCORE ? order.first(limit, excluded) : windowOf(ranked, order, excluded);
  const left = order.left(excluded);
  const isEnd = matches.are_all && left <= window.length;
  const page = fillPlaces({
    ranked: placement.place(window, roomOf(ranked)),
    pins,
    from: sequence * limit + 1,
    places: limit,
    isEnd,
  });
  const isMoreBehind = left > page.ranked || !matches.are_all;
  return {
    products: page.products,
    pins: settled,
    has_more: page.products.length > 0 && (isMoreBehind || pins.length > page.pinned),
  };
}

/** The products that have places of their own, each in its place. */
export function settledPins({ plan, matches }: Ranked, order: Order): readonly Pin[] {
  const { pins, reservations = [] } = plan.rules;
  const settled = settlePins(pins, matches.pinned);
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
  return settleReservations(settled, reserved, ranked);
}

/**
 * The products that a page is cut from: the first ones for the shopper, and for placement to choose from, of a listing the first ones
 * of the unpersonalized order, of a search those that the shopper likes most and that match about as well.
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

/** How far pages of a listing may follow what was looked at; undefined where there is no limit. */
export function roomOf({ plan, features, matches }: Ranked): Room | undefined {
  const looked = plan.personal?.taste?.looked_at;
  if (plan.request.query !== null || looked === undefined || scoringOf(plan) === undefined) return undefined;
  const kinds: Kinds = { department: plan.catalog.taxonomy?.departments?.field ?? null };
  const counts = groupCounts(features, kinds);
  const all = Math.max(1, matches.hashes.length);
  return roomFor(looked, kinds, (group) => (counts.get(group) ?? 0) / all);
}
