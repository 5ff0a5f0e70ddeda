import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Facet, Item, Listing, ListingRequest, SearchResponse, VitrineError } from "@vitrine/client";
import type { Given } from "./response.js";
import { useVitrine } from "./vitrine.js";

interface Loaded {
  /** `more`: a further page is being loaded. */
  readonly status: "loading" | "more" | "ready" | "failed";
  /** Each with the `recommendation_id` that events of its products name. */
  readonly pages: readonly SearchResponse[];
  /** What the latest page failed with. */
  readonly error: VitrineError | undefined;
}

export interface ListingState extends Loaded {
  /** Of all pages so far, each product once. */
  readonly items: readonly Item[];
  /** Of the first page: the service counts them once. */
  readonly facets: readonly Facet[];
  readonly total: number;
  readonly hasMore: boolean;
  /** Loads the next page, or the one that failed again. Does nothing while a page is being loaded, or after the last. */
  readonly loadMore: () => void;
}

interface Running {
  readonly pages: Listing;
  readonly signal: AbortSignal;
  isLoading: boolean;
  isFirst: boolean;
}

/**
 * A listing or search, page after page.
 * @param request compared as JSON; where it changes, the listing begins anew, and shows what it had until its first page is there
 * @param initial the first page, where a server handed it over; a listing goes on behind it
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
