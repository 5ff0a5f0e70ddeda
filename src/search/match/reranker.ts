import type { Candidate } from "../../personalization/candidate.js";
import { promotionsIn, type Match } from "../../personalization/reranking/promotion.js";
import type { Personalizer } from "../../personalization/personalizer.js";
import type { RerankInput } from "../../personalization/reranking/rerank.js";
import type { Quota } from "../../personalization/reranking/quota.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { Personal, Plan } from "../listing/plan.js";
import type { ChainMode } from "../paging/cursor.js";

/** Size of the reranking window, in pages. The reranker selects the products of one page from the candidates in this window. */
const PAGES_A_WINDOW = 4;
const MIN_WINDOW = 100;
const MAX_WINDOW = 1_000;

export function windowSize(limit: number): number {
  return Math.max(MIN_WINDOW, Math.min(MAX_WINDOW, limit * PAGES_A_WINDOW));
}

/**
 * Chooses the order of a page. Receives a window of candidates, best first, and returns at least as many identifiers as the page has
 * positions.
 */
export interface Reranker {
  rerank(window: readonly Candidate[], quota?: Quota): readonly string[];
}

export const BY_SCORE: Reranker = { rerank: (window) => window.map(({ id }) => id) };

export interface Rerankers {
  /** Returns the reranker for a request: `BY_SCORE` if the request is not personalized. */
  for(plan: Plan): Reranker;
}

export function rerankInput(
  { request }: Plan,
  { taste: snapshot, weights, diversify_categories }: Personal,
  window: readonly Candidate[],
  quota: Quota | undefined,
): RerankInput {
  const { limit, query } = request;
  const seen = new Set(snapshot?.recent.map(([id]) => id));
  return {
    snapshot,
    weights,
    diversify_categories,
    size: Math.min(window.length, windowSize(limit)),
    positions: limit,
    ...(quota === undefined ? {} : { quota: { ...quota, page: limit } }),
    ...(query === null || snapshot === null ? {} : { promotions: promotionsIn(window.filter(isMatch), seen) }),
  };
}

/** Returns whether the candidate has a match score. The candidates of a window either all have a match score or all lack a match score. */
const isMatch = (candidate: Candidate): candidate is Match => "taste" in candidate;

export const personalRerankers = (personalizer: Pick<Personalizer, "rerank">): Rerankers => ({
  for(plan) {
    const { personal } = plan;
    if (personal === null) return BY_SCORE;
    return {
      rerank: (window, quota) =>
        personalizer.rerank(window, rerankInput(plan, personal, window, quota)).map(({ id }) => id),
    };
  },
});

export const modeOf = ({ request }: Plan): ChainMode => (isRanked(request.sort) ? "ranked" : "ordered");
