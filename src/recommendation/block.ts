import type { SearchOutcomeKind } from "../engine/multi-search.js";
import type { Filter } from "../filters/filter.js";
import type { Profile, RecommenderName } from "../storefront/recommendation-configuration.js";
import type { Candidate } from "../personalization/candidate.js";

/** One list of products that is wanted: the answer to a query, or a slot. */
export interface Block {
  readonly profile: Profile;
  /** The filter that one active variant of every product must match. */
  readonly filter: Filter;
  /** Candidates that are looked for at first: those known by name, or those of a search. */
  readonly size: number;
  /** Products that are shown, where no other block takes some of them; null in a placement. */
  readonly products_shown: number | null;
  /** Whether the request wants products of one category kept apart. */
  readonly diversify_categories: boolean;
}

/** A product that may be shown in a block, and ranked by the shopper's taste. */
export interface BlockCandidate extends Candidate {
  /** Who proposed it first. */
  readonly by: RecommenderName;
  /** One device alone stands behind it: taste moves it no further up than the first of these. */
  readonly isSingleDevice: boolean;
  /** Out of stock where the storefront buries such products: behind all others. */
  readonly buried: boolean;
}

export interface FoundCandidates {
  /** Each once; what earlier recommenders proposed comes first. */
  readonly candidates: readonly BlockCandidate[];
  readonly outcome: SearchOutcomeKind;
}

const SEVERITY: readonly SearchOutcomeKind[] = ["answered", "slow", "failed"];

export const worse = (a: SearchOutcomeKind, b: SearchOutcomeKind): SearchOutcomeKind =>
  SEVERITY.indexOf(a) >= SEVERITY.indexOf(b) ? a : b;

const MIN_CANDIDATES = 30;
const MAX_CANDIDATES = 300;
/**
 * The most similar products are mostly of one category; those of other categories, and of others than the seeds', rank
 * further down.
 */
const MIN_DIVERSE = 100;

/** @param wanted candidates that the block could use */
export function blockOf(
  { diversify_categories }: Pick<Block, "diversify_categories">,
  own: Pick<Block, "profile" | "filter" | "products_shown">,
  wanted: number,
): Block {
  const { profile } = own;
  const least = diversify_categories || profile.other_categories ? MIN_DIVERSE : MIN_CANDIDATES;
  return { ...own, diversify_categories, size: Math.max(least, Math.min(MAX_CANDIDATES, wanted)) };
}
