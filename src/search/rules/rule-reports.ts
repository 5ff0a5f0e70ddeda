import type { LiveCatalog } from "../../catalog/live.js";
import { productsMatching } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { countEach } from "../../engine/search-documents.js";
import { canonicalFilter } from "../../filters/canonical-filter.js";
import { EVERYTHING, type Filter } from "../../filters/filter.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { checkRules, type RuleReport } from "./check-rules.js";

/**
 * Which rules are in force, match nothing or stand in each other's way.
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
  isWanted: (rule: Rule) => boolean = () => true,
): Promise<RuleReport[]> {
  const checked = checkRules(steering, at);
  const leaves = live?.leaves ?? new Map();
  const wanted = steering.rules.map(isWanted);
  const places = wanted.flatMap((is, place) => (is ? [place] : []));
  const counts = checked.counts.filter((_, place) => wanted[place]);
  const filters = new Map(
    counts.flatMap(({ meant, visible }) => [meant, visible]).map((one) => [canonicalFilter(one), one]),
  );
  const queries = [...filters.values()].map((filter) => productsMatching(filter, leaves));
  const totals = live === undefined ? [] : await countEach(engine, live.index, queries);
  const known = new Map([...filters.keys()].map((key, at) => [key, totals[at] ?? 0]));
  const totalOf = (filter: Filter) => known.get(canonicalFilter(filter)) ?? 0;
  const counted = checked.counts.map(() => ({ meant: 0, visible: 0 }));
  places.forEach((place, at) => {
    const { meant, visible } = counts[at] ?? { meant: EVERYTHING, visible: EVERYTHING };
    counted[place] = { meant: totalOf(meant), visible: totalOf(visible) };
  });
  return checked.report(counted, leaves).filter((_, place) => wanted[place]);
}
