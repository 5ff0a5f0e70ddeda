import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import type { Within } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";

/** Clauses that keep a ranking of the catalogue within a part of it; null where there is no such part. */
export function withinClauses(within: Within, { seeds, leaves }: RecommendationContext): readonly Clause[] | null {
  switch (within) {
    case "catalogue":
      return [];
    case "seed_categories": {
      const values = [...new Set(seeds.flatMap(({ categories }) => categories))];
      return values.length === 0 ? null : [productsMatching({ kind: "in", field: CATEGORIES_LEAF, values }, leaves)];
    }
  }
}
