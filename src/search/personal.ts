import type { FrozenTaste } from "../personalization/personalizer.js";
import { mustPlace } from "../personalization/placement/placement.js";
import type { Room } from "../personalization/placement/room.js";
import type { RankingWeights } from "../storefront/taste-configuration.js";

/** The personal part of an order, frozen with a chain of pages. */
export interface Personal {
  readonly taste: FrozenTaste | null;
  readonly weights: RankingWeights;
  /** Of releases and of interest in products (`popularity.half_life_days`). */
  readonly half_life_days: number;
  readonly diversify_categories: boolean;
  /** How far pages follow the taste; absent where there is no limit, and in chains that older versions started. */
  readonly room?: Room;
}

/** Null where there is nothing to personalize by: then the order is exactly the unpersonalized one. */
export function personalOrder(personal: Personal): Personal | null {
  const { taste: snapshot, diversify_categories } = personal;
  return mustPlace({ snapshot, diversify_categories }) ? personal : null;
}

/** The clauses that `reach` adds to a query at most: the prior, tokens, of which categories take two, prices, and co-visitation. */
export const MAX_TASTE_CLAUSES = 96;
