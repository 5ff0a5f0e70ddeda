import type { FieldTypes } from "../../catalog/fields.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Near } from "../../semantic/index.js";
import { mustRerank } from "../../personalization/reranking/rerank.js";
import type { TasteSnapshot } from "../../personalization/taste/snapshot.js";
import { SIGNALS, type Scoring, type Signal } from "../../personalization/signals.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { RankingWeights } from "../../storefront/taste-configuration.js";
import { checkClauses, clauseCount, conditionsOf, ENGINE_CLAUSES, inStock, type Conditions } from "../conditions.js";
import type { CatalogFacts } from "../facets/catalog-facts.js";
import { planFacets, type FacetPlan } from "../facets/facet-plan.js";
import type { Degradation } from "../response-schema.js";
import {
  MAX_PINS,
  MAX_RESERVATIONS,
  MAX_RULE_CLAUSES,
  NO_RULES,
  scoresWithin,
  type ActiveRules,
} from "../rules/active-rules.js";
import { AS_TYPED, type Relaxation, type TextRules } from "../text/words.js";
import { MAX_TEXT_CLAUSES } from "../text/text-query.js";
import { semanticClauses } from "../semantic.js";
import type { SearchRequest } from "./parse.js";

/** All data that determines the matching products, their order, and the content of the response. */
export interface Plan extends LookedUp, Relaxation {
  readonly request: SearchRequest;
  /**
   * The storefront configuration. `added` contains synonym rules for this query: spelling corrections, and names that look like negations.
   */
  readonly configuration: StorefrontConfiguration & Pick<TextRules, "added">;
  readonly catalog: Pick<LiveCatalog, "fields" | "multi_variant" | "taxonomy">;
  readonly conditions: Conditions;
  readonly facets: FacetPlan;
  /** Whether some rules were left out because the query would exceed the engine's clause limit. */
  readonly rules_left_out: boolean;
  /** Personal data for ranking. Null for unknown shoppers, and if products are sorted by a field. */
  readonly personal: Personal | null;
  readonly degraded: readonly Degradation[];
}

/** Inputs of a plan that are not part of the request. */
export interface LookedUp {
  /** The active rules, limited to the number of clauses that the engine allows. */
  readonly rules: ActiveRules;
  /** Category that shoppers choose after this query. Products of this category are boosted. Null if unknown. */
  readonly intent: string | null;
  /** Semantic search results, nearest first. Semantic search only runs if no product has all words of the query. */
  readonly near?: readonly Near[] | undefined;
  /** Signals that personalize the ranking. Default: `SIGNALS`. */
  readonly signals?: readonly Signal[] | undefined;
  /** Maximum number of matches to rank. Default: `MAX_MATCHES` for a listing and `TEXT_MATCHES` for a search. */
  readonly whole?: number | undefined;
}

export interface Personal {
  readonly taste: TasteSnapshot | null;
  readonly weights: RankingWeights;
  /** Half-life for the influence of release dates and product popularity, in days (`popularity.half_life_days`). */
  readonly half_life_days: number;
  readonly diversify_categories: boolean;
}

/** Returns the personal data that reranking uses, or null if the data does not change the unpersonalized order. */
export function personalOrder(personal: Personal): Personal | null {
  const { taste: snapshot, diversify_categories } = personal;
  return mustRerank({ snapshot, diversify_categories }) ? personal : null;
}

/** Returns how products are scored for the shopper. Returns undefined for an unknown shopper, and if no signal has a positive weight. */
export function scoringOf({ request, personal, signals = SIGNALS }: Plan): Scoring | undefined {
  if (personal?.taste == null) return undefined;
  const { taste, weights } = personal;
  const of = request.query === null ? "listing" : "text";
  return signals.some((signal) => signal.weight(weights, of) > 0) ? { signals, taste, weights, of } : undefined;
}

/** Looked-up data of a request that has no rules and no category intent. */
const NOTHING_LOOKED_UP: LookedUp = { rules: NO_RULES, intent: null };

/**
 * Creates the plan of a request for an unknown shopper, with the query words as typed.
 * @throws {ServiceError} validation_error if the request has more conditions than the engine allows
 */
export function planSearch(
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  catalog: Plan["catalog"],
  facts: CatalogFacts,
  lookedUp: LookedUp = NOTHING_LOOKED_UP,
): Plan {
  const { rules } = lookedUp;
  const conditions = conditionsOf(request, configuration, rules.shown);
  const clauseBudget = checkBudget(request, configuration, conditions, catalog.fields);
  const scores = scoresWithin(rules.scores, catalog.fields, clauseBudget);
  const pins = rules.pins.slice(0, MAX_PINS);
  const reservations = rules.reservations
    .slice(0, MAX_RESERVATIONS)
    .filter(({ target }) => clauseCount(target, catalog.fields) <= Math.min(clauseBudget, MAX_RULE_CLAUSES));
  const rules_left_out =
    scores.length < rules.scores.length ||
    pins.length < rules.pins.length ||
    reservations.length < rules.reservations.length;
  return {
    ...lookedUp,
    ...AS_TYPED,
    request,
    configuration,
    catalog,
    conditions,
    facets: planFacets(request, conditions, catalog, facts),
    rules: { ...rules, scores, pins, reservations },
    rules_left_out,
    personal: null,
    degraded: rules_left_out ? ["rules"] : [],
  };
}

/**
 * Checks the number of clauses of a request.
 * @returns the number of clauses left for rules
 * @throws {ServiceError} validation_error if the request itself exceeds the engine's limit
 */
function checkBudget(
  request: SearchRequest,
  { availability, search }: Pick<StorefrontConfiguration, "availability" | "search">,
  { eligible, matching }: Conditions,
  fields: FieldTypes,
): number {
  const all = clauseCount(matching, fields);
  checkClauses(all);
  const text = request.query === null ? 0 : MAX_TEXT_CLAUSES + semanticClauses({ search });
  const stock = availability?.out_of_stock === "bury" ? all + clauseCount(inStock(availability), fields) : 0;
  checkClauses(clauseCount(eligible, fields), text, stock);
  return ENGINE_CLAUSES - all - text - stock;
}
