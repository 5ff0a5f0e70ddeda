import { isFailure } from "./failure.js";
import { PAGE_SIZE } from "./listing-request.js";
import { CARD_FIELDS, type Item } from "./product.js";
import type { ListingPage, Service } from "./service.js";

/** A listing, page after page, each product once. */
export interface Chain {
  readonly first: ListingPage;
  hasMore(): boolean;
  /** Loads the items of the next page, one page at a time. @throws ServiceFailure; then it may be called again */
  next(): Promise<{ readonly recommendation_id: string; readonly items: readonly Item[] }>;
}

/** @param request as `listingRequest` makes it */
export async function openChain(
  service: Pick<Service, "search">,
  request: object,
  signal: AbortSignal,
): Promise<Chain> {
  const asked = { ...request, projection: CARD_FIELDS };
  const first = await service.search(asked, signal);
  const seen = new Set(first.items.map(({ product_identifier }) => product_identifier));
  let latest = first;

  /** Everything but the page is the chain's own. */
  async function nextPage(): Promise<ListingPage> {
    const pagination = { page: latest.pagination.page + 1, cursor: latest.recommendation_id };
    try {
      return await service.search({ limit: PAGE_SIZE, pagination });
    } catch (error) {
      if (!isFailure(error, "expired")) throw error;
      // The page was left alone for too long. A new chain begins at the top; what is on show already is passed over.
      return service.search(asked);
    }
  }

  return {
    first,
    hasMore: () => latest.pagination.has_more,
    async next() {
      for (;;) {
        latest = await nextPage();
        const items = latest.items.filter(({ product_identifier }) => !seen.has(product_identifier));
        for (const { product_identifier } of items) seen.add(product_identifier);
        if (items.length > 0 || !latest.pagination.has_more) {
          return { recommendation_id: latest.recommendation_id, items };
        }
      }
    },
  };
}
