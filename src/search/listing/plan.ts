import type { LeafTypes } from "../../catalog/leaves.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { CatalogFacts } from "../facets/catalog-facts.js";
import { checkClauses, clauseCount, ENGINE_CLAUSES, isWithinBudget } from "../clause-budget.js";
import { conditionsOf, inStock, type Conditions } from "../conditions.js";
import { facetAggregations } from "../facets/facet-aggregations.js";
import { planFacets } from "../facets/facet-plan.js";
import { isEverything, type Filter } from "../../filters/filter.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import { MAX_TASTE_CLAUSES } from "../personal.js";
import type { SearchRequest } from "./parse.js";
import { MAX_PINS, NO_RULES } from "../rules/rules-in-force.js";
import { scoresWithin } from "../rules/score-clauses.js";
import type { LookedUp, Ranked, SearchPlan } from "../ranked.js";
import { plainClause, type Signal } from "../signal.js";
import { isScored, signalsOf } from "../signals.js";
import { simplified } from "../../catalog/matching/filter-match.js";
import { COUNT_EACH, mustCount, sortClauses } from "../sort.js";
import { MAX_TEXT_CLAUSES } from "../text/text-query.js";

/** Of listings and searches without rules, whose queries are after no category. */
const NOTHING_LOOKED_UP: LookedUp = { rules: NO_RULES, intent: null };

export function planSearch(
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  catalog: Pick<LiveCatalog, "leaves" | "multi_variant">,
  facts: CatalogFacts,
  { rules, intent }: LookedUp = NOTHING_LOOKED_UP,
): SearchPlan {
  const conditions = conditionsOf(request, configuration, rules.shown);
  const { room_for_taste, room } = checkBudget(request, configuration, conditions, catalog.leaves);
  const scores = scoresWithin(rules.scores, catalog.leaves, room);
  const pins = rules.pins.slice(0, MAX_PINS);
  return {
    conditions,
    room_for_taste,
    intent,
    facets: planFacets(request, conditions, catalog, facts),
    rules: { ...rules, scores, pins },
    rules_left_out: scores.length < rules.scores.length || pins.length < rules.pins.length,
  };
}

/**
 * One engine request for hits, total and all facets.
 * @param size hits; with 0 of them it is the same for every shopper
 * @param clauseFor builds the clause of a signal
 */
export function searchBody(ranked: Ranked, size: number, clauseFor = plainClause): Clause {
  const { catalog, plan } = ranked;
  const { leaves } = catalog;
  const { eligible, counted, matching } = plan.conditions;
  const aggs = facetAggregations(plan.facets, leaves);
  const sort = size === 0 ? [] : rankedSort(ranked);
  const everything = mustCount(sort) ? { post_filter: COUNT_EACH } : {};
  return {
    size,
    track_total_hits: true,
    query: rankedQuery(
      size === 0 ? { ...ranked, personal: null } : ranked,
      productClause(eligible, leaves),
      [],
      clauseFor,
    ),
    ...(counted.length === 0 ? everything : { post_filter: productsMatching(matching, leaves) }),
    ...(size === 0 ? {} : { sort }),
    ...(aggs === undefined ? {} : { aggs }),
  };
}

/** @returns whether there is room for taste, and how much for rules @throws ServiceError validation_error when there is none for the request */
function checkBudget(
  request: SearchRequest,
  { availability }: StorefrontConfiguration,
  { eligible, matching }: Conditions,
  leaves: LeafTypes,
): { readonly room_for_taste: boolean; readonly room: number } {
  const all = clauseCount(matching, leaves);
  checkClauses(all);
  const text = request.query === null ? 0 : MAX_TEXT_CLAUSES;
  const stock = availability?.out_of_stock === "bury" ? all + clauseCount(inStock(availability), leaves) : 0;
  checkClauses(clauseCount(eligible, leaves), text, stock);
  const room_for_taste = isWithinBudget(all, text, stock, MAX_TASTE_CLAUSES);
  const taste = room_for_taste ? MAX_TASTE_CLAUSES : 0;
  return { room_for_taste, room: ENGINE_CLAUSES - all - text - stock - taste };
}

/** Active products of which a variant is as the filter wants. */
export function productClause(filter: Filter, leaves: LeafTypes): Clause {
  const open = simplified(filter, leaves);
  return isEverything(open) ? { term: { active: true } } : productsMatching(open, leaves);
}

/**
 * The query that finds and scores products.
 * @param products the filter for them
 * @param clauseFor builds the clause of a signal
 */
export function rankedQuery(
  ranked: Ranked,
  products: Clause,
  excluded: readonly string[] = [],
  clauseFor: (signal: Signal) => Clause = plainClause,
): Clause {
  const { must, should } = signalsOf(ranked);
  return {
    bool: {
      filter: [products],
      ...(must.length === 0 ? {} : { must: must.map(clauseFor) }),
      ...(should.length === 0 ? {} : { should: should.map(clauseFor) }),
      ...(excluded.length === 0 ? {} : { must_not: [{ ids: { values: excluded } }] }),
    },
  };
}

/** The total order of what `rankedQuery` finds; its last value is the product identifier. */
export function rankedSort(ranked: Ranked): readonly Clause[] {
  const { request, catalog, plan, configuration } = ranked;
  const { availability } = configuration;
  const buries = availability?.out_of_stock === "bury" && availability.sorted === "bury";
  return sortClauses({
    sort: request.sort,
    scored: isScored(ranked),
    has_text: request.query !== null,
    matching: plan.conditions.matching,
    preferred: buries ? inStock(availability) : null,
    leaves: catalog.leaves,
    multi_variant: catalog.multi_variant,
  });
}
