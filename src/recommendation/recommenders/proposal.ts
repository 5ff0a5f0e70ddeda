import type { Clause } from "../../catalog/matching/filter-query.js";

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
  readonly isSingleDevice?: readonly string[];
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

/** Products in focus that are looked at: a cart of more is known by its latest. */
export const MAX_FOCUS = 5;

/**
 * As listings go on where scores are equal: the score has popularity and release in it, rounded to 32 bits, so that two products
 * near each other would change places from one moment to the next.
 */
export const BY_SCORE: readonly Clause[] = [{ _score: "desc" }, { prior: "desc" }];

/** Null: there is nothing to start from. */
export const products = (ids: readonly string[], isSingleDevice: readonly string[] = []): Proposal | null =>
  ids.length + isSingleDevice.length === 0
    ? null
    : {
        kind: "products",
        ids: ids.slice(0, MAX_PRODUCTS),
        ...(isSingleDevice.length === 0 ? {} : { isSingleDevice: isSingleDevice.slice(0, MAX_PRODUCTS) }),
      };

/** Bounds what one recommender has looked up by name. */
const MAX_PRODUCTS = 200;

/** Of the constant in the place of 60: lists here are short, and the first place should count. */
const RANK_CONSTANT = 10;

/**
 * One list of several, best first, by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): a product gets
 * 1 / (10 + place) from each list it is in. Of two alike the one that was met first.
 */
export function fuse(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    list.forEach((id, position) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_CONSTANT + position)));
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
