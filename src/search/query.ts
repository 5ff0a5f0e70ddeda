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
 * What the engine alone can tell of products: text, stock, rules and intent. Their sum is the base score of a match; for unknown
 * shoppers it is the whole of it.
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

/** What products must have of what was typed: its words, or nearly its meaning. Empty where nothing was typed. */
export const wordsOrSemantic = ({ request: { query }, configuration, tier, near = [] }: Plan): Signal[] =>
  query === null ? [] : [withNear(textSignal(query, configuration, tier), near, configuration.search.semantic)];

/** The signals by which the engine orders what it finds; none where the order does not depend on scores. */
function signalsOf(plan: Plan): SignalParts {
  const base = baseSignals(plan);
  return { ...base, must: [...base.must, ...priorOf(plan)] };
}

function isScored(plan: Plan): boolean {
  if (plan.request.query !== null) return true;
  const { must, should } = signalsOf(plan);
  return must.length + should.length > 0;
}

/** The points of each base signal that gives all products the same: of every one but the text. */
export const basePoints = (plan: Plan): ReadonlyMap<string, number> =>
  new Map(
    baseSignals(plan).should.map(({ name, clause }) => {
      const { boost } = clause["constant_score"] as { readonly boost: number };
      return [name, boost] as const;
    }),
  );

/** Who only counts needs no order. */
const scoresOf = ({ request, rules }: Plan): readonly Score[] => (request.limit === 0 ? [] : rules.scores);

type PriorMoment = Pick<ActiveRules, "at" | "half_life_days">;

/**
 * The storefront's own order as a score, where something is added to it: taste or rules.
 * @returns undefined where it is no score
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

/** Above any text score; a float keeps three decimals of the score at this height. */
const IN_STOCK_BOOST = 8_192;
/** Above all that the prior (15) and taste (100) can give a product of a listing; a float keeps four decimals. */
const LISTING_IN_STOCK_BOOST = 128;

/** Lifts products that have a matching variant in stock above those that have none, whatever rules give those. */
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

/** Active products of which a variant is as the filter wants. */
export function productClause(filter: Filter, fields: FieldTypes): Clause {
  const open = simplified(filter, fields);
  return isEverything(open) ? { term: { active: true } } : productsMatching(open, fields);
}

/** The query that finds products, and scores them by what is the same for all shoppers and not their own. */
export const matchQuery = (plan: Plan, products: Clause): Clause =>
  sumQuery(baseSignals(areCategoriesTokens(plan.configuration) ? { ...plan, categories: [] } : plan), products);

/** Whether `matchQuery` scores products at all. */
export function isBaseScored(plan: Plan): boolean {
  const { must, should } = baseSignals(plan);
  return must.length + should.length > 0;
}

/**
 * The query that finds and scores products in the unpersonalized order.
 * @param products the filter for them
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

/** The total order of what `rankedQuery` finds; its last value is the product identifier. */
export const rankedSort = (plan: Plan): readonly Clause[] => sortClauses(plan, isScored(plan));

/**
 * Points for products of the category that the query is after, or of one below it: the one that shoppers choose, or else those in which
 * things are called so. Who only counts needs none.
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

/** The part of the points for a category that only the catalogue tells. */
const OF_CATALOGUE = 0.5;

const pointsOfCatalogue = ({ search }: Pick<StorefrontConfiguration, "search">): number =>
  search.category_intent * OF_CATALOGUE;

/**
 * The same points of a category that only the catalogue tells, as they are added to base scores: the call that finds the matches finds
 * the categories, too. By taste tokens, see `areCategoriesTokens`.
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

/** Whether products have their categories among their taste tokens. Where not, the engine gives the points, in another call. */
export const areCategoriesTokens = ({ taste }: Pick<StorefrontConfiguration, "taste">): boolean =>
  taste.fields.some(({ field }) => field === CATEGORIES_FIELD);
