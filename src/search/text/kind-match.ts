import { headPosition } from "../../catalog/kind.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import type { TextRules } from "./text-rules.js";
import type { Unit } from "./units.js";
import { wantedUnits } from "./wanted.js";

/**
 * The thing itself before its accessories: points for products that are what the query's head names, by the heads of their
 * titles and by the types that their data states (see `catalog/kind.ts`). What a query wants something for is not its head.
 * @param share of the points
 */
export function kindMatch(units: readonly Unit[], { language, search }: TextRules, share = 1): Clause[] {
  const position = headPosition(language);
  const name = wantedUnits(units);
  const unit = position === "first" ? name[0] : name.at(-1);
  if (unit === undefined) return [];
  const heads = [unit.words, ...unit.alternatives].flatMap((words) => words.at(position === "first" ? 0 : -1) ?? []);
  return [...points("text.heads", heads, search.heads * share), ...points("text.kinds", heads, search.kinds * share)];
}

function points(field: string, heads: readonly string[], boost: number): Clause[] {
  if (boost === 0) return [];
  const filter = { bool: { should: heads.map((query) => ({ match: { [field]: { query, operator: "and" } } })) } };
  return [{ constant_score: { filter, boost } }];
}
