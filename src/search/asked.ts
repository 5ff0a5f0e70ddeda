import { canonicalFilter } from "../filters/canonical-filter.js";
import type { SearchRequest } from "./listing/parse.js";
import type { SearchBody } from "./request-schema.js";

/** Characters of a request that is kept: what pages send has some hundred. */
const MAX_REQUEST_LENGTH = 4_096;
/** As far as the engine indexes it. */
const MAX_LISTING_LENGTH = 1_024;

/**
 * A request as JSON, so that it can be asked again: without whom it was from and where, without what the answer tells of each product
 * and which facets it counts.
 * @returns null for a later page, which its chain has the request of, and for what is too long to be kept
 */
export function requestText(body: SearchBody): string | null {
  if (body.pagination?.cursor !== undefined) return null;
  const { query, limit, sort, filters, facet_filters, context } = body;
  const diversified = context?.category_diversification === true ? { category_diversification: true } : undefined;
  const text = JSON.stringify({ query, limit, sort, filters, facet_filters, context: diversified });
  return text.length > MAX_REQUEST_LENGTH ? null : text;
}

/** Which listing a request is for, however its filters are written; null for a search, and for what is too long to be kept. */
export function listingText({ typed, filter }: Pick<SearchRequest, "typed" | "filter">): string | null {
  if (typed !== null) return null;
  const text = canonicalFilter(filter);
  return text.length > MAX_LISTING_LENGTH ? null : text;
}
