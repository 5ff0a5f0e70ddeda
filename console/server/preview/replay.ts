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

/** The storefront with the configuration in force, and with the draft's. */
export interface Sides {
  readonly before: Storefront;
  readonly after: Storefront;
}

/** Asks that could not be asked again, by the reason. */
export interface Failure {
  readonly reason: string;
  /** Only with the draft's configuration. */
  readonly only_draft: boolean;
  /** Stored answers, not asks. */
  times: number;
}

export interface ReplayedAsks {
  readonly replayed: readonly Replayed[];
  readonly failures: readonly Failure[];
  /** Asks that were not run with the draft, as nothing that it changes is about them. */
  readonly skipped: number;
}

/** Shoppers are served meanwhile. */
const AT_ONCE = 2;

/** Fields of the items that are shown; in the key of cached results, so all that is asked in one preview has them. */
export const PROJECTION = ["name", "designer", "images", "price"] as const;

/**
 * Asks again what was asked, with both configurations one after the other, so that both meet the same catalogue and taste.
 * @param deps with a clock that stands still: rules begin and end, and signals fade, by the same moment
 * @param onDone told how many stored answers are done
 * @throws errors of the engine as they are; the signal's reason
 */
export async function replay(
  deps: Searching,
  sides: Sides,
  asks: readonly Request[],
  onDone: (responses: number) => void,
  signal: AbortSignal,
): Promise<ReplayedAsks> {
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
    const replayed = await Promise.all(asks.map((request) => limit(one, request)));
    return { replayed: replayed.filter((each) => each !== undefined), failures: [...failures.values()], skipped };
  } finally {
    limit.clearQueue();
  }
}

const parseBody = validateBody(SEARCH_REQUEST);

/** Taste that came too late for one of both would look like a change: here there is time to read it again. */
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
 * Whether the draft leaves a search as it is, which is certain where the same rules are for it, and nothing else differs than what is
 * for queries, of a listing.
 * @param at milliseconds since 1970
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

/** Rules are compared one by one. */
const RULES = { rules: null };
/** What only searches for words look at. */
const FOR_QUERIES = { search: null, redirects: null };
