import type { Room } from "../personalization/placement/room.js";
import type { Scored } from "./listing/rank.js";
import { isRanked } from "../storefront/sorts-configuration.js";
import type { ChainMode } from "./paging/cursor.js";
import type { Ranked } from "./ranked.js";
import { ENGINE_ORDER, rankingFor, type Rankings } from "./ranking.js";

export const modeOf = ({ request }: Pick<Ranked, "request">): ChainMode =>
  isRanked(request.sort) ? "ranked" : "ordered";

/** The first part of a chain to read, besides the counts. */
export type Beginning = "page" | "window" | "nothing";

export type Begun = { readonly with: "page"; readonly page: FirstPage } | FirstWindow | { readonly with: "nothing" };

/** The first products of a shopper's order, followed by the first unpersonalized ones where the ranking uses them. */
export interface FirstWindow {
  readonly with: "window";
  readonly window: readonly Scored[];
  /** Whether these are all that there are. */
  readonly is_all: boolean;
  /** How far pages follow the shopper. */
  readonly room?: Room;
}

/** The first page for all unknown shoppers. */
export interface FirstPage {
  /** Product identifiers, as JSON. */
  readonly ids: string;
  /** Its items, as JSON. */
  readonly items: string;
}

/**
 * The part that a first page needs: the unpersonalized page, or a window that is re-ranked or gets pinned products;
 * nothing deep in an order.
 */
export function beginningOf(
  deps: { readonly rankings: Rankings },
  ranked: Pick<Ranked, "request" | "personal" | "plan">,
): Beginning {
  const { request, plan } = ranked;
  if (request.limit === 0) return "nothing";
  if (modeOf(ranked) === "ordered") return request.page === 1 ? "page" : "nothing";
  return plan.rules.pins.length === 0 && rankingFor(deps, ranked) === ENGINE_ORDER ? "page" : "window";
}
