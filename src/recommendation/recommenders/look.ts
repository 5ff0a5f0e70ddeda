import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import { readToken } from "../../catalog/taste-tokens.js";
import { productsWith, type Clause } from "../../catalog/matching/filter-query.js";
import { departments } from "../seed.js";
import type { Situation } from "../situation.js";
import { sharesOf, shared } from "./content.js";
import { BY_SCORE, type Proposal } from "./proposal.js";

/** Less than a designer of one product in ten: shoes go with trousers. */
const DEPARTMENT_WEIGHT = 1;

/**
 * What goes with the products in focus by what it is: the same designer, colours and price, and from the same department.
 * That it is of another category is for the profile to see to.
 */
export function look({ focus, leaves }: Situation): Proposal | null {
  const shares = [...sharesOf(focus)].filter(([token]) => readToken(token).field !== CATEGORIES_LEAF);
  const should: Clause[] = shares.map(([token, share]) => shared(token, share));
  const values = departments(focus);
  if (values.length > 0) {
    const filter = productsWith({ kind: "in", field: CATEGORIES_LEAF, values }, leaves);
    should.push({ constant_score: { filter, boost: DEPARTMENT_WEIGHT } });
  }
  return should.length === 0 ? null : { kind: "search", query: { bool: { should } }, sort: BY_SCORE };
}
