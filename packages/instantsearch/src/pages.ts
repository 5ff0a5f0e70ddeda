import { ExpiredCursorError, type Client, type ListingRequest, type SearchResponse } from "@vitrine/client";

/** A page of a search, with the facets of the first page. The service returns facets with the first page only. */
export interface NumberedPage {
  readonly page: SearchResponse;
  readonly facets: SearchResponse["facets"];
}

interface Chain {
  readonly facets: SearchResponse["facets"];
  /** Maps each page number, from 0, to the page's `recommendation_id`, which is the cursor of the next page. */
  readonly cursors: Map<number, string>;
}

/** Maximum number of searches with remembered cursors. */
const MAX_CHAINS = 50;

/** Converts page numbers to the service's cursors. */
export function numberedPages(client: Pick<Client, "search">) {
  const chains = new Map<string, Chain>();

  /**
   * Loads a page after the first page.
   * @param isOrdered whether the sort supports random page access. Without it, all preceding pages are loaded first.
   */
  async function later(chain: Chain, limit: number, number: number, isOrdered: boolean): Promise<NumberedPage> {
    let before = Math.max(...[...chain.cursors.keys()].filter((known) => known < number));
    for (;;) {
      const wanted = isOrdered ? number : before + 1;
      const pagination = { page: wanted + 1, cursor: chain.cursors.get(before) ?? "" };
      const page = await client.search({ limit, pagination });
      chain.cursors.set(wanted, page.recommendation_id);
      if (wanted === number) return { page, facets: chain.facets };
      before = wanted;
    }
  }

  async function first(key: string, request: ListingRequest): Promise<{ chain: Chain; page: SearchResponse }> {
    const page = await client.search(request);
    const chain = { facets: page.facets, cursors: new Map([[0, page.recommendation_id]]) };
    chains.delete(key);
    chains.set(key, chain);
    const [oldest] = chains.keys();
    if (chains.size > MAX_CHAINS && oldest !== undefined) chains.delete(oldest);
    return { chain, page };
  }

  /**
   * Loads a page of a listing.
   * @param number page number, from 0
   */
  return async (request: ListingRequest & { limit: number }, number: number, isOrdered: boolean) => {
    const key = JSON.stringify(request);
    const known = chains.get(key);
    if (known !== undefined && number > 0) {
      try {
        return await later(known, request.limit, number, isOrdered);
      } catch (error) {
        if (!(error instanceof ExpiredCursorError)) throw error;
      }
    }
    const { chain, page } = await first(key, request);
    return number === 0 ? { page, facets: page.facets } : later(chain, request.limit, number, isOrdered);
  };
}
