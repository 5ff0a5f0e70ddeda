import { ExpiredCursorError } from "./errors.js";
import type { Item, SearchResponse } from "./schema.js";
import type { CallOptions } from "./send.js";

/**
 * A listing page after page, each product once. `for await (const page of listing)`, or `next()` whenever the shopper has
 * scrolled to the end. A `next()` that failed may be called again and goes on where it was. A page whose products have all been there is
 * passed over, and so is the end of a listing once it has been reached.
 */
export interface Listing extends AsyncIterableIterator<SearchResponse, undefined, CallOptions | undefined> {
  /** @param options of this page alone */
  next(options?: CallOptions): Promise<IteratorResult<SearchResponse, undefined>>;
  [Symbol.asyncIterator](): Listing;
  /** The products of all pages. A page is loaded when its first product is wanted. */
  items(): AsyncGenerator<Item, undefined>;
}

export interface ListingOptions extends CallOptions {
  /** The first page, where it was asked for elsewhere, as on a server; the listing goes on behind it. */
  readonly after?: SearchResponse | undefined;
}

export interface Pagination {
  readonly page: number;
  readonly cursor: string;
}

/**
 * @param load the page after a cursor; the first one without. When a cursor has expired the listing is begun again,
 * from the top of the catalogue as it is now, and what was there before is left out.
 * @param given the page that is there already; the listing goes on behind it
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
    /** One page at a time, also for those who ask for two at once. */
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
