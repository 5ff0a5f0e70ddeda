import type { Facet } from "../../storefront/facets-configuration.js";
import type { SearchRules } from "../../storefront/search-configuration.js";
import type { SortKey } from "../../storefront/sorts-configuration.js";
import { ANONYMOUS } from "../../tracking/event.js";
import { shopperIds } from "../../tracking/shopper-id.js";
import type { Personal } from "../listing/plan.js";
import type { RankingSections } from "../listing/plan.js";
import type { Near } from "../../meaning/nearest.js";
import type { SearchRequest } from "../listing/parse.js";
import type { RulesInForce } from "../rules/rules-in-force.js";
import type { TextTier } from "../text/words.js";
import type { ChainMode } from "./cursor.js";

/** Where the engine's order stands: the sort values of a hit, to be handed back as `search_after`. */
export type SortValues = readonly unknown[];

/** Where the next window of products comes from once the remainder is used up. */
export type Position =
  /** There is nothing after the remainder. */
  | { readonly kind: "end" }
  /** From the segment's start, without what the segment has delivered. `windows`: how many were fetched so before. */
  | { readonly kind: "start"; readonly windows: number }
  /** From a point-in-time, after a hit. */
  | {
      readonly kind: "point_in_time";
      /** Of the pool's entry. */
      readonly key: string;
      readonly pit_id: string;
      readonly after: SortValues;
      /** The page at which the chain came to the point-in-time: what it and those before it delivered is left out. */
      readonly origin: string;
    };

/** The state that one page leaves for the next. */
export interface PageState {
  readonly client_id: string;
  readonly chain: string;
  /** Milliseconds since 1970; a later one stands in the chain's lifetime document. */
  readonly expires_at: number;
  /** The page number in the response. */
  readonly page: number;
  /** How many pages of the chain were served before this one. */
  readonly sequence: number;
  /** Product identifiers, in the order of the page. */
  readonly delivered: readonly string[];
  /** Product identifiers of the window that have not been looked at, best first. */
  readonly remainder: readonly string[];
  readonly position: Position;
  /** How many of the chain's pinned products, the last ones, have not had their place yet. */
  readonly pins_left: number;
  /** A segment begins with the chain and with each jump. Null: at the top; else after this hit, which was delivered. */
  readonly segment: { readonly after: SortValues | null };
  /** Earlier pages of the segment, oldest first; the first one's own path leads further back. */
  readonly path: readonly string[];
  /**
   * Who has read it and what came before (`shopperMarks`), so that it can be removed when they are erased. Absent where nobody
   * was recognised, and in what older versions have written.
   */
  readonly shoppers?: readonly string[];
  /** On the chain's first page only. */
  readonly root: ChainRoot | null;
}

/** The state that all pages of a chain share, frozen when it starts. */
export interface ChainRoot {
  /** Milliseconds since 1970: when the first page had been read. Also the chain's `now`. */
  readonly started_at: number;
  readonly total: number;
  readonly tier: TextTier;
  /**
   * The number of products with all words, where the query does not require them; absent in chains that older versions
   * started.
   */
  readonly all_words?: number;
  /** As they came: what a later page that leaves them out inherits. */
  readonly request: {
    readonly query: string | null;
    readonly limit: number;
    readonly filters: object | null;
    readonly facet_filters: object | null;
    readonly projection: readonly string[] | null;
    /** As in `SearchRequest`. */
    readonly unpriced?: true;
  };
  /** What ranks, as it was. */
  readonly ranking: Omit<RankingSections, "search"> & {
    readonly sort: SortKey;
    /** With the synonyms of this query only; null where nothing was typed. */
    readonly search: SearchRules | null;
    /** Of what is selected. */
    readonly facets: readonly Facet[];
  };
  /** Null for unknown shoppers, and in orders by a field. */
  readonly personal: Personal | null;
  /** As they were, the pinned products with the places that they have. Null where there were none for the request. */
  readonly rules: RulesInForce | null;
  /** The category that the query was after when the chain started; absent in chains that older versions started. */
  readonly intent?: string | null;
  /** Those in which things are called what the query names; absent where there are none. */
  readonly categories?: readonly string[];
  /** Products that are near the query in meaning; absent where there are none. */
  readonly near?: readonly Near[];
  /** Whose configuration the chain started with (`Storefront.arm`); absent where that was no arm's. */
  readonly arm?: string;
}

