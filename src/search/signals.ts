import { listingPrior } from "../personalization/listing-prior.js";
import { scoringOf, type SignalInput } from "./ranked.js";
import { inStock } from "./conditions.js";
import { allOf } from "../filters/filter.js";
import { productsMatching, type Clause } from "../catalog/matching/filter-query.js";
import { isRanked } from "../storefront/sorts-configuration.js";
import { categorySignal } from "./intent/category-signal.js";
import { reachClauses } from "../personalization/signals/signals.js";
import type { Score } from "./rules/rules-in-force.js";
import { scoreClause, totalPoints } from "./rules/score-clauses.js";
import type { Signal, SignalParts } from "./signal.js";
import { textSignal } from "./text/text-query.js";

/**
 * What the engine alone can tell of products: text, stock, rules and intent. Their sum is the base of every score; for unknown
 * shoppers it is the whole of it.
 */
export function baseSignals(ranked: SignalInput): SignalParts {
  const { request, configuration, tier, catalog } = ranked;
  const { query } = request;
  const scores = scoresOf(ranked);
  const stock = stockClause(ranked);
  return {
    must: query === null ? [] : [textSignal(query, configuration, tier)],
    filter: [],
    should: [
      ...(stock === undefined ? [] : [{ name: "stock", clause: stock }]),
      ...scores.map((score) => ({ name: `rule ${score.key}`, clause: scoreClause(score, catalog.leaves) })),
      ...categorySignal(ranked),
    ],
  };
}

/**
 * The signals by which the engine orders what it finds; none where the order does not depend on scores. For a known shopper the
 * prior and what `reach` gives come to the base.
 */
export function signalsOf(ranked: SignalInput): SignalParts {
  const base = baseSignals(ranked);
  const scoring = scoringOf(ranked);
  const reach = scoring === undefined ? [] : reachClauses(scoring);
  return {
    must: [...base.must, ...priorOf(ranked)],
    filter: [],
    should: [...base.should, ...reach.map((clause) => ({ name: "", clause }))],
  };
}

/** Whether products have a score at all. */
export function isScored(ranked: SignalInput): boolean {
  if (ranked.request.query !== null) return true;
  const { must, should } = signalsOf(ranked);
  return must.length + should.length > 0;
}

/** The points of each base signal that gives all products the same: of every one but the text. */
export const basePoints = (ranked: SignalInput): ReadonlyMap<string, number> =>
  new Map(
    baseSignals(ranked).should.map(({ name, clause }) => {
      const { boost } = clause["constant_score"] as { readonly boost: number };
      return [name, boost] as const;
    }),
  );

/** Who only counts needs no order. */
const scoresOf = ({ request, plan }: SignalInput): readonly Score[] => (request.limit === 0 ? [] : plan.rules.scores);

/**
 * The storefront's own order as a score, where something is added to it: taste or rules.
 * @returns undefined where it is no score
 */
export function priorAt(ranked: SignalInput): { readonly at: number; readonly half_life_days: number } | undefined {
  const { request, personal, plan } = ranked;
  if (request.query !== null) return undefined;
  if (personal?.taste != null) return { at: personal.taste.at, half_life_days: personal.half_life_days };
  return scoresOf(ranked).length > 0 ? plan.rules : undefined;
}

function priorOf(ranked: SignalInput): Signal[] {
  const prior = priorAt(ranked);
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
  plan,
  catalog: { leaves },
}: SignalInput): Clause | undefined {
  if (availability?.out_of_stock !== "bury" || !isRanked(request.sort) || request.limit === 0) return undefined;
  if (!leaves.has(availability.field)) return undefined;
  const filter = productsMatching(allOf([plan.conditions.matching, inStock(availability)]), leaves);
  const boost = request.query === null ? LISTING_IN_STOCK_BOOST : IN_STOCK_BOOST;
  return { constant_score: { filter, boost: boost + totalPoints(plan.rules.scores) } };
}
