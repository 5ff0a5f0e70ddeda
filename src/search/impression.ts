import { canonicalFilter } from "../filters/canonical-filter.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Impression } from "../tracking/impressions.js";
import type { ResponseBody } from "./listing/response.js";
import type { SearchRequest } from "./listing/parse.js";
import { queryOf, type SearchBody } from "./request-schema.js";
import { correctedBy } from "./text/words.js";

/** Characters of a request that is kept: what pages send has some hundred. */
const MAX_REQUEST_LENGTH = 4_096;
/** As far as the engine indexes it. */
const MAX_LISTING_LENGTH = 1_024;

/**
 * What is recorded of an answer, so that later clicks can be attributed to it and queries without results can be analysed.
 * @param at milliseconds since 1970
 * @returns undefined for shoppers who have not consented to be recognised, and for an empty page that was not searched for
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
