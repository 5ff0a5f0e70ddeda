import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Within } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { type Proposal, withinClauses } from "./proposal.js";

/** The decayed sum of shoppers' actions; missing in products without any. */
export const mostPopularFirst: Clause = {
  "learned.popularity": { order: "desc", missing: "_last", unmapped_type: "double" },
};

/**
 * Proposes popular products; while popularity is not known, the first products of the unpersonalized listing.
 * @param known only products that some shopper was interested in
 */
export function popular(within: Within, context: RecommendationContext, known = false): Proposal | null {
  const part = withinClauses(within, context);
  if (part === null) return null;
  const filter = known ? [{ range: { "learned.popularity": { gt: 0 } } }, ...part] : part;
  return {
    kind: "search",
    ...(filter.length === 0 ? {} : { query: { bool: { filter } } }),
    sort: [mostPopularFirst, { prior: "desc" }],
    shared: "for seconds",
  };
}
