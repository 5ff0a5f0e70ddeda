import { type Clause, productsMatching } from "../../catalog/matching/filter-query.js";
import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import type { Within } from "../../storefront/recommendation-configuration.js";
import type { RecommendationContext } from "../recommendation-context.js";

/**
 * The proposal of a recommender, before it is checked which products may be shown: products known by name, best first,
 * or a search of the catalogue. The conditions of every block (active, filters, stock, exclusions) are added to either.
 */
export type Proposal = NamedProposal | SearchProposal;

interface NamedProposal {
  readonly kind: "products";
  readonly ids: readonly string[];
  /**
   * Also by name, best first: products that only one device supports. They come after those of content recommenders.
   */
  readonly alone?: readonly string[];
}

export interface SearchProposal {
  readonly kind: "search";
  /** The query that finds and scores products; undefined: all products. */
  readonly query?: Clause;
  /** Best first. Ties are broken by the product identifier. */
  readonly sort: readonly Clause[];
  /** Depends on no shopper, so that its result can be shared. */
  readonly shared?: Shared;
}

/** For how long requests share a proposal: behaviour of shoppers changes it within seconds, data of products only with an edition. */
export type Shared = "for seconds" | "for a minute";

/**
 * As listings go on where scores are equal: the score has popularity and release in it, rounded to 32 bits, so that two products
 * near each other would change places from one moment to the next.
 */
export const BY_SCORE: readonly Clause[] = [{ _score: "desc" }, { prior: "desc" }];

/** Null: there is nothing to start from. */
export const products = (ids: readonly string[], alone: readonly string[] = []): Proposal | null =>
  ids.length + alone.length === 0
    ? null
    : {
        kind: "products",
        ids: ids.slice(0, MAX_PRODUCTS),
        ...(alone.length === 0 ? {} : { alone: alone.slice(0, MAX_PRODUCTS) }),
      };

/** Bounds what one recommender has looked up by name. */
const MAX_PRODUCTS = 200;

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
