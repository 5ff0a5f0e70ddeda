import type { LeafTypes } from "../../catalog/leaves.js";
import { clauseCount } from "../clause-budget.js";
import { productsMatching, type Clause } from "../../catalog/matching/filter-query.js";
import { MAX_RULE_CLAUSES, type Score } from "./rules-in-force.js";

/**
 * The part of the score that a rule adds. The engine cannot subtract points: all products but the buried ones get them.
 */
export function scoreClause({ points, target }: Score, leaves: LeafTypes): Clause {
  const meant = productsMatching(target, leaves);
  const filter = points > 0 ? meant : { bool: { must_not: [meant] } };
  return { constant_score: { filter, boost: Math.abs(points) } };
}

/** The most that rules add together. */
export const totalPoints = (scores: readonly Score[]): number =>
  scores.reduce((sum, { points }) => sum + Math.abs(points), 0);

/** Of scores, the first ones that there is room for. @param room clauses */
export function scoresWithin(scores: readonly Score[], leaves: LeafTypes, room: number): readonly Score[] {
  let left = Math.min(room, MAX_RULE_CLAUSES);
  const fitting = scores.findIndex(({ target }) => (left -= 1 + clauseCount(target, leaves)) < 0);
  return fitting === -1 ? scores : scores.slice(0, fitting);
}
