import type { Clause } from "../../catalog/matching/filter-query.js";
import type { Within } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";
import { type Proposal, withinClauses } from "./proposal.js";

/** By the date of release, then by when the catalogue had it first. */
const newestFirst: readonly Clause[] = [
  { "sort.released_at": { order: "desc", mode: "max", missing: "_last" } },
  { created_at: "desc" },
];

export function newIn(within: Within, context: RecommendationContext): Proposal | null {
  const filter = withinClauses(within, context);
  if (filter === null) return null;
  return {
    kind: "search",
    ...(filter.length === 0 ? {} : { query: { bool: { filter } } }),
    sort: newestFirst,
    shared: "for seconds",
  };
}
