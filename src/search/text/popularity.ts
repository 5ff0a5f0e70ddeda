import type { Clause } from "../../catalog/matching/filter-query.js";

/** The popularity learned from behaviour; 0 where nothing is known. */
const FIELD = "learned.popularity";

/** At most `cap` points, growing with the logarithm: twice as popular is not twice as good an answer. */
export function popularityPrior(cap: number): Clause[] {
  if (cap === 0) return [];
  return [
    {
      function_score: {
        query: { constant_score: { filter: { range: { [FIELD]: { gt: 0 } } } } },
        field_value_factor: { field: FIELD, modifier: "ln1p", missing: 0 },
        boost_mode: "replace",
        max_boost: cap,
      },
    },
  ];
}
