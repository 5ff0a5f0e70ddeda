import type { Within } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { mostPopularFirst } from "./popular.js";
import { type Proposal, withinClauses } from "./proposal.js";

/** Proposes products whose popularity is rising, not just high. */
export function trending(within: Within, context: RecommendationContext): Proposal | null {
  const filter = withinClauses(within, context);
  if (filter === null) return null;
  return {
    kind: "search",
    query: { bool: { filter: [{ range: { "learned.trend": { gt: 0 } } }, ...filter] } },
    sort: [{ "learned.trend": { order: "desc", missing: "_last", unmapped_type: "double" } }, mostPopularFirst],
    shared: "for seconds",
  };
}
