import { indexField, type FieldTypes, VARIANTS_PATH } from "../../catalog/fields.js";
import { isAnswerable } from "./facet-filters.js";
import type { FacetPlan, PlannedFacet, PlannedRange } from "./facet-plan.js";
import { variantClause, type Clause } from "../../catalog/matching/filter-query.js";
import { isEverything } from "../../filters/filter.js";
import { nextAbove } from "../../lib/doubles.js";

/** Maximum number of facet values that a shard returns. With several shards, counts may be too low if a shard has more values. */
const VALUES_PER_SHARD = 10_000;

/**
 * Maximum number of categories to read. All levels of the tree are read together. If there are more categories, the engine omits the
 * categories with the fewest products. The engine never omits a parent before its children, because a parent has at least as many products.
 */
const MAX_TREE_VALUES = 10_000;

/** Returns the engine aggregations of a facet plan, or undefined if no facet is counted. */
export function facetAggregations(plan: FacetPlan, fields: FieldTypes): Clause | undefined {
  const all: Record<string, unknown> = {};
  plan.groups.forEach(({ filter, facets }, position) => {
    const counted = facets.filter(({ facet }) => isAnswerable(facet, fields));
    if (counted.length === 0) return;
    const aggs = isEverything(filter) ? all : {};
    for (const one of counted) Object.assign(aggs, countsOf(one, plan));
    if (aggs !== all) all[groupName(position)] = { filter: variantClause(filter, fields), aggs };
  });
  return Object.keys(all).length === 0 ? undefined : { variants: { nested: { path: VARIANTS_PATH }, aggs: all } };
}

export const groupName = (position: number): string => `g${position}`;

function countsOf(planned: PlannedFacet, plan: FacetPlan): Clause {
  const { name } = planned;
  const field = indexField(planned.facet.field);
  const products = plan.count_products ? { aggs: { products: { reverse_nested: {} } } } : {};
  switch (planned.kind) {
    case "ranges":
      return {
        [`${name}_span`]: { stats: { field } },
        ...(planned.ranges.length === 0
          ? {}
          : { [name]: { range: { field, keyed: true, ranges: planned.ranges.map(engineRange) }, ...products } }),
      };
    case "values": {
      const order = plan.count_products ? { order: [{ products: "desc" }, { _key: "asc" }] } : {};
      // `max_values` limits the values of each parent, but not the total number of values.
      const size = planned.facet.type === "tree" ? MAX_TREE_VALUES : plan.max_values;
      const exact = plan.shards > 1 ? { shard_size: Math.max(VALUES_PER_SHARD, size) } : {};
      const terms = { field, size, ...exact, ...order };
      const selected = { field, include: planned.possible, size: planned.possible.length };
      return {
        [name]: { terms, ...products },
        ...(planned.possible.length === 0 ? {} : { [`${name}_selected`]: { terms: selected, ...products } }),
      };
    }
  }
}

/** Returns a range for the engine. Upper bounds are exclusive in the engine, so the next larger number is used to include `max`. */
function engineRange({ min, max }: PlannedRange, position: number): Clause {
  const to = max === undefined ? undefined : nextAbove(max);
  return {
    key: `r${position}`,
    ...(min === undefined ? {} : { from: min }),
    ...(to === undefined || to === Infinity ? {} : { to }),
  };
}
