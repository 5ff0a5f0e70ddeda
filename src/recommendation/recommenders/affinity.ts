import { TASTE_FIELD } from "../../catalog/taste-tokens.js";
import { listingPrior } from "../../personalization/listing-prior.js";
import { likedTokens } from "../../personalization/signals/liked.js";
import { reachClauses, SIGNALS } from "../../personalization/signals/signals.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { BY_SCORE, type Proposal } from "./proposal.js";

/** Proposes what the shopper's own listing would be brought, of the products that match the shopper's taste; `order.ts` ranks them. */
export function affinity({ taste, configuration }: RecommendationContext): Proposal | null {
  if (taste === null) return null;
  // A price is no reason by itself, and what was looked at is known.
  const liked = likedTokens(taste).map(([token]) => token);
  if (liked.length === 0) return null;
  const { ranking: weights, popularity } = configuration;
  const reach = reachClauses({ signals: SIGNALS, taste, weights, of: "listing" });
  const must = [listingPrior(taste.at, popularity.half_life_days)];
  return {
    kind: "search",
    query: { bool: { filter: [{ terms: { [TASTE_FIELD]: liked } }], must, should: reach } },
    sort: BY_SCORE,
  };
}
