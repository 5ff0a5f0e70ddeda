import { CATEGORIES_FIELD, type FieldTypes } from "../catalog/fields.js";
import { inStock } from "./conditions.js";
import { allOf, type Filter, isEverything } from "../filters/filter.js";
import { type Clause, productsMatching } from "../catalog/matching/filter-query.js";
import { type ActiveRules, type Score, scoreClause, totalPoints } from "./rules/active-rules.js";
import type { Plan } from "./listing/plan.js";
import { plainClause, type Signal, type SignalParts } from "./signal.js";
import { simplified } from "../catalog/matching/filter-match.js";
import { sortClauses } from "./sort.js";
import { withNear } from "./semantic.js";
import { textSignal } from "./text/text-query.js";
import { listingPrior } from "../personalization/listing-prior.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { isRanked } from "../storefront/sorts-configuration.js";
import { tasteToken } from "../catalog/taste-tokens.js";

/**
 * Returns the ranking signals that the engine computes: text, stock, rules and category intent. The sum of these signals is the base score
 * of a product. For unknown shoppers, the base score is the entire score.
 */
function baseSignals(plan: Plan): SignalParts {
  const { catalog } = plan;
  const scores = scoresOf(plan);
  const stock = stockClause(plan);
  return {
    must: wordsOrSemantic(plan),
    filter: [],
    should: [
      ...(stock === undefined ? [] : [{ name: "stock", clause: stock }]),
      ...scores.map((score) => ({ name: `rule ${score.key}`, clause: scoreClause(score, catalog.fields) })),
      ...categorySignal(plan),
    ],
  };
}

/**
 * Returns the condition that every search result must match: the words of the query, or membership in the semantic search results. Empty
 * for a listing.
 */
export const wordsOrSemantic = ({ request: { query }, configuration, tier, near = [] }: Plan): Signal[] =>
  query === null ? [] : [withNear(textSignal(query, configuration, tier), near, configuration.search.semantic)];

/** All signals that the engine sorts by. Empty if the order does not depend on scores. */
function signalsOf(plan: Plan): SignalParts {
  const base = baseSignals(plan);
  return { ...base, must: [...base.must, ...priorOf(plan)] };
}

function isScored(plan: Plan): boolean {
  if (plan.request.query !== null) return true;
  const { must, should } = signalsOf(plan);
  return must.length + should.length > 0;
}

/** The points of each base signal. The text signal is excluded, because its score is not constant. */
export const basePoints = (plan: Plan): ReadonlyMap<string, number> =>
  new Map(
    baseSignals(plan).should.map(({ name, clause }) => {
      const { boost } = clause["constant_score"] as { readonly boost: number };
      return [name, boost] as const;
    }),
  );

/** Returns the scores of the active rules. Empty for a request that only counts products (limit 0). */
const scoresOf = ({ request, rules }: Plan): readonly Score[] => (request.limit === 0 ? [] : rules.scores);

type PriorMoment = Pick<ActiveRules, "at" | "half_life_days">;

/**
 * Returns the parameters of the listing prior (points for recent and popular products) if points from taste or rules are added to the
 * prior. Otherwise returns undefined.
 */
export function priorAt(plan: Plan): PriorMoment | undefined {
  const { request, personal } = plan;
  if (request.query === null && personal?.taste != null)
    return { at: personal.taste.at, half_life_days: personal.half_life_days };
  return priorOfRules(plan);
}

const priorOfRules = (plan: Plan): PriorMoment | undefined =>
  plan.request.query === null && scoresOf(plan).length > 0 ? plan.rules : undefined;

function priorOf(plan: Plan): Signal[] {
  const prior = priorOfRules(plan);
  return prior === undefined ? [] : [{ name: PRIOR, clause: listingPrior(prior.at, prior.half_life_days) }];
}

export const PRIOR = "prior";

/** Points for products in stock in a search; more than any text score, but 32-bit scores stay precise to three decimal places. */
const IN_STOCK_BOOST = 8_192;
/**
 * Points for products in stock in a listing; more than the listing prior (15) and taste (100) together, but 32-bit scores stay precise to
 * four decimal places.
 */
const LISTING_IN_STOCK_BOOST = 128;

