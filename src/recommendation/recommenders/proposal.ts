import type { Clause } from "../../catalog/matching/filter-query.js";

/**
 * The products that a recommender proposes, before the eligibility check: either a list of product identifiers, best first, or a search of
 * the catalogue. In both cases, the conditions of the block (active, filters, stock, exclusions) are added.
 */
export type Proposal = NamedProposal | SearchProposal;

interface NamedProposal {
  readonly kind: "products";
  readonly ids: readonly string[];
  /** Identifiers of products supported by a single device, best first. These products rank behind the products of content recommenders. */
  readonly singleDevice?: readonly string[];
}

export interface SearchProposal {
  readonly kind: "search";
  /** The query that finds and scores products; undefined for all products. */
  readonly query?: Clause;
  /** Sort clauses that put the best product first. Ties are broken by the product identifier. */
  readonly sort: readonly Clause[];
  /** How long shoppers share the result. Set if the result does not depend on the shopper. */
  readonly shared?: Shared;
}

/**
 * How long shoppers share the result of a search. Results based on behaviour change within seconds. Results based on product data change
 * only with the catalogue version.
 */
export type Shared = "for seconds" | "for a minute";

/** Maximum number of products in focus. For a larger cart, the latest products are used. */
export const MAX_FOCUS = 5;

/**
 * Sorts by score, and breaks ties in the same way as listings. Ties occur because scores contain popularity and release date rounded to 32
 * bits. Without the tie-break, neighbouring products would change positions between requests.
 */
export const BY_SCORE: readonly Clause[] = [{ _score: "desc" }, { prior: "desc" }];

/** Returns the given products as the result of a recommender, or null if `ids` and `singleDevice` are empty. */
export const products = (ids: readonly string[], singleDevice: readonly string[] = []): Proposal | null =>
  ids.length + singleDevice.length === 0
    ? null
    : {
        kind: "products",
        ids: ids.slice(0, MAX_PRODUCTS),
        ...(singleDevice.length === 0 ? {} : { singleDevice: singleDevice.slice(0, MAX_PRODUCTS) }),
      };

/** Maximum number of products that a recommender proposes by identifier. */
const MAX_PRODUCTS = 200;

/** Rank constant of reciprocal rank fusion, instead of the usual 60. The lists are short, so the first position should count more. */
const RANK_CONSTANT = 10;

/**
 * Combines several lists into one, best first, by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): a product gets 1 / (10 +
 * position) from each list that contains it. Ties keep the order of first occurrence.
 */
export function fuse(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((id, position) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + position)));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
