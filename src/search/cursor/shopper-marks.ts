import { LRUCache } from "lru-cache";
import { ANONYMOUS } from "../../tracking/event.js";
import { shopperIds } from "../../tracking/shopper-id.js";
import type { SearchRequest } from "../request.js";
import type { PageState } from "./state.js";

/** Enough to tell shoppers apart; a cursor carries them. */
const MARK_LENGTH = 16;

/** How pages call a shopper. @param shopper by `shopperId` */
export const markOf = (shopper: string): string => shopper.slice(0, MARK_LENGTH);

/** What a page says of whom it is for, besides those whom the page before was for. */
export function shopperMarks(
  clientId: string,
  { device_id, user_id }: Pick<SearchRequest, "device_id" | "user_id">,
  before: readonly string[] = [],
): Pick<PageState, "shoppers"> {
  if (device_id === ANONYMOUS) return before.length === 0 ? {} : { shoppers: before };
  return { shoppers: [...new Set([...before, ...shopperIds(clientId, { device_id, user_id }).map(markOf)])] };
}

/** Shoppers who were erased of late, as far as this process has heard: their chains are over. */
export interface ErasedMarks {
  /** @param at milliseconds since 1970 */
  add(mark: string, at: number): void;
  /** Whether one of the shoppers was erased after a chain had started. */
  has(marks: readonly string[] | undefined, started_at: number): boolean;
}

/** What is left out when there are more can be read on with for as long as its chain lives. */
const MOST = 100_000;

export function createErasedMarks(): ErasedMarks {
  const erased = new LRUCache<string, number>({ max: MOST });
  return {
    add: (mark, at) => void erased.set(mark, at),
    has: (marks = [], started_at) => marks.some((mark) => (erased.get(mark) ?? -Infinity) >= started_at),
  };
}
