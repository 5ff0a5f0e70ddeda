import type { Outcome } from "../engine/multi-search.js";
import type { Item } from "../search/response.js";
import type { Warning } from "../search/warnings.js";
import type { RecommenderName } from "../storefront/recommendation-configuration.js";
import type { SeedState } from "./seed.js";

/** What `POST /v2/recommendations/query` answers. */
export interface QueryResult {
  readonly recommendation_id: string;
  readonly items: readonly Item[];
  readonly count: number;
  readonly applied_filters: { readonly filters: object | null; readonly facet_filters: object };
  readonly metadata: { readonly profile: string; readonly seed_state: SeedState };
  readonly meta: QueryMeta;
}

export interface QueryMeta {
  /** Who proposed each item, in their order. */
  readonly recommenders: readonly RecommenderName[];
  readonly degraded?: readonly Degradation[];
  readonly warnings?: readonly Warning[];
}

/** `taste`: the order is the one that everybody gets. `candidates`: not all recommenders could be asked in time.
 * `user`: nothing vouches for the user_id, and it was ignored. */
export type Degradation = "taste" | "candidates" | "user";

/** What `POST /v2/recommendations/query/slots` answers. */
export interface SlotsResult {
  readonly recommendation_id: string;
  /** Those with products first, each part in the placement's order. */
  readonly slots: readonly Slot[];
  readonly meta: SlotsMeta;
}

export interface Slot {
  readonly key: string;
  readonly title: string;
  readonly profile: string;
  readonly items: readonly Item[];
}

export interface SlotsMeta {
  readonly placement: string;
  readonly seed_state: SeedState;
  /** Slots with fewer products than were asked for, in the order of the placement. */
  readonly short: readonly Shortfall[];
  readonly degraded?: readonly ("taste" | "user")[];
  readonly warnings?: readonly Warning[];
}

/** `too_few`: there were no more eligible products. `slow`, `failed`: the slot's candidates could not all be had. */
export interface Shortfall {
  readonly key: string;
  readonly missing: number;
  readonly reason: "too_few" | Exclude<Outcome, "answered">;
}
