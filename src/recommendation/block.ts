import type { SearchOutcomeKind } from "../engine/multi-search.js";
import type { Filter } from "../filters/filter.js";
import type { Profile, RecommenderName } from "../storefront/recommendation-configuration.js";
import type { Candidate } from "../personalization/candidate.js";

/** A list of requested products: the response to a recommendation query, or one slot of a placement. */
export interface Block {
  readonly profile: Profile;
  /** The filter that one active variant of every product must match. */
  readonly filter: Filter;
  /** Number of candidates requested in the first search. */
  readonly size: number;
  /** Number of products that the block shows if it is alone on the page; null in a placement. */
  readonly products_shown: number | null;
  /** Whether the request avoids neighbouring products of the same category. */
  readonly diversify_categories: boolean;
}

/** A product that may be shown in a block, and ranked by the shopper's taste. */
export interface BlockCandidate extends Candidate {
  /** The recommender that proposed the product first. */
  readonly by: RecommenderName;
  /**
   * Whether the recommendation is based on the behaviour of a single device. Taste cannot move such a candidate above candidates supported
   * by several devices.
   */
  readonly isSingleDevice: boolean;
  /** Whether the product is ranked last, because it is out of stock and the storefront buries such products. */
  readonly buried: boolean;
}

export interface FoundCandidates {
  /** Distinct candidates, in the order of the recommenders. */
  readonly candidates: readonly BlockCandidate[];
  readonly outcome: SearchOutcomeKind;
}

const SEVERITY: readonly SearchOutcomeKind[] = ["answered", "slow", "failed"];

export const worse = (a: SearchOutcomeKind, b: SearchOutcomeKind): SearchOutcomeKind =>
  SEVERITY.indexOf(a) >= SEVERITY.indexOf(b) ? a : b;

const MIN_CANDIDATES = 30;
const MAX_CANDIDATES = 300;
/**
 * Minimum number of candidates for blocks that mix categories. Fewer candidates would not suffice, because the most similar products mostly
 * belong to one category.
 */
const MIN_DIVERSE = 100;

/** @param wanted number of candidates that the block can use */
export function blockOf(
  { diversify_categories }: Pick<Block, "diversify_categories">,
  own: Pick<Block, "profile" | "filter" | "products_shown">,
  wanted: number,
): Block {
  const { profile } = own;
  const least = diversify_categories || profile.other_categories ? MIN_DIVERSE : MIN_CANDIDATES;
  return { ...own, diversify_categories, size: Math.max(least, Math.min(MAX_CANDIDATES, wanted)) };
}
