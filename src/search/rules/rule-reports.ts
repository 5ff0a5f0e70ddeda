import type { LiveCatalog } from "../../catalog/live.js";
import { productsMatching } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { countEach } from "../../engine/search-documents.js";
import { canonicalFilter } from "../../filters/canonical-filter.js";
import type { Filter } from "../../filters/filter.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { checkRules, type RuleReport } from "./check-rules.js";

/**
 * Reports which rules have ended, match nothing or want a position that another pin has.
 * @param live the catalogue; without one nothing is counted
 * @param at milliseconds since 1970
 * @param isWanted whether a rule is reported on
 * @throws errors of the engine as they are
 */
export async function reportRules(
  engine: Engine,
  live: Pick<LiveCatalog, "index" | "leaves"> | undefined,
  steering: Parameters<typeof checkRules>[0],
  at: number,
  isWanted: (rule: Rule) => boolean,
): Promise<RuleReport[]> {
  const { counts, report } = checkRules(steering, at, isWanted);
  const leaves = live?.leaves ?? new Map();
  const filters = new Map(
    counts.flatMap(({ meant, visible }) => [meant, visible]).map((one) => [canonicalFilter(one), one]),
  );
  const queries = [...filters.values()].map((filter) => productsMatching(filter, leaves));
  const totals = live === undefined ? [] : await countEach(engine, live.index, queries);
  const known = new Map([...filters.keys()].map((key, at) => [key, totals[at] ?? 0]));
  const totalOf = (filter: Filter) => known.get(canonicalFilter(filter)) ?? 0;
  const counted = counts.map(({ meant, visible }) => ({ meant: totalOf(meant), visible: totalOf(visible) }));
  return report(counted, leaves);
}
