import type { LiveCatalog } from "../catalog/live.js";
import type { Signal } from "../personalization/signals/signal.js";
import { SIGNALS, type Scoring } from "../personalization/signals/signals.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { Conditions } from "./conditions.js";
import type { FacetPlan } from "./facets/facet-plan.js";
import type { Personal } from "./personal.js";
import type { SearchRequest } from "./listing/parse.js";
import type { RulesInForce } from "./rules/rules-in-force.js";
import type { TextTier } from "./text/text-rules.js";

/** The parts of an engine request, and how to read its response. */
export interface SearchPlan {
  readonly conditions: Conditions;
  readonly facets: FacetPlan;
  /** False with filters so large that the engine would refuse a query that also ranks by taste. */
  readonly room_for_taste: boolean;
  /** Those of the rules that there is room for. */
  readonly rules: RulesInForce;
  /** Whether there was none for some. */
  readonly rules_left_out: boolean;
  /** The category that the query is after, which is lifted; null where there is none. */
  readonly intent: string | null;
}

/** What a plan takes that the request does not say: looked up for a first page, and frozen with it for the later ones. */
export type LookedUp = Pick<SearchPlan, "rules" | "intent">;

/** What of a configuration has a part in scores: later pages are ranked by it as it was. */
export type RankingSections = Pick<StorefrontConfiguration, "field_weights" | "search" | "availability">;

/** All that signals may go by, so that a later page ranks as the first one did. */
export interface SignalInput extends Pick<Ranked, "catalog" | "plan" | "tier" | "personal" | "signals"> {
  readonly request: Pick<SearchRequest, "query" | "limit" | "sort">;
  readonly configuration: RankingSections & Pick<StorefrontConfiguration, "language">;
}

/** All that decides which products a request finds and in which order. */
export interface Ranked {
  readonly request: SearchRequest;
  readonly configuration: StorefrontConfiguration;
  readonly catalog: Pick<LiveCatalog, "leaves" | "multi_variant" | "taxonomy">;
  readonly plan: SearchPlan;
  readonly tier: TextTier;
  /** Null for unknown shoppers, and in orders by a field. */
  readonly personal: Personal | null;
  /** The personal signals that there are: `SIGNALS` unless given. */
  readonly signals?: readonly Signal[] | undefined;
  /** Listings of up to so many products are ranked whole: `MAX_CANDIDATES` unless given. */
  readonly whole?: number | undefined;
}

/** How products are scored for the shopper; undefined for one of whom nothing is known, and where no signal has a weight. */
export function scoringOf({
  request,
  personal,
  signals = SIGNALS,
}: Pick<Ranked, "personal" | "signals"> & { readonly request: Pick<Ranked["request"], "query"> }): Scoring | undefined {
  if (personal?.taste == null) return undefined;
  const { taste, weights } = personal;
  const of = request.query === null ? "listing" : "text";
  return signals.some((signal) => signal.weight(weights, of) > 0) ? { signals, taste, weights, of } : undefined;
}