export interface StoredPage extends PageState {
  readonly id: string;
}

/** Whether a page comes after it, as far as is known when it is served. */
export const hasMore = ({ pins_left, ...unpinned }: Pick<PageState, "remainder" | "position" | "pins_left">): boolean =>
  pins_left > 0 || hasRanked(unpinned);

/** Whether anything comes after it that is not pinned. */
export const hasRanked = ({ remainder, position }: Pick<PageState, "remainder" | "position">): boolean =>
  remainder.length > 0 || position.kind !== "end";

/**
 * The place of a page's first product, from 1, counted over all pages.
 * @param page as the response numbers it: the true number in an ordered chain, a label in a ranked one
 * @param sequence how many pages of the chain were served before it
 */
export const firstPosition = (mode: ChainMode, limit: number, page: number, sequence: number): number =>
  (mode === "ordered" ? page - 1 : sequence) * limit + 1;

/** Earlier pages are found with one request for so many. */
const PATH_LENGTH = 64;

/** The path of the page after this one in the same segment. */
export function pathAfter({ id, path }: Pick<StoredPage, "id" | "path">): readonly string[] {
  return path.length < PATH_LENGTH ? [...path, id] : [id];
}

/** Long enough to distinguish shoppers; a cursor contains them. */
const MARK_LENGTH = 16;

/** How pages call a shopper. @param shopper by `shopperId` */
export const markOf = (shopper: string): string => shopper.slice(0, MARK_LENGTH);

/** The shoppers of a page that the page before did not have. */
export function shopperMarks(
  clientId: string,
  { device_id, user_id }: Pick<SearchRequest, "device_id" | "user_id">,
  before: readonly string[] = [],
): Pick<PageState, "shoppers"> {
  if (device_id === ANONYMOUS) return before.length === 0 ? {} : { shoppers: before };
  return { shoppers: [...new Set([...before, ...shopperIds(clientId, { device_id, user_id }).map(markOf)])] };
}

/** A shopper who has come this many pages deep has more to lose, and is given that much longer, up to a bound. */
const PAGES_A_STEP = 10;
const MAX_FACTOR = 3;

/**
 * Seconds that a chain lives on after a page, as its answer promises.
 * @param ttlSeconds of a chain's first pages
 * @param sequence how many pages were served before this one
 */
export function lifetimeSeconds(ttlSeconds: number, sequence: number): number {
  return ttlSeconds * Math.min(MAX_FACTOR, 1 + Math.floor(sequence / PAGES_A_STEP));
}

/**
 * Milliseconds that a chain lives longer than is promised: whoever is told how long a cursor is good for counts from when the
 * answer arrives, and it has to be made and sent first.
 */
const slackMs = (ttlSeconds: number): number => ttlSeconds * 100;

/** When a chain ends that is granted the life of a page at this moment; both in milliseconds since 1970. */
export const endOfLife = (ttlSeconds: number, sequence: number, at: number): number =>
  at + lifetimeSeconds(ttlSeconds, sequence) * 1000 + slackMs(ttlSeconds);

/**
 * Whole seconds that an answer can promise: what was granted, or less when making the answer took longer than the slack.
 * @param grantedAt milliseconds since 1970, like `expires_at` and `now`
 */
export function promisedSeconds(ttlSeconds: number, expires_at: number, grantedAt: number, now: number): number {
  const left = Math.min(expires_at - grantedAt - slackMs(ttlSeconds), expires_at - now);
  return Math.max(0, Math.floor(left / 1000));
}
