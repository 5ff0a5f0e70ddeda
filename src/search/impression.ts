import { canonicalFilter } from "../filters/canonical-filter.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Impression } from "../tracking/impressions.js";
import type { ResponseBody } from "./listing/response.js";
import type { SearchRequest } from "./listing/parse.js";
import { queryOf, type SearchBody } from "./request-schema.js";
import { correctedBy } from "./text/words.js";

/** Maximum length of a stored request, in characters. Typical requests have a few hundred characters. */
const MAX_REQUEST_LENGTH = 4_096;
/** Maximum length of the stored filter of a listing, in characters. Equals the limit of the index field. */
const MAX_LISTING_LENGTH = 1_024;

/**
 * Builds the impression of a response. Clicks are attributed to impressions, and impressions without products show
 * which queries have no results.
 * @param at time in milliseconds since 1970
 * @returns `undefined` for shoppers without consent and for empty pages, except for searches without results
 */
export function impressionOf(
  client_id: string,
  body: SearchBody,
  { plan, page, arm }: ResponseBody,
  at: number,
): Impression | undefined {
  const { device_id, user_id = null } = body.user;
  const query = queryOf(body);
  const isInVain = query !== null && body.limit !== 0 && page.total === 0;
  if (device_id === ANONYMOUS || (page.delivered.length === 0 && !isInVain)) return undefined;
  return {
    recommendation_id: page.recommendation_id,
    client_id,
    device_id,
    user_id,
    kind: "search",
    profile: null,
    query,
    shown: page.delivered,
    at,
    request: requestText(body),
    listing: listingText(plan.request),
    total: page.total,
    corrected: correctedBy(plan.request.query, plan.corrections) ?? null,
    first_position: page.first_position,
    arm,
  };
}

/**
 * Returns the request as JSON, so that the request can be repeated. The JSON omits the user, pagination, projection and facets.
 * @returns `null` for a later page, because the cursor chain stores the request, and for a request that is too long
 */
export function requestText(body: SearchBody): string | null {
  if (body.pagination?.cursor !== undefined) return null;
  const { query, limit, sort, filters, facet_filters, context } = body;
  const diversified = context?.category_diversification === true ? { category_diversification: true } : undefined;
  const text = JSON.stringify({ query, limit, sort, filters, facet_filters, context: diversified });
  return text.length > MAX_REQUEST_LENGTH ? null : text;
}

/**
 * Returns the filter of a listing as canonical text, so that equivalent filters have the same text. Returns null for a search, or if the
 * text is too long.
 */
export function listingText({ typed, filter }: Pick<SearchRequest, "typed" | "filter">): string | null {
  if (typed !== null) return null;
  const text = canonicalFilter(filter);
  return text.length > MAX_LISTING_LENGTH ? null : text;
}
