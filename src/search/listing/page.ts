import { isDeepStrictEqual } from "node:util";
import { ServiceError } from "../../errors.js";
import { JsonText, writeArray } from "../../lib/json-text.js";
import type { Storefront } from "../../storefront/client.js";
import { withVerifiedUser } from "../../storefront/keys.js";
import { ANONYMOUS } from "../../tracking/event.js";
import { impressionOf } from "../impression.js";
import type { Served } from "../last-known.js";
import type { Searching } from "../searching.js";
import { modeOf, windowSize } from "../match/reranker.js";
import {
  appendPage,
  isRandomAccess,
  openCursor,
  type OpenedCursor,
  type PageNames,
  repeatPage,
  shownBefore,
  startChain,
} from "../paging/chain.js";
import { chainRequest, inheritBody } from "../paging/chain-request.js";
import { ID_BYTES, unknownPage } from "../paging/cursor.js";
import type { SearchBody } from "../request-schema.js";
import type { SearchResult } from "../response-schema.js";
import { searchResult, type ResponseBody, type Page } from "./response.js";
import { find, type Found, requestRules } from "./find.js";
import type { SearchRequest } from "./parse.js";
import { serve, serveAgain, type ServedProducts } from "./products.js";

const NO_ITEMS = writeArray([]);

/** Responds to a search request like `respondToSearch`, but returns an object instead of JSON text. */
export const search = async (deps: Searching, storefront: Storefront, given: SearchBody): Promise<SearchResult> =>
  (await respondToSearch(deps, storefront, given)).parsed() as SearchResult;

/**
 * Responds to one search request.
 * @returns a `SearchResult` as JSON text
 * @throws {ServiceError} if the request is invalid; errors of the engine are passed through
 */
export async function respondToSearch(deps: Searching, storefront: Storefront, given: SearchBody): Promise<JsonText> {
  const { body, unverified } = withVerifiedUser(storefront, given);
  const response =
    body.pagination?.cursor === undefined
      ? await deps.lastKnown.orElse(
          ...[storefront, body],
          () => respondFirst(deps, storefront, body),
          (served) => respondStale(deps, storefront, served),
        )
      : await respondLater(deps, storefront, body, body.pagination);
  const impression = impressionOf(storefront.client_id, body, response, deps.now());
  if (impression !== undefined) deps.impressions.add(impression);
  if (!unverified) return searchResult(response);
  deps.metrics.degraded.inc({ reason: "user" });
  return searchResult({ ...response, plan: { ...response.plan, degraded: [...response.plan.degraded, "user"] } });
}

/**
 * Responds with the first page of a cursor chain. If the limit is 0, the response contains only the total and the facets, and no chain is
 * started.
 */
async function respondFirst(deps: Searching, storefront: Storefront, body: SearchBody): Promise<ResponseBody> {
  const found = await find(deps, storefront, body, { wanted: "products" });
  const { live, plan, matches } = found;
  const { request } = plan;
  const { arm = null } = storefront;
  const response = { plan, arm, has_catalog: live !== undefined, facets: new JsonText(found.facets) };
  if (request.limit === 0) return { ...response, page: withoutChain(deps, request, matches.total) };
  const { page } = request;
  const root = { started_at: deps.now(), request: chainRequest(body, request) };
  const served = await serve(deps, found, { shown: [], sequence: 0, page, after: null, isRandomAccess: page > 1 });
  const chain = { client_id: storefront.client_id, mode: modeOf(plan), shopper: request, page, root };
  const names = await startChain(deps, chain, served);
  const first = { ...response, page: pageOf(names, found, page, served) };
  if (live !== undefined && !plan.rules_left_out && plan.personal?.taste == null) {
    // Removes the shopper's identity, because the stored result is served to all shoppers while the engine is down.
    const anybody = { ...plan, request: { ...request, device_id: ANONYMOUS, user_id: null } };
    deps.lastKnown.keep(storefront, body, { response: { ...first, plan: anybody }, at: root.started_at });
  }
  return first;
}

