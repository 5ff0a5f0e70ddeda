import { ANONYMOUS } from "../../tracking/event.js";
import { shopperIds } from "../../tracking/shopper-id.js";
import type { ChainMode } from "./cursor.js";

/** Where the engine's order stands: the sort values of a hit, to be handed back as `search_after`. */
export type SortValues = readonly unknown[];

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
  /** Whether a page comes after it, as far as is known when it is served. */
  readonly has_more: boolean;
  /**
   * In an order by a field, after which row the products come from which pages are cut that follow this one: a jump begins a new
   * segment of a chain. Null: at the top; empty: behind the last row.
   */
  readonly after: SortValues | null;
  /** Earlier pages of the segment, oldest first; the first one's own path leads further back. */
  readonly path: readonly string[];
  /**
   * Who has read it and what came before (`shopperMarks`), so that it can be removed when they are erased. Absent where nobody
   * was recognised.
   */
  readonly shoppers?: readonly string[];
  /** On the chain's first page only. */
  readonly root: ChainRoot | null;
}

/** The state that all pages of a chain share: the request, and nothing of how it was ranked. */
export interface ChainRoot {
  /** Milliseconds since 1970: when the first page had been read. */
  readonly started_at: number;
  /** As it came, without what was left out. */
  readonly request: ChainRequest;
}

/** What a later page that leaves it out inherits. */
export interface ChainRequest {
  readonly query: string | null;
  readonly limit: number;
  readonly sort: string;
  readonly filters: object | null;
  readonly facet_filters: object | null;
  readonly projection: readonly string[] | null;
  /** Only where it is true. */
  readonly diversify_categories?: true;
}

export interface StoredPage extends PageState {
  readonly id: string;
}

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

export interface Shopper {
  readonly device_id: string;
  readonly user_id: string | null;
}

/** The shoppers of a page that the page before did not have. */
export function shopperMarks(
  clientId: string,
  { device_id, user_id }: Shopper,
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
