import { listingPrior } from "../personalization/listing-prior.js";
import type { SignalInput } from "./ranked.js";
import { inStock } from "./conditions.js";
import { allOf } from "../filters/filter.js";
import { productsMatching, type Clause } from "../catalog/matching/filter-query.js";
import { isRanked } from "../storefront/sorts-configuration.js";
import { categorySignal } from "./intent/category-signal.js";
import { tasteClauses } from "./personal.js";
import type { Score } from "./rules/rules-in-force.js";
import { scoreClause, totalPoints } from "./rules/score-clauses.js";
import type { SignalParts } from "./signal.js";
import { textSignal } from "./text/text-query.js";

/** The signals by which the engine scores products for a request; none where the order does not depend on scores. */
export function signalsOf(ranked: SignalInput): SignalParts {
  const { request, configuration, tier, personal, catalog } = ranked;
  const { query } = request;
  const scores = scoresOf(ranked);
  const stock = stockClause(ranked);
  const taste = tasteClauses(personal, query !== null);
  return {
    must: [
      ...(query === null ? [] : [textSignal(query, configuration, tier)]),
      ...priorOf(ranked, taste.must).map((clause) => ({ name: "prior", clause })),
    ],
    filter: [],
    should: [
      ...(stock === undefined ? [] : [{ name: "stock", clause: stock }]),
      ...taste.should,
      ...scores.map((score) => ({ name: `rule ${score.key}`, clause: scoreClause(score, catalog.leaves) })),
      ...categorySignal(ranked),
    ],
  };
}

/** Whether products have a score at all. */
export function isScored(ranked: SignalInput): boolean {
  if (ranked.request.query !== null) return true;
  const { must, should } = signalsOf(ranked);
  return must.length + should.length > 0;
}

/** Who only counts needs no order. */
const scoresOf = ({ request, plan }: SignalInput): readonly Score[] => (request.limit === 0 ? [] : plan.rules.scores);

/** Whether the unpersonalized score of a listing contains the prior. */
export const priorIsScored = (ranked: SignalInput): boolean =>
  ranked.request.query === null && scoresOf(ranked).length > 0;

/** In a listing, taste and rules are added to the storefront's own order: then that is a score, too. */
function priorOf(ranked: SignalInput, ofTaste: readonly Clause[]): readonly Clause[] {
  if (ofTaste.length > 0 || !priorIsScored(ranked)) return ofTaste;
  const { at, half_life_days } = ranked.plan.rules;
  return [listingPrior(at, half_life_days)];
}

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
