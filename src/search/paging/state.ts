import { ANONYMOUS } from "../../tracking/event.js";
import { shopperIds } from "../../tracking/shopper-id.js";
import type { ChainMode } from "./cursor.js";

/** A position in the engine's sort order: the sort values of a hit, sent as `search_after` to read the following hits. */
export type SortValues = readonly unknown[];

/** The state of a served result page, from which the next page is computed. */
export interface PageState {
  readonly client_id: string;
  readonly chain: string;
  /** Expiry time in milliseconds since 1970, unless the lifetime document of the cursor chain contains a later time. */
  readonly expires_at: number;
  /** The page number in the response. */
  readonly page: number;
  /** The number of pages in the cursor chain before this page. */
  readonly sequence: number;
  /** Product identifiers, in the order of the page. */
  readonly delivered: readonly string[];
  /** Whether a next page existed when this page was served. */
  readonly has_more: boolean;
  /**
   * In a sort by a field, the position of the last product before this page's segment. A segment consists of consecutive pages; random page
   * access starts a new one. Null if the segment starts at the first product; empty if the segment starts after the last product.
   */
  readonly after: SortValues | null;
  /**
   * Ids of earlier pages in the same segment (consecutive pages), oldest first. The `path` of the oldest page lists the pages before that
   * page.
   */
  readonly path: readonly string[];
  /**
   * Shortened ids of the shoppers who read this page or an earlier page (`shopperMarks`), used to delete the page when a shopper is erased.
   * Absent if all requests were anonymous.
   */
  readonly shoppers?: readonly string[];
  /** The shared state of the cursor chain. Stored only on the first page of the chain. */
  readonly root: ChainRoot | null;
}

/** The state that all pages of a cursor chain share: the start time and the first request, but no ranking. */
export interface ChainRoot {
  /** Time at which the cursor chain started, in milliseconds since 1970. */
  readonly started_at: number;
  /** The parameters of the first request, as the client sent them. */
  readonly request: ChainRequest;
}

/** Parameters of the first request that also apply to later pages. */
export interface ChainRequest {
  readonly query: string | null;
  readonly limit: number;
  readonly sort: string;
  readonly filters: object | null;
  readonly facet_filters: object | null;
  readonly projection: readonly string[] | null;
  /** Whether the order of products is diversified by category. Absent if false. */
  readonly diversify_categories?: true;
}

export interface StoredPage extends PageState {
  readonly id: string;
}

/**
 * Returns the position of a page's first product, counted from 1 over all pages.
 * @param page the page number in the response, which determines the position only if the chain is sorted by a field
 * @param sequence the number of earlier pages in the chain, which determines the position if the chain is ranked
 */
export const firstPosition = (mode: ChainMode, limit: number, page: number, sequence: number): number =>
  (mode === "ordered" ? page - 1 : sequence) * limit + 1;

/** Maximum number of earlier page ids that a stored page contains. The earlier pages are read with one request. */
const PATH_LENGTH = 64;

/** Returns the ids of earlier pages to store with the next page of the same segment. */
export function pathAfter({ id, path }: Pick<StoredPage, "id" | "path">): readonly string[] {
  return path.length < PATH_LENGTH ? [...path, id] : [id];
}

/** Length of a shortened shopper id in characters: enough to distinguish shoppers, but short, because cursors contain the id. */
const MARK_LENGTH = 16;

/** Returns the shortened shopper id that stored pages contain. @param shopper from `shopperId` */
export const markOf = (shopper: string): string => shopper.slice(0, MARK_LENGTH);

export interface Shopper {
  readonly device_id: string;
  readonly user_id: string | null;
}

/** Returns the shortened shopper ids of the previous page and of the current shopper. */
export function shopperMarks(
  clientId: string,
  { device_id, user_id }: Shopper,
  before: readonly string[] = [],
): Pick<PageState, "shoppers"> {
  if (device_id === ANONYMOUS) return before.length === 0 ? {} : { shoppers: before };
  return { shoppers: [...new Set([...before, ...shopperIds(clientId, { device_id, user_id }).map(markOf)])] };
}

/**
 * Number of pages after which the lifetime of a cursor chain grows by the base lifetime, up to three times the base lifetime, because the
 * loss of a late page costs the shopper more.
 */
const PAGES_A_STEP = 10;
const MAX_FACTOR = 3;

/**
 * Number of seconds for which a cursor chain stays valid after a page was served, as stated in the response.
 * @param ttlSeconds lifetime after the first pages of a chain
 * @param sequence the number of earlier pages in the chain
 */
export function lifetimeSeconds(ttlSeconds: number, sequence: number): number {
  return ttlSeconds * Math.min(MAX_FACTOR, 1 + Math.floor(sequence / PAGES_A_STEP));
}

/**
 * Time in milliseconds by which a cursor chain is valid longer than stated in the response. Clients count from the arrival of the response,
 * so this time covers the creation and transfer of the response.
 */
const slackMs = (ttlSeconds: number): number => ttlSeconds * 100;

/** Returns the expiry time of a cursor chain whose latest page was served at `at`. Both times are in milliseconds since 1970. */
export const endOfLife = (ttlSeconds: number, sequence: number, at: number): number =>
  at + lifetimeSeconds(ttlSeconds, sequence) * 1000 + slackMs(ttlSeconds);

/**
 * Returns the remaining lifetime of a cursor in whole seconds. If creating the response took longer than the additional lifetime
 * (`slackMs`), subtracts the difference.
 * @param grantedAt time at which the lifetime was extended; in milliseconds since 1970, like `expires_at` and `now`
 */
export function promisedSeconds(ttlSeconds: number, expires_at: number, grantedAt: number, now: number): number {
  const left = Math.min(expires_at - grantedAt - slackMs(ttlSeconds), expires_at - now);
  return Math.max(0, Math.floor(left / 1000));
}
