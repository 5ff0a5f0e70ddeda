import type { LeafTypes } from "../catalog/leaves.js";
import type { LiveCatalog } from "../catalog/live.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import type { CatalogFacts } from "./catalog-facts.js";
import { checkClauses, clauseCount, isWithinBudget } from "./clause-budget.js";
import { conditionsOf, inStock, type Conditions } from "./conditions.js";
import { facetAggregations } from "./facet-aggregations.js";
import { planFacets, type FacetPlan } from "./facet-plan.js";
import { allOf, isEverything, type Filter } from "./filter.js";
import { productsWith, type Clause } from "./filter-query.js";
import { isScoredByTaste, MAX_TASTE_CLAUSES, tasteClauses, type Personal } from "./personal.js";
import type { SearchRequest } from "./request.js";
import { COUNT_EACH, mustCount, sortClauses } from "./sort.js";
import { MAX_TEXT_CLAUSES, textQuery } from "./text/text-query.js";
import type { TextTier } from "./text/text-rules.js";

/** What is asked of the engine and how its answer is to be read. */
export interface SearchPlan {
  readonly conditions: Conditions;
  readonly facets: FacetPlan;
  /** False with filters so large that the engine would refuse a query that also ranks by taste. */
  readonly room_for_taste: boolean;
}

export function planSearch(
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  catalog: Pick<LiveCatalog, "leaves" | "multi_variant">,
  facts: CatalogFacts,
): SearchPlan {
  const conditions = conditionsOf(request, configuration);
  const room_for_taste = checkBudget(request, configuration, conditions, catalog.leaves);
  return { conditions, facets: planFacets(request, conditions, catalog, facts), room_for_taste };
}

/** One engine request for hits, total and all facets. The source is asked for whole: it is returned as stored, unparsed. */
export function searchBody(
  request: SearchRequest,
  configuration: StorefrontConfiguration,
  catalog: Pick<LiveCatalog, "leaves" | "multi_variant">,
  plan: SearchPlan,
  tier: TextTier,
): Clause {
  const { leaves } = catalog;
  const { eligible, counted, matching } = plan.conditions;
  const aggs = facetAggregations(plan.facets, leaves);
  // What only counts is the same for every shopper, and what is personal is found in windows.
  const ranked: Ranked = { request, configuration, catalog, plan, tier, personal: null };
  const sort = request.limit === 0 ? [] : rankedSort(ranked);
  const everything = mustCount(sort) ? { post_filter: COUNT_EACH } : {};
  return {
    size: request.limit,
    track_total_hits: true,
    query: rankedQuery(ranked, productClause(eligible, leaves)),
    ...(counted.length === 0 ? everything : { post_filter: productsWith(matching, leaves) }),
    ...(request.limit === 0 ? {} : { sort }),
    ...(aggs === undefined ? {} : { aggs }),
  };
}

/** @returns whether there is room for taste @throws ServiceError validation_error when there is none for the request */
function checkBudget(
  request: SearchRequest,
  { availability }: StorefrontConfiguration,
  { eligible, matching }: Conditions,
  leaves: LeafTypes,
): boolean {
  const all = clauseCount(matching, leaves);
  checkClauses(all);
  const text = request.query === null ? 0 : MAX_TEXT_CLAUSES;
  const stock = availability?.out_of_stock === "bury" ? all + clauseCount(inStock(availability), leaves) : 0;
  checkClauses(clauseCount(eligible, leaves), text, stock);
  return isWithinBudget(all, text, stock, MAX_TASTE_CLAUSES);
}

/** All that decides which products a request finds and in which order. */
export interface Ranked {
  readonly request: SearchRequest;
  readonly configuration: StorefrontConfiguration;
  readonly catalog: Pick<LiveCatalog, "leaves" | "multi_variant">;
  readonly plan: SearchPlan;
  readonly tier: TextTier;
  /** Null for everybody of whom nothing is known, and in orders by a field. */
  readonly personal: Personal | null;
}

/** Active products of which a variant is as the filter wants. */
export function productClause(filter: Filter, leaves: LeafTypes): Clause {
  return isEverything(filter) ? { term: { active: true } } : productsWith(filter, leaves);
}

/**
 * What finds and scores products.
 * @param products which ones are let through
 * @param text what finds and scores them by what was typed
 */
export function rankedQuery(
  ranked: Ranked,
  products: Clause,
  excluded: readonly string[] = [],
  text: readonly Clause[] = textClauses(ranked),
): Clause {
  const { request, personal } = ranked;
  const inStock = stockClause(ranked);
  const taste = tasteClauses(personal, request.query !== null);
  const must = [...text, ...taste.must];
  const should = [...(inStock === undefined ? [] : [inStock]), ...taste.should];
  return {
    bool: {
      filter: [products],
      ...(must.length === 0 ? {} : { must }),
      ...(should.length === 0 ? {} : { should }),
      ...(excluded.length === 0 ? {} : { must_not: [{ ids: { values: excluded } }] }),
    },
  };
}

const textClauses = ({ request, configuration, tier }: Ranked): Clause[] =>
  request.query === null ? [] : [textQuery(request.query, configuration, tier)];

/** The total order of what `rankedQuery` finds; its last value is the product identifier. */
export function rankedSort(ranked: Ranked): readonly Clause[] {
  const { request, catalog, plan } = ranked;
  return sortClauses({
    sort: request.sort,
    scored: request.query !== null || stockClause(ranked) !== undefined || isScoredByTaste(ranked.personal),
    has_text: request.query !== null,
    matching: plan.conditions.matching,
    leaves: catalog.leaves,
    multi_variant: catalog.multi_variant,
  });
}

/** Above any text score; a float keeps three decimals of the score at this height. */
const IN_STOCK_BOOST = 8_192;
/** Above all that the prior (15) and taste (10) can give a product of a listing; a float keeps five decimals. */
const LISTING_IN_STOCK_BOOST = 32;

/** Lifts products that have a matching variant in stock above those that have none. */
function stockClause({
  request,
  configuration: { availability },
  plan,
  catalog: { leaves },
}: Ranked): Clause | undefined {
  if (availability?.out_of_stock !== "bury" || request.sort.by !== "featured" || request.limit === 0) return undefined;
  if (!leaves.has(availability.field)) return undefined;
  const filter = productsWith(allOf([plan.conditions.matching, inStock(availability)]), leaves);
  return { constant_score: { filter, boost: request.query === null ? LISTING_IN_STOCK_BOOST : IN_STOCK_BOOST } };
}
