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

/** All that decides which products a request finds, in which order, and how they are answered. */
export interface Plan extends LookedUp, Relaxation {
  readonly request: SearchRequest;
  /** With the words that are looked for in place of those typed. */
  readonly configuration: StorefrontConfiguration & Pick<TextRules, "added">;
  readonly catalog: Pick<LiveCatalog, "fields" | "multi_variant" | "taxonomy">;
  readonly conditions: Conditions;
  readonly facets: FacetPlan;
  /** Whether the engine has no room for some of the rules. */
  readonly rules_left_out: boolean;
  /** Null for unknown shoppers, and in orders by a field. */
  readonly personal: Personal | null;
  readonly degraded: readonly Degradation[];
}

/** What a plan takes that the request does not say. */
export interface LookedUp {
  /** Those of the rules that there is room for. */
  readonly rules: ActiveRules;
  /** The category that the query is after, which is lifted; null where there is none. */
  readonly intent: string | null;
  /** Products that are near the query in meaning, of which no product has all words: the nearest first. */
  readonly near?: readonly Near[] | undefined;
  /** The personal signals that there are: `SIGNALS` unless given. */
  readonly signals?: readonly Signal[] | undefined;
  /** So many matches are ranked: `MAX_MATCHES` of a listing and `TEXT_MATCHES` of a search unless given. */
  readonly whole?: number | undefined;
}

export interface Personal {
  readonly taste: TasteSnapshot | null;
  readonly weights: RankingWeights;
  /** Of releases and of interest in products (`popularity.half_life_days`). */
  readonly half_life_days: number;
  readonly diversify_categories: boolean;
}

/** Null where there is nothing to personalize by: then the order is exactly the unpersonalized one. */
export function personalOrder(personal: Personal): Personal | null {
  const { taste: snapshot, diversify_categories } = personal;
  return mustRerank({ snapshot, diversify_categories }) ? personal : null;
}

/** How products are scored for the shopper; undefined for one of whom nothing is known, and where no signal has a weight. */
export function scoringOf({ request, personal, signals = SIGNALS }: Plan): Scoring | undefined {
  if (personal?.taste == null) return undefined;
  const { taste, weights } = personal;
  const of = request.query === null ? "listing" : "text";
  return signals.some((signal) => signal.weight(weights, of) > 0) ? { signals, taste, weights, of } : undefined;
}

/** Of listings and searches without rules, whose queries are after no category. */
const NOTHING_LOOKED_UP: LookedUp = { rules: NO_RULES, intent: null };

/**
 * Plans a request for an unknown shopper, by its words as they were typed.
 * @throws ServiceError validation_error where it has more conditions than the engine takes
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
  const quota = checkBudget(request, configuration, conditions, catalog.fields);
  const scores = scoresWithin(rules.scores, catalog.fields, quota);
  const pins = rules.pins.slice(0, MAX_PINS);
  const reservations = rules.reservations
    .slice(0, MAX_RESERVATIONS)
    .filter(({ target }) => clauseCount(target, catalog.fields) <= Math.min(quota, MAX_RULE_CLAUSES));
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

/** @returns how many clauses there is room for in rules @throws ServiceError validation_error when there is none for the request */
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
