import { CATEGORIES_FIELD } from "../../catalog/fields.js";
import { type Clause, productsMatching } from "../../catalog/matching/filter-query.js";
import type { Within } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";
import type { Proposal } from "./proposal.js";

/** Sorts by popularity: the sum of shopper actions, in which older actions count less. Products without actions come last. */
export const mostPopularFirst: Clause = {
  "learned.popularity": { order: "desc", missing: "_last", unmapped_type: "double" },
};

/**
 * Proposes popular products. If no popularity is known, proposes the first products of the unpersonalized listing.
 * @param known whether to propose only products with shopper interest
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

/** Proposes products with rising rather than high popularity. */
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

/** Sorts by release date, then by the time at which the product was first ingested. */
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

/** Returns the clauses that restrict a ranking to a part of the catalogue; null if the part does not exist. */
function withinClauses(within: Within, { seeds, fields }: RecommendationContext): readonly Clause[] | null {
  switch (within) {
    case "catalogue":
      return [];
    case "seed_categories": {
      const values = [...new Set(seeds.flatMap(({ categories }) => categories))];
      return values.length === 0 ? null : [productsMatching({ kind: "in", field: CATEGORIES_FIELD, values }, fields)];
    }
  }
}