/** Ranks products with a matching variant in stock above all other products, regardless of points from rules. */
function stockClause({
  request,
  configuration: { availability },
  conditions,
  rules,
  catalog: { fields },
}: Plan): Clause | undefined {
  if (availability?.out_of_stock !== "bury" || !isRanked(request.sort) || request.limit === 0) return undefined;
  if (!fields.has(availability.field)) return undefined;
  const filter = productsMatching(allOf([conditions.matching, inStock(availability)]), fields);
  const boost = request.query === null ? LISTING_IN_STOCK_BOOST : IN_STOCK_BOOST;
  return { constant_score: { filter, boost: boost + totalPoints(rules.scores) } };
}

/** Matches active products with at least one variant that satisfies the filter. */
export function productClause(filter: Filter, fields: FieldTypes): Clause {
  const open = simplified(filter, fields);
  return isEverything(open) ? { term: { active: true } } : productsMatching(open, fields);
}

/** Builds the query for matching products. The score does not contain points from the taste profile or from the listing prior. */
export const matchQuery = (plan: Plan, products: Clause): Clause =>
  sumQuery(baseSignals(areCategoriesTokens(plan.configuration) ? { ...plan, categories: [] } : plan), products);

/** Whether `matchQuery` computes scores. */
export function isBaseScored(plan: Plan): boolean {
  const { must, should } = baseSignals(plan);
  return must.length + should.length > 0;
}

/**
 * Builds the query for matching products, with the scores of the unpersonalized order.
 * @param products the filter for the products
 * @param clauseFor builds the clause of a signal
 */
export const rankedQuery = (
  plan: Plan,
  products: Clause,
  excluded: readonly string[] = [],
  clauseFor: (signal: Signal) => Clause = plainClause,
): Clause => sumQuery(signalsOf(plan), products, excluded, clauseFor);

function sumQuery(
  { must, should }: SignalParts,
  products: Clause,
  excluded: readonly string[] = [],
  clauseFor: (signal: Signal) => Clause = plainClause,
): Clause {
  return {
    bool: {
      filter: [products],
      ...(must.length === 0 ? {} : { must: must.map(clauseFor) }),
      ...(should.length === 0 ? {} : { should: should.map(clauseFor) }),
      ...(excluded.length === 0 ? {} : { must_not: [{ ids: { values: excluded } }] }),
    },
  };
}

/** Returns the sort criteria for `rankedQuery`. The last criterion is the product identifier, so products never compare as equal. */
export const rankedSort = (plan: Plan): readonly Clause[] => sortClauses(plan, isScored(plan));

/**
 * Returns the signal that adds points to products in the query's category or its subcategories. The query's category is the category that
 * shoppers choose after the query, or else the categories whose products are named like the query. Empty for a request that only counts
 * products (limit 0).
 */
export function categorySignal({ request, configuration, catalog, intent, categories }: Plan): Signal[] {
  const values = intent === null ? categories : [intent];
  if (values.length === 0 || request.limit === 0) return [];
  const filter = productsMatching({ kind: "in", field: CATEGORIES_FIELD, values }, catalog.fields);
  const [name, boost] =
    intent === null
      ? [`category ${values.join(", ")}`, pointsOfCatalogue(configuration)]
      : [`intent ${intent}`, configuration.search.category_intent];
  return [{ name, clause: { constant_score: { filter, boost } } }];
}

/** Share of the points for category intent that applies if the category was derived only from the catalogue, not from clicks. */
const OF_CATALOGUE = 0.5;

const pointsOfCatalogue = ({ search }: Pick<StorefrontConfiguration, "search">): number =>
  search.category_intent * OF_CATALOGUE;

/**
 * Returns the points for categories that were derived from the catalogue, and the taste tokens of these categories. The points are added to
 * base scores after the engine call, because the same call finds the matches and the categories. Returns undefined if taste profiles do not
 * use categories (`areCategoriesTokens`).
 */
export function categoryPoints(
  plan: Plan,
): { readonly tokens: readonly string[]; readonly points: number } | undefined {
  const { request, configuration, intent, categories } = plan;
  if (request.query === null || request.limit === 0 || intent !== null) return undefined;
  if (categories.length === 0 || !areCategoriesTokens(configuration)) return undefined;
  const tokens = categories.map((category) => tasteToken(CATEGORIES_FIELD, category));
  return { tokens, points: pointsOfCatalogue(configuration) };
}

/**
 * Whether taste profiles use categories, so that the categories of a product are known without a search. If not, the
 * engine adds category points in a second call.
 */
export const areCategoriesTokens = ({ taste }: Pick<StorefrontConfiguration, "taste">): boolean =>
  taste.fields.some(({ field }) => field === CATEGORIES_FIELD);
