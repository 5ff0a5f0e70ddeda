import type { Searching } from "../../../src/search/searching.js";
import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import { ServiceError } from "../../../src/errors.js";
import { validateBody } from "../../../src/http/validation.js";
import { redirectFor } from "../../../src/search/listing/response.js";
import { SEARCH_REQUEST } from "../../../src/search/request-schema.js";
import { meantKeys } from "../../../src/search/rules/query-forms.js";
import { rulesFor } from "../../../src/search/rules/rule-index.js";
import { correctedBy } from "../../../src/search/text/words.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { changedRules } from "../../../src/publishing/index.js";
import type { Request } from "./requests.js";
import type { PageSeen, Replayed } from "./changes.js";
import { firstProducts, type FirstProducts } from "./first-products.js";

/** Storefront with the live configuration (`before`) and with the draft (`after`). */
export interface Sides {
  readonly before: Storefront;
  readonly after: Storefront;
}

/** Requests that could not be repeated, by reason. */
export interface Failure {
  readonly reason: string;
  /** Whether the request failed with the draft only. */
  readonly only_draft: boolean;
  /** Number of stored responses whose request failed. Several responses may belong to the same request. */
  times: number;
}

export interface ReplayedRequests {
  readonly replayed: readonly Replayed[];
  readonly failures: readonly Failure[];
  /** Number of requests that were not run with the draft, because the draft's changes do not affect them. */
  readonly skipped: number;
}

/**
 * Maximum number of concurrently repeated requests. The number is small, because requests of shoppers have priority.
 */
const AT_ONCE = 2;

/**
 * Product fields that the preview displays. The field list is part of the cache key, so all requests of a preview use
 * the same list.
 */
export const PROJECTION = ["name", "designer", "images", "price"] as const;

/**
 * Repeats each request with the live configuration and directly afterwards with the draft, so that the two searches use
 * the same catalogue and the same taste.
 * @param deps search environment with a fixed clock, so that schedules and decay are evaluated at the same time
 * @param onDone receives the number of processed stored responses
 * @throws Error if an engine request fails or the signal is aborted
 */
export async function replay(
  deps: Searching,
  sides: Sides,
  requests: readonly Request[],
  onDone: (responses: number) => void,
  signal: AbortSignal,
): Promise<ReplayedRequests> {
  const limit = pLimit({ concurrency: AT_ONCE, rejectOnClear: true });
  const failures = new Map<string, Failure>();
  const leavesAlone = unaffected(deps, sides, deps.now());
  let [done, skipped] = [0, 0];
  async function one(request: Request): Promise<Replayed | undefined> {
    signal.throwIfAborted();
    let only_draft = false;
    try {
      const body = { ...parseBody(request.body), projection: PROJECTION };
      const before = await withTaste(deps, sides.before, body);
      only_draft = true;
      const isSkipped = await leavesAlone(before);
      if (isSkipped) skipped += 1;
      signal.throwIfAborted();
      const after = isSkipped ? before : await withTaste(deps, sides.after, body);
      return { request, before: pageSeen(before, sides.before), after: pageSeen(after, sides.after) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const key = `${only_draft} ${error.message}`;
      const failure = failures.get(key) ?? { reason: error.message, only_draft, times: 0 };
      failure.times += request.times;
      failures.set(key, failure);
      return undefined;
    } finally {
      onDone((done += request.times));
    }
  }
  try {
    const replayed = await Promise.all(requests.map((request) => limit(one, request)));
    return { replayed: replayed.filter((each) => each !== undefined), failures: [...failures.values()], skipped };
  } finally {
    limit.clearQueue();
  }
}

const parseBody = validateBody(SEARCH_REQUEST);

/**
 * Retries once if the taste profile was not loaded in time. If only the draft or only the live configuration used the
 * profile, the results would differ.
 */
async function withTaste(deps: Searching, storefront: Storefront, body: Request["body"]): Promise<FirstProducts> {
  const first = await firstProducts(deps, storefront, body);
  return first.without_taste ? firstProducts(deps, storefront, body) : first;
}

function pageSeen({ ids, total, plan }: FirstProducts, { configuration }: Storefront): PageSeen {
  const { typed } = plan.request;
  const redirect = typed === null ? undefined : redirectFor(typed, configuration.redirects);
  return { ids, total, redirect: redirect?.url ?? null };
}

/**
 * Returns a function that reports whether the draft certainly leaves a search unchanged: the same rules apply to the
 * search, and all settings except rules are equal. Differences in query settings do not matter for listings.
 * @param at time at which rules are evaluated, in milliseconds since 1970
 */
function unaffected(deps: Searching, { before, after }: Sides, at: number): (first: FirstProducts) => Promise<boolean> {
  const isSameWithout = (left_out: object) =>
    isDeepStrictEqual({ ...before.configuration, ...left_out }, { ...after.configuration, ...left_out });
  const isSame = { search: isSameWithout(RULES), listing: isSameWithout({ ...RULES, ...FOR_QUERIES }) };
  const changed = new Set(changedRules(before.configuration.rules, after.configuration.rules).map(({ key }) => key));
  return async ({ plan: { request, corrections } }) => {
    if (!isSame[request.typed === null ? "listing" : "search"]) return false;
    const was = rulesFor(before.configuration, request, at);
    const meant = await meantKeys(deps, after.configuration, request.typed, correctedBy(request.typed, corrections));
    const is = rulesFor(after.configuration, { ...request, meant }, at);
    return (
      was.length === is.length && is.every(({ rule: { key } }, n) => was[n]?.rule.key === key && !changed.has(key))
    );
  };
}

/** Excludes the rules from the comparison of settings, because rules are compared individually. */
const RULES = { rules: null };
/** Settings that affect only searches with a query. */
const FOR_QUERIES = { search: null, redirects: null };