/**
 * Responds with a later page of a cursor chain. Uses the query and filters of the first page, but the projection and facets of this
 * request. Contains the next products in the current order, without products of earlier pages.
 */
async function respondLater(
  deps: Searching,
  storefront: Storefront,
  body: SearchBody,
  pagination: NonNullable<SearchBody["pagination"]>,
): Promise<ResponseBody> {
  const opened = await openCursor(deps, storefront.client_id, pagination);
  const { request } = opened.root;
  const inherited = inheritBody(request, body, storefront.configuration);
  const shown = opened.next !== undefined || isRandomAccess(opened) ? [] : await shownBefore(deps, opened);
  const reading = {
    wanted: opened.next === undefined ? "products" : "stored",
    frozen: request.projection ?? [],
    reach: shown.length + windowSize(request.limit),
  } as const;
  const found = await find(deps, storefront, inherited, reading).catch((error: unknown) => {
    throw isOfChain(error) ? unknownPage("expired") : error;
  });
  const { plan, live } = found;
  const { arm = null } = storefront;
  const page = await laterPage(deps, opened, found, shown);
  return { plan, page, arm, facets: new JsonText(found.facets), has_catalog: live !== undefined };
}

/** The page that follows a cursor. Concurrent requests for the same page return the same products. */
async function laterPage(deps: Searching, opened: OpenedCursor, found: Found, shown: readonly string[]): Promise<Page> {
  const { page, wanted } = opened;
  if (opened.next !== undefined) {
    const { stored, ...names } = await repeatPage(deps, opened, opened.next);
    return pageOf(names, found, wanted, { ...stored, ...(await serveAgain(deps, found, stored.delivered)) });
  }
  const start = {
    shown,
    sequence: page.sequence + 1,
    page: wanted,
    after: page.after,
    isRandomAccess: isRandomAccess(opened),
  };
  const served = await serve(deps, found, start);
  const { stored, ...names } = await appendPage(deps, opened, found.plan.request, served);
  // If a concurrent request stored the page first, the products of the stored page are served.
  const own =
    stored.delivered === served.delivered
      ? served
      : { ...stored, ...(await serveAgain(deps, found, stored.delivered)) };
  return pageOf(names, found, wanted, own);
}

const pageOf = (
  names: PageNames,
  { matches }: Found,
  page: number,
  { delivered, items, has_more }: ServedProducts,
): Page => ({
  ...names,
  page,
  has_more,
  total: matches.total,
  delivered,
  items: writeArray(items),
});

/** Returns whether an error means that the cursor chain's first request is now invalid, because the configuration has changed. */
const isOfChain = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.code === "validation_error" &&
  /^(sort|filters|facet_filters)\b/.test(String(error.context?.field));

/** Returns the last known first page, or undefined if the page is too old or the rules have changed since then. */
function respondStale(
  deps: Searching,
  { configuration }: Storefront,
  { response, at }: Served,
): ResponseBody | undefined {
  const { plan, page } = response;
  const now = deps.now();
  const own = requestRules(plan.request, configuration, now);
  const isOld = now - at > deps.config.staleSeconds * 1000;
  if (isOld || !isDeepStrictEqual({ ...plan.rules, at: own.at }, own)) return undefined;
  deps.metrics.degraded.inc({ reason: "stale" });
  const { delivered, items, total } = page;
  return {
    ...response,
    plan: { ...plan, degraded: ["stale"] },
    page: { ...withoutChain(deps, plan.request, total), delivered, items },
  };
}

/** Returns an empty page, without a cursor for a next page. The id of the page is not stored. */
function withoutChain({ randomBytes }: Searching, request: SearchRequest, total: number): Page {
  return {
    recommendation_id: Buffer.from(randomBytes(ID_BYTES)).toString("base64url"),
    expires_in: 0,
    page: request.page,
    has_more: false,
    total,
    first_position: 1,
    delivered: [],
    items: NO_ITEMS,
  };
}
