import { CATEGORIES_LEAF } from "../../catalog/leaves.js";
import type { SignalInput } from "../ranked.js";
import { productsMatching } from "../../catalog/matching/filter-query.js";
import type { Signal } from "../signal.js";

/** Points for products of the category that the query is after, or of one below it. Who only counts needs none. */
export function categorySignal({ request, configuration, catalog, plan: { intent } }: SignalInput): Signal[] {
  if (intent === null || request.limit === 0) return [];
  const filter = productsMatching({ kind: "in", field: CATEGORIES_LEAF, values: [intent] }, catalog.leaves);
  const boost = configuration.search.category_intent;
  return [{ name: `intent ${intent}`, clause: { constant_score: { filter, boost } } }];
}
