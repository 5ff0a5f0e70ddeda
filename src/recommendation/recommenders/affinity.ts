import { TASTE_FIELD } from "../../catalog/taste-tokens.js";
import { likedTokens, tasteClauses } from "../../search/personal.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { plainClause } from "../../search/signal.js";
import { BY_SCORE, type Proposal } from "./proposal.js";

/** Proposes the first products of the shopper's own listing, of those that match the shopper's taste. */
export function affinity({ taste, configuration }: RecommendationContext): Proposal | null {
  // A price is no reason by itself, and what was looked at is known.
  const liked = (taste === null ? [] : likedTokens(taste, true)).map(([token]) => token);
  if (liked.length === 0) return null;
  const { ranking: weights, popularity } = configuration;
  const personal = { taste, weights, half_life_days: popularity.half_life_days, diversify_categories: false };
  const { must, should } = tasteClauses(personal, false);
  return {
    kind: "search",
    query: { bool: { filter: [{ terms: { [TASTE_FIELD]: liked } }], must, should: should.map(plainClause) } },
    sort: BY_SCORE,
  };
}
