import { ExpiredCursorError } from "./errors.js";
import type { Item, SearchResponse } from "./schema.js";
import type { CallOptions } from "./send.js";

/**
 * A paginated listing that returns each product once. Use `for await (const page of listing)`, or call `next()` when
 * the shopper reaches the end of the page. After an error, `next()` may be called again and continues at the same page.
 * Pages without new products are skipped.
 */
export interface Listing extends AsyncIterableIterator<SearchResponse, undefined, CallOptions | undefined> {
  /** Loads the next page. The options apply to the request of this page only. */
  next(options?: CallOptions): Promise<IteratorResult<SearchResponse, undefined>>;
  [Symbol.asyncIterator](): Listing;
  /** Returns the products of all pages. Each page is loaded when the page's first product is requested. */
  items(): AsyncGenerator<Item, undefined>;
}

export interface ListingOptions extends CallOptions {
  /**
   * First page that was already loaded, for example by server-side rendering. The listing continues after this page.
   */
  readonly after?: SearchResponse | undefined;
}

export interface Pagination {
  readonly page: number;
  readonly cursor: string;
}

/**
 * Creates a listing that loads pages one after another.
 * @param load loads the page after a cursor, or the first page without a cursor. If the cursor has expired, the listing
 *   restarts at the first page of the current catalogue and skips products it already returned.
 * @param given the first page, if already loaded
 */
export function createListing(
  load: (after?: Pagination, options?: CallOptions) => Promise<SearchResponse>,
  given?: SearchResponse,
): Listing {
  const seen = new Set(given?.items.map(({ product_identifier }) => product_identifier));
  let latest = given;
  let before: Promise<unknown> = Promise.resolve();

  async function nextPage(options?: CallOptions): Promise<IteratorResult<SearchResponse, undefined>> {
    for (let mayRestart = true; latest?.pagination.has_more !== false;) {
      const isFirst = latest === undefined;
      try {
        latest = await load(latest && after(latest), options);
      } catch (error) {
        if (!(error instanceof ExpiredCursorError) || !mayRestart) throw error;
        mayRestart = false;
        latest = await load(undefined, options);
      }
      const items = latest.items.filter(({ product_identifier }) => !seen.has(product_identifier));
      for (const { product_identifier } of items) seen.add(product_identifier);
      if (items.length > 0 || isFirst) return { done: false, value: { ...latest, items, count: items.length } };
    }
    return { done: true, value: undefined };
  }

  const listing: Listing = {
    /** Concurrent calls load one page after another. */
    next(options) {
      const page = before.then(() => nextPage(options));
      before = page.catch(() => undefined);
      return page;
    },
    [Symbol.asyncIterator]: () => listing,
    async *items() {
      for await (const page of listing) yield* page.items;
      return undefined;
    },
  };
  return listing;
}

const after = ({ pagination, recommendation_id }: SearchResponse): Pagination => ({
  page: pagination.page + 1,
  cursor: recommendation_id,
});
