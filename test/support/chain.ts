import type { Storefront } from "./shop.js";
import type { SearchResult } from "../../src/search/response-schema.js";

/**
 * Retrieves all pages of a cursor chain. `label` returns the page number to send for the page at an index. Only
 * personalized chains accept arbitrary page numbers.
 */
export async function followToEnd(
  storefront: Storefront,
  request: object,
  label: (index: number) => number = (index) => index + 1,
): Promise<SearchResult[]> {
  const pages = [await storefront.search(request)];
  for (let newest = pages[0]; newest?.pagination.has_more; newest = pages.at(-1)) {
    if (pages.length > MAX_PAGES) throw new Error(`a chain does not end: ${JSON.stringify(request)}`);
    const pagination = { page: label(pages.length), cursor: newest.recommendation_id };
    pages.push(await storefront.search({ ...request, pagination }));
  }
  return pages;
}

const MAX_PAGES = 1000;

/** Product identifiers of a page, in order. */
export const identifiers = (page: SearchResult): string[] => page.items.map((item) => item.product_identifier);
