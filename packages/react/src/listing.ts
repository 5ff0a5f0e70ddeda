import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Facet, Item, Listing, ListingRequest, SearchResponse, VitrineError } from "@vitrine/client";
import type { Given } from "./response.js";
import { useVitrine } from "./vitrine.js";

interface Loaded {
  /** Loading state. "more" means that another page is loading. */
  readonly status: "loading" | "more" | "ready" | "failed";
  /** Loaded pages. Each page contains the `recommendation_id` that events about its products need. */
  readonly pages: readonly SearchResponse[];
  /** Error of the most recent request for a page. */
  readonly error: VitrineError | undefined;
}

export interface ListingState extends Loaded {
  /** Items of all loaded pages, each product once. */
  readonly items: readonly Item[];
  /** Facets of the first page; later pages contain none. */
  readonly facets: readonly Facet[];
  readonly total: number;
  readonly hasMore: boolean;
  /** Loads the next page, or retries a failed page. Calls are ignored during loading and after the last page. */
  readonly loadMore: () => void;
}

interface Running {
  readonly pages: Listing;
  readonly signal: AbortSignal;
  isLoading: boolean;
  isFirst: boolean;
}

/**
 * Pages through a listing or search.
 * @param request request for the first page. A change of its JSON restarts the listing. The old pages stay until the
 *   new first page has loaded.
 * @param initial the first page, if the server rendered it
 */
export function useListing(request: ListingRequest, { initial }: Given<SearchResponse> = {}): ListingState {
  const client = useVitrine();
  const key = JSON.stringify(request);
  const [{ status, pages, error }, setLoaded] = useState<Loaded>({
    status: initial === undefined ? "loading" : "ready",
    pages: initial === undefined ? [] : [initial],
    error: undefined,
  });
  const given = useRef(initial === undefined ? undefined : { key, page: initial });
  const running = useRef<Running | null>(null);

  const loadMore = useCallback(() => {
    const listing = running.current;
    if (listing === null || listing.isLoading) return;
    const { isFirst, signal } = listing;
    listing.isLoading = true;
    setLoaded((before) => ({ ...before, status: isFirst ? "loading" : "more", error: undefined }));
    listing.pages.next().then(
      ({ value: page }) => {
        if (signal.aborted) return;
        Object.assign(listing, { isLoading: false, isFirst: false });
        setLoaded((before) => {
          const earlier = isFirst ? [] : before.pages;
          return { status: "ready", pages: page === undefined ? earlier : [...earlier, page], error: undefined };
        });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        listing.isLoading = false;
        setLoaded((before) => ({ ...before, status: "failed", error: error as VitrineError }));
      },
    );
  }, []);

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    if (given.current?.key !== key) given.current = undefined;
    const after = given.current?.page;
    const listing = client.listing(JSON.parse(key) as ListingRequest, { signal, after });
    running.current = { pages: listing, signal, isLoading: false, isFirst: after === undefined };
    if (after === undefined) loadMore();
    return () => ending.abort();
  }, [client, key, loadMore]);

  const items = useMemo(() => pages.flatMap((page) => page.items), [pages]);
  const { facets = [], total = 0 } = pages[0] ?? {};
  const hasMore = pages.at(-1)?.pagination.has_more ?? false;
  return { status, pages, error, items, facets, total, hasMore, loadMore };
}
