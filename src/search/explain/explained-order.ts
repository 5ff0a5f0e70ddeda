import { explainRerank, type Move } from "../../personalization/rerank/explain-rerank.js";
import type { Candidate } from "../../personalization/rerank/candidate.js";
import { isRanked } from "../../storefront/sorts-configuration.js";
import type { Ranked } from "../ranked.js";
import { rankInput } from "../ranking.js";

/** A window as a page would be cut from it, and why: the same as `rankingFor` with the product's own re-ranking. */
export function explainWindow(ranked: Ranked, window: readonly Candidate[]): Move[] {
  const { personal, request } = ranked;
  return explainRerank(
    window,
    personal !== null && isRanked(request.sort) ? rankInput(ranked, personal, window) : UNRANKED,
  );
}

const UNRANKED = {
  snapshot: null,
  weights: { fatigue: 0, co_visitation: 0, category_diversity: 0 },
  diversify_categories: false,
} as const;
